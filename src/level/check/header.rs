//! The level itself: version, title, date, pace, scale and settings.

use super::Examiner;
use crate::level::model::{Epoch, SCHEMA_VERSION};
use crate::level::system::epoch_to_jd;

/// The longest title, characters.
const MAX_TITLE_LETTERS: usize = 100;
/// The longest description or author, characters.
const MAX_TEXT_LETTERS: usize = 4000;
/// The greatest magnification.
const MAX_MAGNIFY: f64 = 10_000.0;
/// The greatest slowness of what circles a planet.
const MAX_SLOW: f64 = 1.0e6;
/// The fastest calendar, days per second.
const MAX_DAYS_PER_SECOND: f64 = 1000.0;
/// The widest gravity well, radii of the body.
pub(super) const MAX_WELL_RADII: f64 = 1.0e4;
/// The widest least gravity well, km: about 7 AU.
const MAX_LEAST_WELL_KM: f64 = 1.0e9;

pub(super) fn check(examiner: &mut Examiner<'_>) {
    texts(examiner);
    let level = examiner.level;
    date(examiner, "epoch", &level.epoch);
    examiner.above_zero("clock.days_per_second", level.clock.days_per_second, MAX_DAYS_PER_SECOND);
    magnify(examiner, "scale.magnify", level.scale.magnify);
    magnify(examiner, "scale.magnify_star", level.scale.magnify_star);
    examiner.above_zero("scale.slow", level.scale.slow, MAX_SLOW);
    examiner.within("scale.well_radii", level.scale.well_radii, 1.0, MAX_WELL_RADII);
    examiner.within("scale.least_well_km", level.scale.least_well_km, 0.0, MAX_LEAST_WELL_KM);
    settings(examiner);
}

/// A magnification.
pub(super) fn magnify(examiner: &mut Examiner<'_>, path: &str, factor: f64) {
    examiner.above_zero(path, factor, MAX_MAGNIFY);
}

/// A date that exists and is not beyond all reason; tells whether it is.
pub(super) fn date(examiner: &mut Examiner<'_>, path: &str, date: &Epoch) -> bool {
    let (low, high) = super::JD_RANGE;
    let remedy = "write `date(\"2026-11-21\")`, `date(\"2026-11-21T12:00\")` or `jd(2461365.5)`";
    match epoch_to_jd(date) {
        Ok(jd) if jd >= low && jd <= high => true,
        Ok(jd) => {
            examiner.error(
                path,
                format!("Julian date {jd} is out of range"),
                format!("{low} to {high} is possible"),
            );
            false
        }
        Err(message) => {
            examiner.error(path, message, remedy);
            false
        }
    }
}

fn texts(examiner: &mut Examiner<'_>) {
    let level = examiner.level;
    if level.schema_version == 0 {
        examiner.error("schema_version", "there is no version 0", format!("write {SCHEMA_VERSION}"));
    }
    if level.title.trim().is_empty() && examiner.is_whole("title") {
        examiner.error("title", "the level has no title", "give it a name for the menu");
    }
    for (path, text, longest) in [
        ("title", &level.title, MAX_TITLE_LETTERS),
        ("description", &level.description, MAX_TEXT_LETTERS),
        ("author", &level.author, MAX_TEXT_LETTERS),
    ] {
        if text.chars().count() > longest {
            examiner.error(path, format!("more than {longest} letters"), "shorten it");
        }
    }
}

fn settings(examiner: &mut Examiner<'_>) {
    let level = examiner.level;
    examiner.within("settings.pace", level.settings.pace, 0.25, 64.0);
    if let Some(player) = &level.settings.player
        && examiner.is_whole("factions")
        && !level.factions.iter().any(|faction| faction.name == *player)
    {
        let names = level.factions.iter().map(|faction| faction.name.as_str());
        let remedy = examiner.meant(player, names, "name one of the level's factions");
        examiner.error("settings.player", format!("no faction is called {player:?}"), remedy);
    }
}
