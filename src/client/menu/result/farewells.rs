//! What is said when a side surrenders, falls or loses: the end of a side is no secret, and its mind says so itself.

use std::collections::BTreeSet;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::client::frame::{Player, PollTimer, Toasts};
use crate::client::hud::log::{Event, EventKind, EventLog};
use crate::client::view::is_out;
use crate::client::worlds::Kept;
use crate::sim::outcome::{History, Verdict};
use crate::sim::visibility::Views;
use crate::sim::{Calendar, FactionId, Factions, Seats, Sides};

/// The last words of a mind.
const WELL_PLAYED: &str = "We have lost. Well played";

/// How the war of a faction ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// It gave up.
    Surrendered,
    /// It has no ship, structure, body or trooper left.
    Fallen,
    /// Another side has won.
    Lost,
}

/// The factions whose end is known.
#[derive(Debug, Default)]
pub struct KnownEnds {
    beat: PollTimer,
    /// Whether the world has been looked at: what had ended before is no news.
    is_begun: bool,
    factions: BTreeSet<FactionId>,
}

/// Query bundle for the ends of factions.
#[derive(SystemParam)]
pub struct Fates<'w, 's> {
    views: Views<'w, 's>,
    verdict: Res<'w, Verdict>,
    history: Res<'w, History>,
    calendar: Res<'w, Calendar>,
    factions: Res<'w, Factions>,
    sides: Res<'w, Sides>,
    seats: Res<'w, Seats>,
    player: Res<'w, Player>,
}

impl Fates<'_, '_> {
    /// How the war of a faction ended; `None` while it goes on, and for those who have won.
    fn end_of(&self, faction: FactionId) -> Option<End> {
        if self.history.has_surrendered(faction) {
            return Some(End::Surrendered);
        }
        match &self.verdict.0 {
            Some(decision) => (self.sides.side(faction) != decision.side).then_some(End::Lost),
            None => is_out(self.views.of(faction)).then_some(End::Fallen),
        }
    }

    /// Tells of the end of a faction: of a surrender the log tells itself, and of a decision the verdict.
    fn tell(&self, faction: FactionId, end: End, log: &mut EventLog, toasts: &mut Toasts) {
        let Some(known) = self.factions.0.get(faction) else { return };
        let mut note = |words: String, kind: EventKind| {
            log.note(Event { jd: self.calendar.now_jd(), words, spot: None, kind });
        };
        let me = self.player.faction;
        if end == End::Fallen && faction != me {
            let is_foe = self.sides.are_foes(me, faction);
            let kind = if is_foe { EventKind::Finished } else { EventKind::Trouble };
            note(format!("{} has fallen: nothing of it is left", known.name), kind);
        }
        if let Some(mind) = self.seats.playing(faction) {
            note(format!("{} ({}): {WELL_PLAYED}", known.name, mind.words()), EventKind::Note);
        }
        let deed = match end {
            End::Surrendered => "has surrendered",
            End::Fallen => "has fallen",
            End::Lost => return,
        };
        if faction != me && self.verdict.0.is_none() {
            toasts.say(format!("{} {deed} and is out of the war", known.name));
        }
    }
}

