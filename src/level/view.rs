//! The view of the player in a save: what the camera looked at, the selection, and the control groups.
//!
//! Plain data for the person at the screen; no world depends on it. Ships have the numbers that they have in the state
//! of the save.

use glam::DVec3;
use serde::{Deserialize, Serialize};

use super::model::is_usual;
use super::ranges::{ANGLE_DEG, Limits, PLACE_KM, Ranged};

/// Distance of the camera, km; the most is about 7000 AU.
const DISTANCE_KM: Limits = 0.001..=1.0e12;
/// What is looked at is in the picture, heights of the picture from its middle.
const ASIDE: Limits = -2.0..=2.0;

/// The view that the player had when the game was saved. Names that the save does not have are ignored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerView {
    /// The body that the camera looks at; absent: a point of space.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    /// The ship that the camera looks at, in place of a body.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ship: Option<u32>,
    /// The point that the camera looks at, from that body or from the middle of the system, km.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub point_km: DVec3,
    /// Where that is shown, from the middle of the picture in its heights: to the right, and down. Panels may cover the
    /// middle.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub aside: [f64; 2],
    /// Distance of the camera from it, km.
    pub distance_km: f64,
    /// The side from which the camera looks, degrees.
    pub yaw_deg: f64,
    /// The angle from above, degrees.
    pub pitch_deg: f64,
    /// The selected ships.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub selected: Vec<u32>,
    /// The control groups that are set.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<ControlGroup>,
}

ranges!(PlayerView {
    point_km: PLACE_KM,
    aside: ASIDE,
    distance_km: DISTANCE_KM,
    yaw_deg: ANGLE_DEG,
    pitch_deg: ANGLE_DEG,
    groups,
});

impl PlayerView {
    /// Whether a level with this view can be read.
    pub fn is_sound(&self) -> bool {
        let mut faults = Vec::new();
        self.check_ranges("", &mut faults);
        faults.is_empty()
    }
}

/// The ships of a control group.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ControlGroup {
    /// The digit of its key.
    pub number: u8,
    /// Its ships.
    pub ships: Vec<u32>,
}

ranges!(ControlGroup { number: 1.0..=9.0 });

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_view_with_numbers_out_of_range_is_unsound() {
        let view = PlayerView {
            body: Some("Earth".to_owned()),
            ship: None,
            point_km: DVec3::new(1.0, -2.0, 0.0),
            aside: [0.2, -0.1],
            distance_km: 1.0e6,
            yaw_deg: 40.0,
            pitch_deg: 25.0,
            selected: vec![3],
            groups: vec![ControlGroup { number: 2, ships: vec![3, 4] }],
        };
        assert!(view.is_sound());
        let group = |number: u8| vec![ControlGroup { number, ships: Vec::new() }];
        for odd in [
            PlayerView { distance_km: f64::NAN, ..view.clone() },
            PlayerView { distance_km: 0.0, ..view.clone() },
            PlayerView { aside: [0.0, 9.0], ..view.clone() },
            PlayerView { yaw_deg: f64::INFINITY, ..view.clone() },
            PlayerView { pitch_deg: 1.0e7, ..view.clone() },
            PlayerView { point_km: DVec3::splat(1.0e30), ..view.clone() },
            PlayerView { groups: group(0), ..view.clone() },
            PlayerView { groups: group(10), ..view.clone() },
        ] {
            assert!(!odd.is_sound(), "{odd:?}");
        }
    }
}
