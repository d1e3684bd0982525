//! What levels and saves say of fleets that fight: what they attack by order, and the fight that they are in.
//!
//! Words come in and the same leave. What they mean is the business of `sim/task/engagement`.

use serde::{Deserialize, Serialize};

use super::arms::MarkState;
use super::model::{Station, is_false, is_zero};
use super::ranges::STRENGTH;

/// What a fleet is to attack.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum QuarryState {
    /// `fleet("Second")`: a fleet, by its name.
    Fleet(String),
    /// In a save: `fleet_number(7)`: a fleet that may be gone, by its number.
    FleetNumber(u32),
    /// `ship(7)`: a ship, by its number.
    Ship(u32),
    /// `structure(3)`: a structure, by its number.
    Structure(u32),
    /// `class(class: "frigate", body: "Mars")`: all ships of a class.
    Class {
        /// The name of the class.
        class: String,
        /// Only those in the well of this body; absent: wherever they are.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        body: Option<String>,
    },
    /// `area(at: (body: "Mars", offset_km: (0, 0, 0)), radius_km: 2e6)`: all that is in a ball.
    Area {
        /// Its middle.
        at: Station,
        /// Its radius, km.
        radius_km: f64,
    },
}

/// In a save: the fight that a fleet is in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct EngagementState {
    /// The foe that it goes for; absent while none is near.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub foe: Option<MarkState>,
    /// Ticks for which no foe has been near.
    #[serde(skip_serializing_if = "is_zero")]
    pub calm_ticks: u32,
    /// How strong it was when the fight began.
    pub strength: f64,
    /// Whether its ships stay where they are, and only fire.
    #[serde(skip_serializing_if = "is_false")]
    pub stays: bool,
    /// Whether it would have withdrawn and had nowhere to go.
    #[serde(skip_serializing_if = "is_false")]
    pub is_cornered: bool,
}

ranges!(EngagementState { strength: STRENGTH });

/// In a save: a fleet that is in no fight, and is shot at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct UnderFireState {
    /// How strong it was when it was hit first.
    pub strength: f64,
    /// Whether it has withdrawn already, or would have and had nowhere to go.
    #[serde(skip_serializing_if = "is_false")]
    pub has_asked: bool,
}

ranges!(UnderFireState { strength: STRENGTH });

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::source::parse::dialect;

    #[test]
    fn quarries_read_as_people_write_them() {
        let class = |body: Option<&str>| QuarryState::Class {
            class: "frigate".to_owned(),
            body: body.map(str::to_owned),
        };
        let at = Station { body: Some("Mars".to_owned()), ahead_deg: None, offset_km: (0.0, 0.0, 1.0) };
        let cases = [
            (r#"fleet("Second")"#, QuarryState::Fleet("Second".to_owned())),
            ("fleet_number(7)", QuarryState::FleetNumber(7)),
            ("ship(7)", QuarryState::Ship(7)),
            ("structure(3)", QuarryState::Structure(3)),
            (r#"class(class: "frigate")"#, class(None)),
            (r#"class(class: "frigate", body: "Mars")"#, class(Some("Mars"))),
            (
                r#"area(at: (body: "Mars", offset_km: (0, 0, 1)), radius_km: 2e6)"#,
                QuarryState::Area { at, radius_km: 2.0e6 },
            ),
        ];
        for (text, quarry) in cases {
            assert_eq!(dialect().from_str::<QuarryState>(text), Ok(quarry.clone()), "{text}");
            let written = dialect().to_string(&quarry).expect("it can be written");
            assert_eq!(dialect().from_str::<QuarryState>(&written), Ok(quarry), "{written}");
        }
    }

    #[test]
    fn an_engagement_reads_back() {
        let engagement = EngagementState {
            foe: Some(MarkState::Ship(4)),
            calm_ticks: 20,
            strength: 1.0 / 3.0,
            stays: true,
            is_cornered: false,
        };
        let written = dialect().to_string(&engagement).expect("it can be written");
        assert_eq!(dialect().from_str::<EngagementState>(&written), Ok(engagement));
    }

    #[test]
    fn who_is_under_fire_reads_back() {
        for has_asked in [false, true] {
            let under_fire = UnderFireState { strength: 1.0 / 3.0, has_asked };
            let written = dialect().to_string(&under_fire).expect("it can be written");
            assert_eq!(dialect().from_str::<UnderFireState>(&written), Ok(under_fire));
        }
    }
}
