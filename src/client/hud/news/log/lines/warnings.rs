//! Lines about coming encounters: the warnings at the top, each once.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::super::{Event, EventKind, EventLog};
use crate::client::frame::{Player, PollTimer, date_words};
use crate::client::hud::news::warnings::Warnings;
use crate::client::hud::news::warnings::words::Warning;
use crate::client::view::FocusTarget;
use crate::client::worlds::Kept;
use crate::sim::Calendar;
use crate::sim::forecast::encounters::Topic;

/// Number of looks at the list before warnings count as news: at first all of them are new.
const SETTLING_BEATS: u32 = 40;
/// There is another line about a warning when its date has moved by more than this, days.
const MOVED_DAYS: f64 = 5.0;

/// State kept from look to look.
#[derive(Default)]
pub struct WarningMemory {
    beat: PollTimer,
    beats: u32,
    written: Written,
}

/// The warnings that have a line, each with the date in its line, Julian date (TDB).
#[derive(Clone, Debug, Default)]
struct Written(BTreeMap<Topic, f64>);

impl Written {
    /// The warnings without a line yet. They count as written afterwards.
    fn take_new<'a>(&mut self, warnings: &'a [Warning], now_jd: f64) -> Vec<&'a Warning> {
        let is_written = |Warning { encounter, .. }: &Warning| {
            self.0.get(&encounter.topic).is_some_and(|jd| (jd - encounter.jd).abs() < MOVED_DAYS)
        };
        let new: Vec<&Warning> = warnings.iter().filter(|warning| !is_written(warning)).collect();
        self.0.retain(|_, jd| *jd > now_jd);
        self.0.extend(warnings.iter().map(|one| (one.encounter.topic, one.encounter.jd)));
        new
    }
}

/// Writes lines about new warnings.
pub fn write(
    warnings: Res<Warnings>,
    calendar: Res<Calendar>,
    player: Res<Player>,
    time: Res<Time<Real>>,
    mut log: ResMut<EventLog>,
    mut memory: Kept<WarningMemory>,
) {
    let memory = memory.now();
    if player.is_changed() {
        *memory = WarningMemory::default();
    }
    if !memory.beat.is_due(time.elapsed_secs_f64()) {
        return;
    }
    let jd = calendar.now_jd();
    let new = memory.written.take_new(warnings.rows(), jd);
    memory.beats = memory.beats.saturating_add(1);
    if memory.beats <= SETTLING_BEATS {
        return;
    }
    for warning in new {
        let spot = Some(FocusTarget::Point(warning.encounter.place));
        log.note(Event { jd, words: words_of(warning), spot, kind: EventKind::Trouble });
    }
}

fn words_of(warning: &Warning) -> String {
    format!("Warning: {} on {}", warning.words, date_words(warning.encounter.jd))
}

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::*;
    use crate::orbit::J2000_JD;
    use crate::sim::forecast::encounters::ComingEncounter;
    use crate::sim::ids::BodyId;

    #[test]
    fn a_warning_is_written_again_when_its_date_moves() {
        let encounter = ComingEncounter {
            topic: Topic::Pair { first: BodyId(1), second: BodyId(2) },
            jd: J2000_JD,
            place: DVec3::ZERO,
            size_km: 1.0,
            nearest_km: 1.0,
            foe: None,
        };
        let warned = |days: f64| Warning {
            encounter: ComingEncounter { jd: J2000_JD + days, ..encounter },
            words: "they pass".to_owned(),
        };
        let mut written = Written::default();
        let mut lines = |days: f64| -> Vec<String> {
            let warnings = [warned(days)];
            written.take_new(&warnings, J2000_JD).into_iter().map(words_of).collect()
        };
        let first = lines(30.0);
        assert_eq!(first.len(), 1);
        assert!(first.iter().all(|words| words.starts_with("Warning: they pass on 2000-01-")), "{first:?}");
        assert!(lines(31.0).is_empty());
        assert_eq!(lines(50.0).len(), 1);
    }
}
