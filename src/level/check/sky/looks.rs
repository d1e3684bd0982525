//! Checks of the rotation and the look of bodies.

use crate::level::check::{Examiner, limits};
use crate::level::{DustRings, Look, Paint, RotationSpec};

/// `path` is the path of the body.
pub(in crate::level::check) fn check(
    examiner: &mut Examiner<'_>,
    path: &str,
    rotation: Option<&RotationSpec>,
    look: Option<&Look>,
) {
    if let Some(rotation) = rotation {
        day(examiner, &format!("{path}.rotation.day_hours"), rotation.day_hours);
    }
    if let Some(look) = look {
        paint(examiner, &format!("{path}.look"), look.parts().1);
    }
}

/// A body turns either way round, but not at no speed.
fn day(examiner: &mut Examiner<'_>, path: &str, day_hours: f64) {
    if day_hours == 0.0 {
        let remedy = "leave out `rotation` for a body that does not turn";
        examiner.error(path, "a day cannot last 0 hours", remedy);
    } else if day_hours < 0.0 {
        let (least, most) = limits::DAY_HOURS.into_inner();
        examiner.within(path, day_hours, -most..=-least);
    } else {
        examiner.within(path, day_hours, limits::DAY_HOURS);
    }
}

fn paint(examiner: &mut Examiner<'_>, path: &str, paint: &Paint) {
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
    if examiner.ranges(path, rings) && rings.outer_radii <= rings.inner_radii {
        let message = "the outer edge is not outside of the inner one";
        let remedy = "make `outer_radii` larger than `inner_radii`";
        examiner.error(&format!("{path}.outer_radii"), message, remedy);
    }
    examiner.color(&format!("{path}.color"), &rings.color);
}
