//! Where fights are that are seen from so far that their ships are icons: marks stand close together there.

use bevy::prelude::*;
use glam::DVec3;

/// The fights of this frame: middle, heliocentric ecliptic km, and reach, km. `scene/battle` notes those that have a
/// sign on the sky.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct FightPlaces(pub Vec<(DVec3, f64)>);

impl FightPlaces {
    /// Whether a place is in one of the fights.
    pub fn hold(&self, place: DVec3) -> bool {
        self.0.iter().any(|(middle, reach_km)| middle.distance_squared(place) < reach_km * reach_km)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fight_reaches_to_its_edge() {
        let fights = FightPlaces(vec![(DVec3::X * 100.0, 10.0), (DVec3::Y * 100.0, 1.0)]);
        assert!(fights.hold(DVec3::X * 109.0) && !fights.hold(DVec3::X * 111.0));
        assert!(!fights.hold(DVec3::Y * 109.0) && !FightPlaces::default().hold(DVec3::ZERO));
    }
}
