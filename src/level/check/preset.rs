//! Whether a preset fits a level.

use super::known::KnownNames;
use super::{Examiner, Source, fleets, header, holdings, war};
use crate::level::source::fault::{Found, Reporter};
use crate::level::source::outline::TextOutline;
use crate::level::source::parse::Gaps;
use crate::level::{ClassCatalog, Level, MindRules, Preset, StarSystem};

impl Preset {
    /// Whether it fits a sound level: it speaks only of what is there, and what it changes passes the check of
    /// levels. `system` is the sky of the level, `minds` are those of the rules.
    ///
    /// The sky is not built again: whether it is sound at another date shows when the changed level is read.
    pub fn fits(&self, level: &Level, system: &StarSystem, minds: &MindRules) -> bool {
        let mut changed = level.clone();
        self.change(&mut changed).is_ok() && is_sound(&changed, system, minds)
    }
}

/// Whether a sound level is still sound after a change by a preset: date, settings, factions and their minds,
/// conditions of victory, and routes to fleets, which may have gone with their faction.
fn is_sound(level: &Level, system: &StarSystem, minds: &MindRules) -> bool {
    let (reporter, outline, gaps) = (Reporter::new("", ""), TextOutline::empty(), Gaps::default());
    let source = Source { reporter: &reporter, original: &outline, working: &outline, gaps: &gaps };
    // A preset changes no class: those of the rules are not needed.
    let catalog = ClassCatalog { minds: Some(minds), ..ClassCatalog::default() };
    let known = KnownNames::of(level, &catalog);
    let mut found = Found::default();
    let mut examiner =
        Examiner { level, source: &source, known: &known, minds: Some(minds), found: &mut found, errors: 0 };
    header::check(&mut examiner);
    fleets::factions(&mut examiner);
    fleets::fleets_on_routes(&mut examiner);
    holdings::check(&mut examiner);
    war::check(&mut examiner, Some(system));
    examiner.errors == 0
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::*;
    use crate::level::read_changed_level;
    use crate::level::source::parse::dialect;
    use crate::rules::test_support::{self, shipped_level};

    fn read(text: &str) -> Preset {
        dialect().from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
    }

    fn duel_path() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("levels/duel.ron")
    }

    fn duel() -> Level {
        shipped_level("duel.ron")
    }

    /// Whether a preset fits the duel; the check of the whole changed level must say the same.
    fn fits_the_duel(text: &str) -> bool {
        let (preset, level, rules) = (read(text), duel(), test_support::shipped());
        let fits = preset.fits(&level, &StarSystem::build(&level).unwrap(), &rules.minds);
        let applied = read_changed_level(&duel_path(), &preset, &rules.class_catalog());
        assert_eq!(fits, applied.is_ok(), "{text}: {:?}", applied.err().map(|error| error.to_string()));
        fits
    }

    #[test]
    fn presets_that_speak_of_what_is_there_fit() {
        for text in [
            "()",
            r#"(victory: [hold_body(body: "rowan", seconds: 60), survive(faction: "Ferrum", seconds: 60)])"#,
            r#"(victory: [hold_planets(count: 7, seconds: 60)], epoch: date("2030-01-01"), most_pace: 4)"#,
            r#"(player: "Ferrum", factions: [(name: "Verdance", home: "Rowan", played_by: person)])"#,
            r#"(factions: [(name: "Ferrum", played_by: mind(skill: "captain", personality: "corsair"))])"#,
            r#"(factions: [(name: "Ferrum", played_by: nobody)])"#,
        ] {
            assert!(fits_the_duel(text), "{text}");
        }
    }

    #[test]
    fn presets_with_unknown_names_do_not_fit() {
        for text in [
            r#"(player: "Terra")"#,
            r#"(factions: [(name: "Terra")])"#,
            r#"(factions: [(name: "Ferrum", home: "Mars")])"#,
            r#"(factions: [(name: "Ferrum", played_by: mind(skill: "cook", personality: "corsair"))])"#,
            r#"(victory: [hold_body(body: "Mars", seconds: 60)])"#,
            r#"(victory: [survive(faction: "Terra", seconds: 60)])"#,
        ] {
            assert!(!fits_the_duel(text), "{text}");
        }
    }

    #[test]
    fn an_absent_faction_is_unknown() {
        for field in [r#"player: "Ferrum""#, r#"victory: [survive(faction: "Ferrum", seconds: 60)]"#] {
            let text = format!("({field}, factions: [(name: \"Ferrum\", played_by: nobody)])");
            assert!(!fits_the_duel(&text), "{text}");
        }
    }

    #[test]
    fn presets_with_impossible_values_do_not_fit() {
        for text in [
            r#"(victory: [hold_body(body: "Cressida", seconds: 60)])"#,
            "(victory: [hold_planets(count: 8, seconds: 60)])",
            "(victory: [hold_planets(count: 7, seconds: 0)])",
            r#"(epoch: date("2031-02-29"))"#,
            "(epoch: jd(1e9))",
            "(most_pace: 100)",
            r#"(factions: [(name: "Ferrum", color: "red")])"#,
            r#"(factions: [(name: "Ferrum", handicap: (income_percent: 1000))])"#,
        ] {
            assert!(!fits_the_duel(text), "{text}");
        }
    }

    #[test]
    fn a_faction_whose_fleet_is_a_goal_is_needed() {
        let rules = test_support::shipped();
        let mut level = duel();
        let system = StarSystem::build(&level).unwrap();
        level.fleets[0].route = vec![dialect().from_str(r#"(to: attack(fleet("Iron guard")))"#).unwrap()];
        assert!(read("()").fits(&level, &system, &rules.minds));
        let absent = read(r#"(factions: [(name: "Ferrum", played_by: nobody)])"#);
        assert!(!absent.fits(&level, &system, &rules.minds));
    }
}
