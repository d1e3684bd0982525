//! Whether a place is in sight: for what belongs to nobody in particular, as torpedoes, bursts and wrecks do.
//!
//! - Enters: for whom the world is shown, and from where they look, a few times a second.
//! - Leaves: an answer for any place.
//! - Must never: be asked about ships and structures; about them the world's own [`View`] knows.

use bevy::prelude::*;
use glam::DVec3;

use crate::sim::Calendar;
use crate::sim::visibility::{LOOK_TICKS, Lookouts, View, Viewer};

/// From where the viewer looks.
#[derive(Resource, Clone, Debug, Default)]
pub struct Eyes {
    viewer: Viewer,
    looked_tick: Option<u64>,
    /// Places, heliocentric ecliptic km, and how far one sees from there, km.
    posts: Vec<(DVec3, f64)>,
}

impl Eyes {
    /// Whether what is as visible as usual is in sight at a place, heliocentric ecliptic km. What stands behind
    /// a body is not told apart.
    pub fn see(&self, place: DVec3) -> bool {
        match self.viewer {
            Viewer::Nobody => false,
            Viewer::Everything => true,
            Viewer::Faction(_) => {
                self.posts.iter().any(|(from, range_km)| from.distance_squared(place) <= range_km * range_km)
            }
        }
    }
}

/// Notes from where the viewer looks, as often as the world does.
pub fn look(sight: View, lookouts: Lookouts, calendar: Res<Calendar>, mut eyes: ResMut<Eyes>) {
    let now = calendar.tick;
    let is_fresh = eyes.looked_tick.is_some_and(|tick| tick <= now && now - tick < LOOK_TICKS);
    if is_fresh && eyes.viewer == sight.viewer() {
        return;
    }
    eyes.viewer = sight.viewer();
    eyes.looked_tick = Some(now);
    eyes.posts.clear();
    if let Viewer::Faction(faction) = sight.viewer() {
        eyes.posts.extend(lookouts.of(faction).map(|post| (post.position, post.range_km)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::ids::FactionId;

    #[test]
    fn one_sees_as_far_as_ones_posts_do() {
        let posts = vec![(DVec3::X * 100.0, 10.0)];
        let eyes = |viewer| Eyes { viewer, looked_tick: None, posts: posts.clone() };
        let own = eyes(Viewer::Faction(FactionId(0)));
        assert!(own.see(DVec3::X * 109.0) && !own.see(DVec3::X * 111.0));
        assert!(eyes(Viewer::Everything).see(DVec3::ZERO));
        assert!(!eyes(Viewer::Nobody).see(DVec3::X * 100.0));
    }
}
