//! Which events are fighting: they begin battles at their places, keep them going, and raise alerts.

use bevy::prelude::*;
use glam::DVec3;

use super::sites::{Alert, Sites};
use super::wells::WellPlace;
use crate::client::frame::Player;
use crate::client::scene::battle::{BattleClock, FreshEvent, FreshEvents};
use crate::sim::event::{GameEvent, Party};
use crate::sim::outcome::history::battle_gap_ticks;
use crate::sim::{ArmsTable, Calendar, Sky};

/// Limit on the events of a frame that are read, evenly chosen from all of them.
const MOST_LOOKED_AT: usize = 64;

/// Records the places of fighting.
pub fn note(
    news: Res<FreshEvents>,
    clock: Res<BattleClock>,
    player: Res<Player>,
    sky: Res<Sky>,
    calendar: Res<Calendar>,
    arms_table: Res<ArmsTable>,
    mut sites: ResMut<Sites>,
) {
    let now_s = clock.now_s;
    sites.gap_ticks = battle_gap_ticks(&arms_table);
    sites.begin(now_s, calendar.tick);
    let me = player.faction;
    let fighting = || news.fresh.iter().filter_map(|one| place_of(one).map(|(place, hit)| (one, place, hit)));
    let step = fighting().count() / MOST_LOOKED_AT + 1;
    for (one, place, hit) in fighting().step_by(step) {
        let attacked = hit.filter(|hit| hit.faction == me).map(|hit| hit.id);
        let at = WellPlace::of_event(&sky, &calendar, place, one.tick);
        if is_harm(&one.event) {
            sites.note_harm(at);
        }
        if sites.enter(at.body, at.offset, now_s, attacked.is_some()) {
            sites.alert(Alert { place: at.now(&sky), attacked });
        }
    }
}

/// The place of an event and the unit hit; `None` if the event is no fighting, or has no place.
fn place_of(news: &FreshEvent) -> Option<(DVec3, Option<Party>)> {
    match news.event {
        GameEvent::Shot { at, to, outcome, .. } => Some((to, outcome.is_hit().then_some(at))),
        GameEvent::Burst { place, touched, .. } => Some((place, touched)),
        // Crews that scuttle their own units fight nobody.
        GameEvent::Destroyed { by: Some(_), place, .. } => Some((place, None)),
        GameEvent::Intercepted { to, .. } | GameEvent::Bombarded { to, .. } => Some((to, None)),
        _ => None,
    }
}

/// Whether something is hit in an event of a battle.
fn is_harm(event: &GameEvent) -> bool {
    match event {
        GameEvent::Shot { outcome, .. } => outcome.is_hit(),
        GameEvent::Burst { touched, ground, .. } => touched.is_some() || ground.is_some(),
        GameEvent::Destroyed { .. } | GameEvent::Bombarded { .. } => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::TargetId;
    use crate::sim::event::ShotOutcome;
    use crate::sim::ids::{ClassId, FactionId, ShipId, WeaponId};

    fn fresh(event: GameEvent) -> FreshEvent {
        FreshEvent { number: 0, tick: 0, born_s: 0.0, event }
    }

    #[test]
    fn only_hit_units_are_attacked() {
        let ship = |number| Party { id: TargetId::Ship(ShipId(number)), faction: FactionId(0) };
        let (by, at) = (ship(1), ship(2));
        let hit = |outcome| {
            let (from, to) = (DVec3::ZERO, DVec3::X);
            let event = GameEvent::Shot { by, at, weapon: WeaponId::FIRST, from, to, outcome };
            let has_hit = matches!(outcome, ShotOutcome::HitShield | ShotOutcome::HitArmour);
            assert_eq!(is_harm(&event), has_hit);
            place_of(&fresh(event))
        };
        assert_eq!(hit(ShotOutcome::HitShield), Some((DVec3::X, Some(at))));
        assert_eq!(hit(ShotOutcome::HitArmour), Some((DVec3::X, Some(at))));
        assert_eq!(hit(ShotOutcome::Missed), Some((DVec3::X, None)));
        assert_eq!(hit(ShotOutcome::Stopped), Some((DVec3::X, None)));
    }

    #[test]
    fn only_destruction_by_others_is_a_battle() {
        let what = Party { id: TargetId::Ship(ShipId(1)), faction: FactionId(0) };
        let destroyed = |by| {
            let (class, place, radius_km) = (ClassId::FIRST, DVec3::X, 1.0);
            place_of(&fresh(GameEvent::Destroyed { what, class, fleet: None, by, place, radius_km }))
        };
        assert_eq!(destroyed(Some(FactionId(1))), Some((DVec3::X, None)));
        assert_eq!(destroyed(None), None, "its own crew scuttled it");
    }
}
