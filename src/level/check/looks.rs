//! How bodies turn and are drawn.

use super::{Examiner, limits};
use crate::level::look::{DustRings, Look};
use crate::level::model::RotationSpec;

/// The widest dust rings, radii of the body.
const MAX_RING_RADII: f64 = 1000.0;

pub(super) fn rotation(examiner: &mut Examiner<'_>, path: &str, rotation: &RotationSpec) {
    let hours = rotation.day_hours;
    if hours == 0.0 {
        let remedy = "leave out `rotation` for a body that does not turn";
        examiner.error(&format!("{path}.day_hours"), "a day cannot last 0 hours", remedy);
    } else if hours < 0.0 {
        let (least, most) = limits::DAY_HOURS;
        examiner.within(&format!("{path}.day_hours"), hours, -most, -least);
    } else {
        examiner.limited(&format!("{path}.day_hours"), hours, limits::DAY_HOURS);
    }
    examiner.angle(&format!("{path}.pole_longitude_deg"), rotation.pole_longitude_deg);
    examiner.within(&format!("{path}.pole_latitude_deg"), rotation.pole_latitude_deg, -90.0, 90.0);
    examiner.angle(&format!("{path}.prime_meridian_deg"), rotation.prime_meridian_deg);
}

pub(super) fn look(examiner: &mut Examiner<'_>, path: &str, look: &Look) {
    let paint = look.paint();
    if let Some(color) = &paint.color {
        examiner.color(&format!("{path}.color"), color);
    }
    if let Some(color) = &paint.second_color {
        examiner.color(&format!("{path}.second_color"), color);
    }
    if let Some(rings) = &paint.rings {
        dust_rings(examiner, &format!("{path}.rings"), rings);
    }
}

fn dust_rings(examiner: &mut Examiner<'_>, path: &str, rings: &DustRings) {
    let inner_fits = examiner.within(&format!("{path}.inner_radii"), rings.inner_radii, 1.0, MAX_RING_RADII);
    let outer_fits = examiner.within(&format!("{path}.outer_radii"), rings.outer_radii, 1.0, MAX_RING_RADII);
    if inner_fits && outer_fits && rings.outer_radii <= rings.inner_radii {
        let remedy = "make `outer_radii` larger than `inner_radii`";
        examiner.error(
            &format!("{path}.outer_radii"),
            "the outer edge is not outside of the inner one",
            remedy,
        );
    }
    examiner.color(&format!("{path}.color"), &rings.color);
    examiner.within(&format!("{path}.opacity"), rings.opacity, 0.0, 1.0);
}
