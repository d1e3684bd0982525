//! Who may act, who comes next, and what each sees.

use std::collections::BTreeMap;

use bevy::prelude::*;
use typed_index_collections::TiSlice;

use super::desk::KeptDesk;
use crate::client::frame::{Player, SPECTATOR, eyes_of};
use crate::client::view::Onlooker;
use crate::level::{Faction, Level, StarSystem};
use crate::sim::FactionId;
use crate::sim::visibility::Viewer;

/// The seats, and the client state of players who do not act.
#[derive(Resource, Clone, Debug)]
pub struct Seats {
    /// The level's own player.
    pub(super) own: FactionId,
    /// The last acting faction other than the spectator.
    pub(super) last: FactionId,
    /// Whether everyone sees everything.
    pub(super) reveals: bool,
    /// Whether only the level's own player may act.
    is_closed: bool,
    /// Whether a replay is watched: a seat is then only a view.
    pub(super) is_replay: bool,
    pub(super) kept: BTreeMap<FactionId, KeptDesk>,
}

impl Seats {
    /// The seats of a level, with its own player in the first one.
    pub fn of_level(level: &Level) -> Self {
        let reveals = level.settings.reveal || level.factions.is_empty();
        let (own, is_closed) = (level.own_faction(), level.settings.one_player);
        Self { own, last: own, reveals, is_closed, is_replay: false, kept: BTreeMap::new() }
    }

    /// The seats from which a replay is watched: every one, and all at once.
    pub fn of_replay(level: &Level) -> Self {
        Self { reveals: false, is_closed: false, is_replay: true, ..Self::of_level(level) }
    }

    /// Seats the player as a faction or as a spectator: who acts from now on, and with which eyes.
    pub fn sit(
        &mut self,
        faction: FactionId,
        factions: &TiSlice<FactionId, Faction>,
        system: &StarSystem,
    ) -> (Player, Onlooker) {
        if faction != SPECTATOR {
            self.last = faction;
        }
        (player_of(faction, factions, system), Onlooker(self.viewer(faction)))
    }

    /// The next acting faction after `present`, of this number of factions.
    ///
    /// # Errors
    /// A sentence for the player, if nobody else may act.
    pub(super) fn next(
        &self,
        present: FactionId,
        looks_on: bool,
        count: usize,
    ) -> Result<FactionId, &'static str> {
        if self.is_replay {
            return Ok(next_view(present, count));
        }
        if self.is_closed {
            return Err("This level is for one player: you cannot change sides");
        }
        if present == SPECTATOR {
            return Ok(self.last);
        }
        if looks_on {
            return Ok(SPECTATOR);
        }
        (1..count)
            .map(|step| FactionId((present.0 + step) % count))
            .next()
            .ok_or("There is no other faction to play")
    }

    /// The viewer for an acting player.
    pub(super) fn viewer(&self, player: FactionId) -> Viewer {
        match eyes_of(player) {
            Viewer::Faction(faction) if self.reveals => Viewer::Revealed(faction),
            eyes => eyes,
        }
    }

    /// The acting player in words; `None` for the level's own player.
    pub fn words(&self, player: FactionId, factions: &TiSlice<FactionId, Faction>) -> Option<String> {
        let faction = factions.get(player);
        if self.is_replay {
            let eyes = faction
                .map_or_else(|| "seen by all".to_owned(), |faction| format!("seen by {}", faction.name));
            return Some(format!("Replay, {eyes}"));
        }
        if player == SPECTATOR {
            return Some("You are a spectator: you see everything, but give no orders".to_owned());
        }
        let faction = faction.filter(|_| player != self.own)?;
        Some(format!("You play {}", faction.name))
    }
}

/// The player resource for a faction.
pub fn player_of(faction: FactionId, factions: &TiSlice<FactionId, Faction>, system: &StarSystem) -> Player {
    let home = factions
        .get(faction)
        .and_then(|faction| system.find(faction.home.as_deref()?))
        .and_then(|body| system.bodies.get(body).map(|known| (body, known.displayed_radius_km)));
    Player { faction, home }
}

/// The view after `present` in a replay: one faction after the other, then everything.
fn next_view(present: FactionId, count: usize) -> FactionId {
    let next = if present == SPECTATOR { 0 } else { present.0 + 1 };
    if next < count { FactionId(next) } else { SPECTATOR }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::test_support::faction;

    fn seats(is_closed: bool) -> Seats {
        let (own, last) = (FactionId(1), FactionId(1));
        Seats { own, last, reveals: false, is_closed, is_replay: false, kept: BTreeMap::new() }
    }

    #[test]
    fn seats_go_round() {
        let next = |present: usize| seats(false).next(FactionId(present), false, 3);
        assert_eq!([next(0), next(1), next(2)], [Ok(FactionId(1)), Ok(FactionId(2)), Ok(FactionId(0))]);
        assert!(seats(false).next(FactionId(0), false, 1).is_err());
        assert!(seats(false).next(FactionId(0), false, 0).is_err());
    }

    #[test]
    fn a_spectator_goes_back_to_the_last_seat() {
        let next = |present, looks_on| seats(false).next(present, looks_on, 3);
        assert_eq!(next(FactionId(0), true), Ok(SPECTATOR));
        assert_eq!([next(SPECTATOR, true), next(SPECTATOR, false)], [Ok(FactionId(1)); 2]);
        assert!(seats(true).next(FactionId(0), true, 3).is_err(), "the level forbids it");
    }

    #[test]
    fn a_replay_is_seen_by_each_faction_and_by_all() {
        let replay = Seats { is_replay: true, ..seats(true) };
        let next = |present| replay.next(present, false, 2);
        assert_eq!(next(FactionId(0)), Ok(FactionId(1)), "whatever the level says");
        assert_eq!([next(FactionId(1)), next(SPECTATOR)], [Ok(SPECTATOR), Ok(FactionId(0))]);
        assert_eq!(replay.viewer(FactionId(1)), Viewer::Faction(FactionId(1)));
    }

    #[test]
    fn each_seat_has_its_own_view() {
        assert_eq!(seats(false).viewer(FactionId(2)), Viewer::Faction(FactionId(2)));
        assert_eq!(seats(false).viewer(SPECTATOR), Viewer::Everything);
        let revealing = Seats { reveals: true, ..seats(false) };
        assert_eq!(revealing.viewer(FactionId(2)), Viewer::Revealed(FactionId(2)));
        assert_eq!(revealing.viewer(SPECTATOR), Viewer::Everything);
    }

    #[test]
    fn the_acting_faction_is_shown_unless_it_is_the_usual_one() {
        let factions = [faction("Lumen"), faction("Cairn")];
        assert_eq!(
            seats(false).words(FactionId(0), TiSlice::from_ref(&factions)).as_deref(),
            Some("You play Lumen")
        );
        assert_eq!(seats(false).words(FactionId(1), TiSlice::from_ref(&factions)), None);
        assert!(
            seats(false)
                .words(SPECTATOR, TiSlice::from_ref(&factions))
                .is_some_and(|words| words.contains("spectator"))
        );
    }
}
