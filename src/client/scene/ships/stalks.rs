//! Stalks: lines from ships to the ecliptic, which show their heights. Ships of a fleet that are close together on the
//! screen share one. A stalk whose foot is out of the picture tells no height: it fades. While a place for a structure
//! is chosen all are faint.

use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use glam::DVec3;
use smallvec::SmallVec;

use crate::client::input::{Selected, Tool, UnderPointer};
use crate::client::models::FactionColors;
use crate::client::scene::labels::closeness::about_hull;
use crate::client::scene::labels::fights::FightPlaces;
use crate::client::view::{Pen, RenderPosition, ScreenAnchor, ViewCamera};
use crate::sim::{Fleet, MemberOf, Ship};

/// Stalks are drawn for heights above this many pixels.
const LEAST_STALK_PIXELS: f32 = 4.0;
/// Lengths on the screen between which a stalk fades, pixels.
const STALK_FADES: (f32, f32) = (150.0, 600.0);
/// Remaining opacity of a long stalk.
const LONG_STALK: f32 = 0.25;
/// Distance of a foot from the picture at which its stalk has faded, pixels.
const FOOT_FADES: f32 = 60.0;
/// Ships of a fleet whose stalks have their ends this near to each other share one, pixels.
const SHARED_PIXELS: f32 = 60.0;

/// The upper and the lower end of a stalk, pixels.
type Ends = (Vec2, Vec2);

/// The ends of the stalks of this frame, by fleet, by whether the ships are selected, and by the cell of the upper end.
#[derive(Debug, Default)]
pub struct DrawnStalks(HashMap<(Entity, bool, IVec2), SmallVec<[Ends; 2]>>);

impl DrawnStalks {
    /// Notes a stalk of a fleet; returns whether it is to be drawn, because no other one is near. Only the nine cells
    /// about it are searched, so that the cost grows with the number of ships, not of pairs.
    fn take(&mut self, fleet: Entity, is_selected: bool, ends: Ends) -> bool {
        let (top, bottom) = ends;
        let cell = (top / SHARED_PIXELS).floor().as_ivec2();
        let is_near =
            |known: &Ends| known.0.distance(top) < SHARED_PIXELS && known.1.distance(bottom) < SHARED_PIXELS;
        // The cell of the stalk itself comes first: most have another one of their fleet there.
        let about = [0, -1, 1].into_iter().flat_map(|x| [0, -1, 1].map(|y| IVec2::new(x, y)));
        let is_shared = about
            .filter_map(|step| self.0.get(&(fleet, is_selected, cell.saturating_add(step))))
            .any(|known| known.iter().any(is_near));
        if !is_shared {
            self.0.entry((fleet, is_selected, cell)).or_default().push(ends);
        }
        !is_shared
    }
}

type StalkedShip =
    (Entity, &'static Ship, &'static RenderPosition, &'static ScreenAnchor, &'static MemberOf, Has<Selected>);

/// Draws the stalks of the selected ships, and of all ships high enough to need one; close up, and in a fight, only of
/// those that are selected or under the pointer.
pub fn draw_stalks(
    ships: Query<StalkedShip>,
    under: Res<UnderPointer>,
    tool: Res<Tool>,
    fights: Res<FightPlaces>,
    fleets: Query<&Fleet>,
    colors: Res<FactionColors>,
    mut pen: Pen,
    mut drawn: Local<DrawnStalks>,
) {
    drawn.0.clear();
    let in_sight = ships.iter().filter(|(_, _, _, seen, ..)| !seen.is_hidden);
    for (entity, ship, shown, _, fleet, is_selected) in in_sight {
        let is_wanted = is_selected || under.entity == Some(entity);
        if !is_wanted && fights.reach(shown.0) {
            continue;
        }
        let foot = DVec3::new(shown.0.x, shown.0.y, 0.0);
        let ends = pen.view.project(shown.0).zip(pen.view.project(foot));
        let Some((top, bottom)) = ends else { continue };
        let length = top.pixel.distance(bottom.pixel);
        let hull = (2.0 * ship.bound_km() * top.pixels_per_km) as f32;
        let strength = about_hull(hull, is_wanted) * on_screen(pen.view.picture(), top.pixel, bottom.pixel);
        if length < LEAST_STALK_PIXELS || strength <= 0.0 {
            continue;
        }
        // Many faint stalks in one place would add up to one strong line.
        if !drawn.take(fleet.0, is_selected, (top.pixel, bottom.pixel)) {
            continue;
        }
        let Ok(fleet) = fleets.get(fleet.0) else { continue };
        let alpha = strength * stalk_alpha(is_selected) * tool.strength_of_lines();
        let color = colors.of(fleet.faction).with_alpha(alpha);
        pen.line(shown.0, foot, color);
        pen.level_circle(foot, 8.0 / bottom.pixels_per_km, 16, color);
    }
}

