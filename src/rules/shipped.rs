//! The numbers of the rules as shipped, for tests and for the arena, which have no assets folder.
//!
//! The shipped files are built in; the defaults of the rule types come from them. There are no numbers here.

use std::sync::LazyLock;

use serde::de::DeserializeOwned;

use super::combat::*;
use super::economy::*;
use super::steering::SteeringRules;
use crate::level::RingNumbers;
use crate::level::source::parse::dialect;

/// Takes a shipped file as the default of its type, and of the types of its fields.
macro_rules! defaults {
    ($whole:ident, $file:literal { $($field:ident: $part:ident),* $(,)? }) => {
        impl Default for $whole {
            fn default() -> Self {
                static SHIPPED: LazyLock<$whole> =
                    LazyLock::new(|| parse(include_str!(concat!("../../assets/rules/", $file))));
                Self::clone(&SHIPPED)
            }
        }
        $(
            impl Default for $part {
                fn default() -> Self {
                    $whole::default().$field
                }
            }
        )*
    };
}

defaults!(SteeringRules, "steering.ron" {});
defaults!(EconomyRules, "economy.ron" {
    rings: RingNumbers,
    income: IncomeNumbers,
    building: BuildingNumbers,
    sight: SightNumbers,
});
defaults!(CombatRules, "combat.ron" {
    gunnery: GunneryNumbers,
    targeting: TargetingNumbers,
    torpedoes: TorpedoNumbers,
    hangars: HangarPace,
    harm: HarmNumbers,
    repair: RepairNumbers,
    refit: RefitNumbers,
    conduct: ConductNumbers,
    skills: SkillNumbers,
    wrecks: WreckNumbers,
    ground: GroundNumbers,
    victory: VictoryNumbers,
    history: HistoryNumbers,
});

/// Parses a shipped file. No type of the rules fills in missing fields, so no default is used here.
fn parse<T: DeserializeOwned>(text: &str) -> T {
    dialect().from_str(text).expect("invariant: a test reads the shipped files")
}

#[cfg(test)]
mod tests {
    use super::super::test_support;
    use super::*;

    #[test]
    fn the_defaults_are_the_shipped_files() {
        let rules = test_support::shipped();
        assert_eq!(rules.steering, SteeringRules::default());
        assert_eq!(rules.economy, EconomyRules::default());
        assert_eq!(rules.combat, CombatRules::default());
    }
}
