//! The stalk of a point that is lifted off its plane: a thick line with ticks at round heights, and a shadow on the
//! plane.

use bevy::prelude::*;
use glam::DVec3;

use crate::client::frame::{ThickGizmos, au};
use crate::client::view::{Pen, Projected};

/// Least distance of two ticks, pixels.
const TICK_PIXELS: f64 = 22.0;
/// Half the width of a tick, pixels; every fifth is wider.
const TICK_HALVES: (f64, f64) = (4.0, 9.0);
/// The most ticks.
const MOST_TICKS: u32 = 60;
/// Radii of the circles of the shadow, pixels, with their opacities: dark in the middle.
const SHADOW: [(f64, f32); 3] = [(3.0, 0.9), (7.0, 0.55), (11.0, 0.3)];

/// Draws the stalk from a plane at a height above the ecliptic, km, to a point.
pub(super) fn draw_stalk(pen: &mut Pen<ThickGizmos>, point: DVec3, plane_km: f64, color: Color) {
    let foot = DVec3::new(point.x, point.y, plane_km);
    pen.line(foot, point, color);
    let ends = pen.view.project(foot).zip(pen.view.project(point));
    let Some((bottom, top)) = ends else { return };
    for (radius, strength) in SHADOW {
        pen.level_circle(foot, radius / bottom.pixels_per_km, 20, color.with_alpha(strength * color.alpha()));
    }
    let lift_km = point.z - plane_km;
    let Some(step_km) = tick_km(lift_km.abs(), f64::from(bottom.pixel.distance(top.pixel))) else { return };
    let right = pen.view.right;
    for tick in 1..=MOST_TICKS {
        let height_km = f64::from(tick) * step_km;
        if height_km >= lift_km.abs() {
            break;
        }
        let middle = DVec3::new(foot.x, foot.y, plane_km + height_km.copysign(lift_km));
        let Some(Projected { pixels_per_km, .. }) = pen.view.project(middle) else { continue };
        let half = if tick.is_multiple_of(5) { TICK_HALVES.1 } else { TICK_HALVES.0 };
        let across = right * (half / pixels_per_km);
        pen.line(middle - across, middle + across, color);
    }
}

/// The height of a tick, km: 1, 2 or 5 with zeros behind it; `None` for a stalk without room for one.
fn tick_km(height_km: f64, height_pixels: f64) -> Option<f64> {
    let least_km = TICK_PIXELS * height_km / height_pixels;
    round_km(least_km).filter(|_| least_km < height_km)
}

/// The least round length that is no shorter than this one, km: 1, 2 or 5 with zeros behind it. `None` for a length
/// that is not above zero.
pub(super) fn round_km(least_km: f64) -> Option<f64> {
    if !(least_km > 0.0 && least_km.is_finite()) {
        return None;
    }
    let unit = libm::pow(10.0, libm::floor(libm::log10(least_km)));
    [1.0, 2.0, 5.0, 10.0].map(|digit| digit * unit).into_iter().find(|step| *step >= least_km)
}

/// The height of a point in words, by one reading: of a point that is lifted from the plane of the ships that above
/// them, else that above the ecliptic; `None` without any. All in km.
pub(super) fn height_words(height_km: f64, plane_km: f64, is_lifting: bool) -> Option<String> {
    let is_by_ships = is_lifting && plane_km != 0.0;
    let (km, what) =
        if is_by_ships { (height_km - plane_km, "your ships") } else { (height_km, "the ecliptic") };
    (km != 0.0).then(|| format!("{} {} {what}", au(km.abs()), if km < 0.0 { "below" } else { "above" }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::orbit::AU_KM;

    #[test]
    fn ticks_are_round_and_apart() {
        // 1,000 km on 100 pixels: a tick of 200 km would be 20 pixels.
        assert_eq!(tick_km(1_000.0, 100.0), Some(500.0));
        assert_eq!(tick_km(1_000.0, 400.0), Some(100.0));
        let step = tick_km(73.0 * AU_KM, 333.0).unwrap();
        assert!(step / (73.0 * AU_KM) * 333.0 >= TICK_PIXELS);
        for (height, pixels) in [(1_000.0, 10.0), (0.0, 100.0), (0.0, 0.0), (1_000.0, 0.0)] {
            assert_eq!(tick_km(height, pixels), None, "{height} km, {pixels} pixels");
        }
    }

    #[test]
    fn a_lift_beside_a_planet_is_told_in_km() {
        let plane = AU_KM * 0.0137;
        assert_eq!(height_words(0.0, 0.0, false), None);
        assert_eq!(height_words(-1_234.0, 0.0, true).as_deref(), Some("1,234 km below the ecliptic"));
        assert_eq!(height_words(plane, plane, false).as_deref(), Some("2,049,000 km above the ecliptic"));
        let lifted = |km: f64| height_words(plane + km, plane, true);
        assert_eq!(lifted(3_200.0).as_deref(), Some("3,200 km above your ships"));
        assert_eq!(lifted(-3_200.0).as_deref(), Some("3,200 km below your ships"));
        assert_eq!(lifted(0.0), None);
    }
}