/// Opacity of a short stalk, by whether its ship is selected.
fn stalk_alpha(is_selected: bool) -> f32 {
    if is_selected { 0.6 } else { 0.2 }
}

/// Opacity of a stalk from a place to its foot, km: less for a longer one on the screen, and 0 for one whose foot is
/// far out of the picture.
pub fn stalk_strength(view: &ViewCamera, place: DVec3, foot: DVec3) -> f32 {
    let ends = view.project(place).zip(view.project(foot));
    ends.map_or(0.0, |(top, bottom)| on_screen(view.picture(), top.pixel, bottom.pixel))
}

/// The same for a stalk between two pixels.
fn on_screen(picture: Rect, top: Vec2, foot: Vec2) -> f32 {
    faded(top.distance(foot)) * foot_share(picture, foot)
}

/// The share of its strength that a stalk keeps with its foot at a pixel: all within the picture, none far beside it.
fn foot_share(picture: Rect, foot: Vec2) -> f32 {
    let beside = foot.distance(foot.clamp(picture.min, picture.max));
    (1.0 - beside / FOOT_FADES).clamp(0.0, 1.0)
}

/// The strength of a stalk of a length on the screen, pixels.
fn faded(length: f32) -> f32 {
    let (begin, end) = STALK_FADES;
    let share = ((length - begin) / (end - begin)).clamp(0.0, 1.0);
    1.0 - (1.0 - LONG_STALK) * share
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_stalks_are_faint() {
        let strengths = [4.0, 150.0, 600.0, 9.0e4].map(faded);
        assert_eq!(strengths, [1.0, 1.0, LONG_STALK, LONG_STALK]);
        assert!(faded(300.0) < 1.0 && faded(300.0) > faded(500.0));
    }

    #[test]
    fn a_stalk_without_a_foot_in_the_picture_fades() {
        let picture = Rect::new(0.0, 0.0, 1600.0, 900.0);
        let share = |x: f32, y: f32| foot_share(picture, Vec2::new(x, y));
        assert_eq!([share(800.0, 450.0), share(0.0, 900.0)], [1.0, 1.0]);
        assert_eq!(share(800.0, 900.0 + 0.5 * FOOT_FADES), 0.5);
        assert_eq!([share(800.0, 1000.0), share(-90.0, 450.0), share(800.0, 9.0e9)], [0.0; 3]);
        let view = ViewCamera { eye: DVec3::new(0.0, -10.0, -90.0), ..ViewCamera::default() };
        let place = DVec3::new(0.0, 0.0, -90.0);
        assert_eq!(stalk_strength(&view, place, DVec3::ZERO), 0.0, "the ecliptic is far above the picture");
        assert!(stalk_strength(&view, place, place + DVec3::Z) > 0.9);
        assert_eq!(stalk_strength(&view, place, view.eye - DVec3::Y), 0.0, "it is behind the eye");
    }

    #[test]
    fn a_fleet_that_is_close_together_has_one_stalk() {
        let mut world = World::new();
        let [fleet, other] = [0, 1].map(|_| world.spawn_empty().id());
        let mut drawn = DrawnStalks::default();
        let mut take = |fleet: Entity, is_selected: bool, x: f32, height: f32| {
            drawn.take(fleet, is_selected, (Vec2::new(x, 100.0), Vec2::new(x, 100.0 + height)))
        };
        assert!(take(fleet, false, 50.0, 300.0));
        // Its cell ends at 60.
        assert!(!take(fleet, false, 70.0, 300.0) && !take(fleet, false, 105.0, 300.0));
        assert!(take(fleet, false, 115.0, 300.0), "it is too far away");
        assert!(take(fleet, false, 55.0, 500.0), "it is much higher");
        assert!(take(fleet, true, 55.0, 300.0) && take(other, false, 55.0, 300.0));
    }

    #[test]
    fn places_far_beyond_the_picture_do_no_harm() {
        let fleet = World::new().spawn_empty().id();
        let far = Vec2::splat(f32::MAX);
        assert!(DrawnStalks::default().take(fleet, false, (far, -far)));
    }
}
