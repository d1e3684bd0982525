//! Meetings of fleets with moving bodies: a body where it will be then is a ghost, a broken ring as large as the body
//! on the screen, or as an icon. It takes the place of the sign at the end of the leg.

use std::f64::consts::TAU;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use glam::DVec3;

use crate::client::scene::labels::point_labels::NamedBody;
use crate::client::scene::sky::bodies::BodyPaint;
use crate::client::view::{Axes, BodyPlaces, Pen, ViewCamera};
use crate::sim::{BodyId, Sky};

/// Least radius of a ghost on the screen, pixels of the UI: it stands out among icons.
const LEAST_PIXELS: f64 = 11.0;
/// Opacity of a ghost.
const ALPHA: f32 = 0.9;
/// Length of a dash with its gap, pixels of the UI, and the dash as a share of that.
const DASH_PIXELS: f64 = 7.0;
const DASH_SHARE: f64 = 0.6;
/// The range of the number of dashes of a ghost.
const DASHES: (f64, f64) = (10.0, 60.0);
/// The words of a leg that ends nearer to its body than this stand beside the body, pixels: ghost and body are one
/// there.
const NAME_PIXELS: f32 = 40.0;

/// Query bundle for meetings of fleets with bodies.
#[derive(SystemParam)]
pub(super) struct Meetings<'w, 's> {
    pub(super) sky: Res<'w, Sky>,
    places: Res<'w, BodyPlaces>,
    paint: BodyPaint<'w, 's>,
    ui_scale: Res<'w, UiScale>,
}

/// A body where a fleet will meet it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ghost {
    /// Heliocentric ecliptic km.
    pub(super) place: DVec3,
    /// Radius of its ring, km.
    radius_km: f64,
}

impl Ghost {
    /// The ghost of a body of this radius that is at `now`, in a view that shows so many pixels for a kilometre; `None`
    /// for a body that is there already.
    fn of(
        now: DVec3,
        place: DVec3,
        radius_km: f64,
        (least_pixels, pixels_per_km): (f64, f64),
    ) -> Option<Self> {
        let radius_km = radius_km.max(least_pixels / pixels_per_km);
        (place.distance(now) > radius_km).then_some(Self { place, radius_km })
    }

    /// Whether the ghost marks the end of a leg, which needs no sign of its own then.
    pub(super) fn marks(&self, end: DVec3) -> bool {
        end.distance(self.place) < 1.5 * self.radius_km
    }
}

impl Meetings<'_, '_> {
    /// The place of a body on a date, km.
    pub(super) fn place(&self, body: BodyId, jd: f64) -> DVec3 {
        self.sky.system.displayed_state(body, jd).position
    }

    /// Whether words are the name of a body alone.
    pub(super) fn is_name(&self, body: BodyId, words: &str) -> bool {
        self.sky.system.bodies.get(body).is_some_and(|this| this.in_words == words)
    }

    /// The body to which a leg leads, if it is seen beside the end of the leg.
    pub(super) fn beside(&self, view: &ViewCamera, body: BodyId, end: DVec3) -> Option<NamedBody> {
        let (this, place) = (self.sky.system.bodies.get(body)?, *self.places.0.get(body)?);
        let pixel = |place: DVec3| view.project(place).map(|projected| projected.pixel);
        let is_near = pixel(place)?.distance(pixel(end)?) < NAME_PIXELS;
        let radius_km = this.displayed_radius_km;
        is_near.then_some(NamedBody { body, place, radius_km })
    }

    /// Draws the ghost of a body at the place where a fleet will meet it; `None` without one.
    pub(super) fn draw(&self, pen: &mut Pen, body: BodyId, place: DVec3) -> Option<Ghost> {
        let pixels_per_km = pen.view.project(place)?.pixels_per_km;
        let (this, now) = (self.sky.system.bodies.get(body)?, *self.places.0.get(body)?);
        let scale = f64::from(self.ui_scale.0);
        let ghost = Ghost::of(now, place, this.displayed_radius_km, (LEAST_PIXELS * scale, pixels_per_km))?;
        let axes = Axes::around_ball(&pen.view, place, ghost.radius_km)?;
        let color = self.paint.of(body).with_alpha(ALPHA);
        let count = dashes(ghost.radius_km * pixels_per_km / scale);
        for dash in 0..count {
            let point = |part: f64| {
                let (sine, cosine) = libm::sincos(TAU * (f64::from(dash) + part) / f64::from(count));
                axes.point((cosine, sine))
            };
            let arc = [0.0, 0.5 * DASH_SHARE, DASH_SHARE].map(point);
            pen.strip(arc, color);
        }
        Some(ghost)
    }
}

/// Number of dashes of a ring with this radius, pixels of the UI.
fn dashes(radius_pixels: f64) -> u32 {
    (TAU * radius_pixels / DASH_PIXELS).clamp(DASHES.0, DASHES.1) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_has_a_ghost_where_it_will_be_and_none_where_it_is() {
        let now = DVec3::X * 1.0e8;
        let far = (LEAST_PIXELS, 1.0e-6);
        let ghost = |place: DVec3, scale: (f64, f64)| Ghost::of(now, place, 6_000.0, scale);
        assert_eq!(ghost(now, far), None, "a star stays where it is");
        assert_eq!(ghost(now + DVec3::Y * 1.0e6, far), None, "it is the same point of the picture");
        let met = ghost(DVec3::Y * 1.0e8, far).expect("it moves on");
        assert!((met.radius_km * far.1 - LEAST_PIXELS).abs() < 1.0e-9, "it is as large as an icon");
        let near = ghost(DVec3::Y * 1.0e8, (LEAST_PIXELS, 0.1)).expect("it moves on");
        assert_eq!(near.radius_km, 6_000.0, "it is as large as the body");
        assert!(near.marks(DVec3::Y * (1.0e8 + 8_000.0)) && !near.marks(DVec3::Y * (1.0e8 + 1.0e5)));
    }

    #[test]
    fn a_ghost_is_larger_than_the_sign_of_an_end_and_its_dashes_are_seen() {
        const { assert!(LEAST_PIXELS > crate::client::scene::routes::legs::END_PIXELS) };
        let count = dashes(LEAST_PIXELS);
        let gap = (1.0 - DASH_SHARE) * TAU * LEAST_PIXELS / f64::from(count);
        assert!(count < 12 && gap > 2.0, "{count} {gap}");
        assert_eq!(dashes(1.0e9), 60);
    }
}
