//! The level itself: version, title, date, pace, scale and settings.

use super::Examiner;
use crate::level::{Epoch, epoch_to_jd};
use crate::orbit::{FIRST_JD, LAST_JD};

/// The longest title, characters.
const MAX_TITLE_LETTERS: usize = 100;
/// The longest description or author, characters.
const MAX_TEXT_LETTERS: usize = 4000;

pub(super) fn check(examiner: &mut Examiner<'_>) {
    texts(examiner);
    let level = examiner.level;
    date(examiner, "epoch", &level.epoch);
    examiner.ranges("clock", &level.clock);
    examiner.ranges("scale", &level.scale);
    examiner.ranges("settings", &level.settings);
}

/// Checks that a date exists and is within reason; returns whether it is.
pub(super) fn date(examiner: &mut Examiner<'_>, path: &str, date: &Epoch) -> bool {
    let remedy = "write `date(\"2026-11-21\")`, `date(\"2026-11-21T12:00\")` or `jd(2461365.5)`";
    match epoch_to_jd(date) {
        Ok(jd) if (FIRST_JD..=LAST_JD).contains(&jd) => true,
        Ok(jd) => {
            examiner.error(
                path,
                format!("Julian date {jd} is out of range"),
                format!("{FIRST_JD} to {LAST_JD} is possible"),
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
        examiner.error("schema_version", "there is no version 0", "write 1");
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
    examiner.line("title", &level.title);
    examiner.line("author", &level.author);
    examiner.text("description", &level.description);
}