/// Tells of the ends of factions, a few times a second.
pub fn say(
    fates: Fates,
    time: Res<Time<Real>>,
    mut log: ResMut<EventLog>,
    mut toasts: ResMut<Toasts>,
    mut ended: Kept<KnownEnds>,
) {
    let ended = ended.now();
    if !ended.beat.is_due(time.elapsed_secs_f64()) {
        return;
    }
    for faction in fates.factions.0.keys() {
        if ended.factions.contains(&faction) {
            continue;
        }
        let Some(end) = fates.end_of(faction) else { continue };
        if ended.is_begun {
            fates.tell(faction, end, &mut log, &mut toasts);
        }
        ended.factions.insert(faction);
    }
    ended.is_begun = true;
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use bevy::ecs::system::SystemId;

    use super::*;
    use crate::level::MindChoice;
    use crate::rules::test_support::shipped_level;
    use crate::sim::outcome::test_support::decided;
    use crate::sim::simulation::test_support::world_of;
    use crate::sim::{Order, OrderQueue, Simulation};

    /// Four corners with a mind on all sides but the first, the player's, and the watch over it.
    fn watched() -> (Simulation, SystemId) {
        let mut level = shipped_level("four-corners.ron");
        for faction in &mut level.factions[1..] {
            faction.mind = Some(MindChoice::new("captain", "corsair"));
        }
        let mut simulation = world_of(&level, 7);
        let world = simulation.world_mut();
        world.insert_resource(Player { faction: FactionId(0), home: None });
        world.init_resource::<EventLog>();
        world.init_resource::<Toasts>();
        world.insert_resource(Time::<Real>::default());
        let watch = world.register_system(say);
        (simulation, watch)
    }

    /// What is new after another second: the toasts, and the lines of the log.
    fn news((simulation, watch): &mut (Simulation, SystemId)) -> (String, Vec<String>) {
        let world = simulation.world_mut();
        world.resource_mut::<Time<Real>>().advance_by(Duration::from_secs(1));
        world.insert_resource(EventLog::default());
        world.run_system(*watch).expect("it runs");
        let lines = world.resource::<EventLog>().last(9).map(|entry| entry.event.words.clone()).collect();
        (world.resource_mut::<Toasts>().take_fresh(), lines)
    }

    fn name(simulation: &mut Simulation, faction: usize) -> String {
        simulation.world_mut().resource::<Factions>().0[FactionId(faction)].name.clone()
    }

    fn give_up(simulation: &mut Simulation, faction: usize) {
        simulation.world_mut().resource_mut::<OrderQueue>().give(FactionId(faction), Order::Surrender);
        simulation.run(20);
    }

    fn nothing() -> (String, Vec<String>) {
        (String::new(), Vec::new())
    }

    #[test]
    fn a_surrender_is_told_at_once_and_not_again_at_the_verdict() {
        let mut watched = watched();
        assert_eq!(news(&mut watched), nothing());
        give_up(&mut watched.0, 1);
        let who = name(&mut watched.0, 1);
        let words = format!("{who} (captain, corsair): {WELL_PLAYED}");
        assert_eq!(news(&mut watched), (format!("{who} has surrendered and is out of the war"), vec![words]));
        assert_eq!(news(&mut watched), nothing());
        watched.0.world_mut().insert_resource(decided());
        let (toast, lines) = news(&mut watched);
        assert_eq!((toast.as_str(), lines.len()), ("", 2), "the other two have lost as well: {lines:?}");
        assert!(lines.iter().all(|line| line.ends_with(WELL_PLAYED) && !line.starts_with(&who)), "{lines:?}");
        assert_eq!(news(&mut watched), nothing());
    }

    #[test]
    fn a_fall_is_told_at_once() {
        let mut watched = watched();
        assert_eq!(news(&mut watched), nothing());
        give_up(&mut watched.0, 2);
        // Nothing is left, as after the loss of the last ship.
        watched.0.world_mut().insert_resource(History::default());
        let who = name(&mut watched.0, 2);
        let (toast, lines) = news(&mut watched);
        assert_eq!(toast, format!("{who} has fallen and is out of the war"));
        let [fall, farewell] = &lines[..] else { panic!("{lines:?}") };
        assert!(fall.starts_with(&format!("{who} has fallen")) && farewell.ends_with(WELL_PLAYED));
    }

    #[test]
    fn what_had_ended_before_a_world_was_entered_is_no_news() {
        let mut watched = watched();
        give_up(&mut watched.0, 1);
        assert_eq!(news(&mut watched), nothing());
        assert_eq!(news(&mut watched), nothing());
    }
}
