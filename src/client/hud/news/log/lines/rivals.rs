//! Lines about other sides that will win if they keep what they hold: one for each, when their time begins to run.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use bevy::prelude::*;

use super::super::{Event, EventKind, EventLog};
use crate::client::frame::{Player, PollTimer};
use crate::client::hud::aim_words::{Rival, rivals_ahead};
use crate::client::view::FocusTarget;
use crate::client::worlds::Kept;
use crate::sim::outcome::Verdict;
use crate::sim::outcome::victory::Race;
use crate::sim::{Calendar, FactionId, Sky};

/// State kept from look to look.
#[derive(Default)]
pub struct RivalMemory {
    beat: PollTimer,
    /// What each seat was told: its log stays while another one plays.
    told: BTreeMap<FactionId, Told>,
}

/// The rivals that have a line, by their keys, with its number, until they lose what they hold.
#[derive(Clone, Debug, Default)]
struct Told(BTreeMap<(usize, u16), u64>);

impl Told {
    /// Writes lines about rivals without one. The alert of a rival stays as long as it holds what wins.
    fn tell(&mut self, ahead: Vec<Rival>, jd: f64, log: &mut Mut<EventLog>) {
        let is_over = |key: &(usize, u16)| ahead.iter().all(|rival| rival.key != *key);
        let over: Vec<u64> = self.0.extract_if(.., |key, _| is_over(key)).map(|(_, number)| number).collect();
        if !over.is_empty() {
            log.end_alerts(&over);
        }
        let stay: Vec<u64> = self.0.values().copied().collect();
        log.bypass_change_detection().refresh_alerts(&stay);
        for Rival { key, body, words } in ahead {
            if let Entry::Vacant(new) = self.0.entry(key) {
                new.insert(log.count);
                let spot = body.map(FocusTarget::Body);
                log.note(Event { jd, words, spot, kind: EventKind::Rival });
            }
        }
    }
}

/// Writes lines about new rivals.
pub fn write(
    (race, verdict, sky): (Race, Res<Verdict>, Res<Sky>),
    calendar: Res<Calendar>,
    player: Res<Player>,
    time: Res<Time<Real>>,
    log: ResMut<EventLog>,
    mut memory: Kept<RivalMemory>,
) {
    let memory = memory.now();
    if verdict.0.is_none() && memory.beat.is_due(time.elapsed_secs_f64()) {
        let told = memory.told.entry(player.faction).or_default();
        told.tell(rivals_ahead(&race, &sky, &player), calendar.now_jd(), &mut log.into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::BodyId;

    #[test]
    fn a_rival_has_a_line_and_an_alert_until_it_has_lost_what_it_held() {
        let mut world = World::new();
        world.init_resource::<EventLog>();
        let mut told = Told::default();
        let mut over = |sides: &[u16]| {
            let rival = |side: &u16| Rival { key: (0, *side), body: None, words: side.to_string() };
            let rivals = sides.iter().map(rival);
            let mut log = world.resource_mut::<EventLog>();
            told.tell(rivals.collect(), 0.0, &mut log);
            log.entries.iter().map(|entry| (entry.event.words.clone(), entry.is_over)).collect::<Vec<_>>()
        };
        let line = |side: &str, is_over: bool| (side.to_owned(), is_over);
        assert_eq!(over(&[1]), [line("1", false)]);
        assert_eq!(over(&[1, 2]), [line("1", false), line("2", false)]);
        assert_eq!(over(&[2]), [line("1", true), line("2", false)]);
        let again = [line("1", true), line("2", false), line("1", false)];
        assert_eq!(over(&[1, 2]), again, "its time runs from the beginning");
    }

    #[test]
    fn a_line_about_a_body_that_has_to_be_held_leads_there() {
        let mut world = World::new();
        world.init_resource::<EventLog>();
        let rival = |side: u16, body: Option<BodyId>| Rival { key: (0, side), body, words: String::new() };
        let ahead = vec![rival(1, Some(BodyId(3))), rival(2, None)];
        let mut log = world.resource_mut::<EventLog>();
        Told::default().tell(ahead, 0.0, &mut log);
        let bodies: Vec<Option<BodyId>> = log.last(2).map(|entry| entry.event.body()).collect();
        assert_eq!(bodies, [Some(BodyId(3)), None]);
    }

    #[test]
    fn an_alert_of_one_rival_does_not_stand_for_another() {
        let event =
            |words: &str| Event { jd: 0.0, words: words.to_owned(), spot: None, kind: EventKind::Rival };
        assert!(event("a").is_like(&event("a")) && !event("a").is_like(&event("b")));
    }
}
