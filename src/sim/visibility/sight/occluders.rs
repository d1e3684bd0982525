//! The occluders of a scan, sorted along the x axis.

use glam::DVec3;

use super::group::{SLACK_KM, span};
use super::seeing::Occluder;

/// Occluders, sorted along the x axis.
#[derive(Clone, Debug, Default)]
pub(in crate::sim) struct SortedOccluders {
    all: Vec<Occluder>,
    /// The radius of the largest, km.
    largest_km: f64,
}

impl SortedOccluders {
    /// Replaces them by those of a list that hide anything.
    pub(in crate::sim) fn gather(&mut self, occluders: &[Occluder]) {
        let hides = |occluder: &&Occluder| occluder.radius_km > 0.0 && occluder.center.is_finite();
        self.all.clear();
        self.all.extend(occluders.iter().filter(hides));
        self.all.sort_unstable_by(|one, other| one.center.x.total_cmp(&other.center.x));
        self.largest_km = self.all.iter().map(|occluder| occluder.radius_km).fold(0.0, f64::max);
    }

    /// Those that may have a part within `reach` of `x` along that axis, km.
    fn along_x(&self, x: f64, reach: f64) -> &[Occluder] {
        &self.all[span(&self.all, |occluder| occluder.center.x, x, reach + self.largest_km)]
    }

    /// Those that have a part within `reach` of a place (heliocentric), km.
    pub(in crate::sim) fn within(&self, place: DVec3, reach: f64) -> impl Iterator<Item = &Occluder> {
        self.along_x(place.x, reach).iter().filter(move |occluder| {
            let limit = reach + occluder.radius_km;
            occluder.center.distance_squared(place) <= limit * limit
        })
    }

    /// Whether one of them lies between two places, heliocentric, km.
    pub(in crate::sim) fn hide(&self, from: DVec3, to: DVec3) -> bool {
        let (middle, reach) = (0.5 * (from.x + to.x), 0.5 * (from.x - to.x).abs() + SLACK_KM);
        self.along_x(middle, reach).iter().any(|occluder| occluder.hides(from, to))
    }
}
