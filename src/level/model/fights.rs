//! What saves say of fleets that fight.
//!
//! Words come in and the same leave. What they mean is the business of `sim/task/engagement`.

use serde::{Deserialize, Serialize};

use crate::level::arms::MarkState;
use crate::level::model::{is_false, is_zero};
use crate::level::ranges::STRENGTH;

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
