//! Ships land troopers: as invaders, or as defenders of their own side's ground while foes are there.
//!
//! A second side waits until the first landing has won or lost. Troopers that leave a ship are on the ground; none
//! is lost on the way. The first troopers of an invasion are a [`GameEvent::Landed`], troopers that join it later
//! a [`GameEvent::Reinforced`].

use bevy::prelude::*;

use super::{Envoy, Theatre};
use crate::level::Assault;
use crate::orbit::TICKS_PER_SECOND;
use crate::sim::event::{Events, GameEvent};
use crate::sim::{BodyId, Condition, FactionId, Ground, Grounds, Sides};

/// The bodies on which troopers landed in this tick and in the last one, each with their faction. No part of the
/// state: only this tick's entries decide anything, and only in this tick.
#[derive(Resource, Clone, Debug, Default)]
pub(in crate::sim) struct Ashore {
    now: Vec<(BodyId, FactionId)>,
    before: Vec<(BodyId, FactionId)>,
    /// The number of ticks since this world began. In the first tick the earlier landings are unknown.
    ticks: u64,
}

impl Ashore {
    /// Whether troopers went ashore on a body in this tick.
    pub(in crate::sim) fn is_landing(&self, body: BodyId) -> bool {
        self.now.iter().any(|(at, _)| *at == body)
    }

    /// The factions whose troopers went ashore on a body in this tick, the first ones first.
    pub(in crate::sim) fn landing(&self, body: BodyId) -> impl Iterator<Item = FactionId> + '_ {
        factions_at(&self.now, body)
    }

    /// The factions that landed in the tick before.
    pub(in crate::sim) fn landing_before(&self, body: BodyId) -> impl Iterator<Item = FactionId> + '_ {
        factions_at(&self.before, body)
    }

    /// Whether a faction begins to land on a body: none of its troopers landed there in the tick before.
    fn begins(&self, body: BodyId, faction: FactionId) -> bool {
        let goes_on = [&self.now, &self.before].into_iter().any(|list| list.contains(&(body, faction)));
        self.ticks > 1 && !goes_on
    }

    fn begin_tick(&mut self) {
        let Self { now, before, ticks } = self;
        std::mem::swap(now, before);
        now.clear();
        *ticks += 1;
    }

    fn note(&mut self, body: BodyId, faction: FactionId) {
        if !self.now.contains(&(body, faction)) {
            self.now.push((body, faction));
        }
    }
}

/// The factions of a body in a list.
fn factions_at(list: &[(BodyId, FactionId)], body: BodyId) -> impl Iterator<Item = FactionId> + '_ {
    list.iter().filter(move |(at, _)| *at == body).map(|(_, faction)| *faction)
}

pub(in crate::sim) fn land(
    theatre: Theatre,
    mut conditions: Query<&mut Condition>,
    mut grounds: ResMut<Grounds>,
    mut ashore: ResMut<Ashore>,
    mut events: ResMut<Events>,
) {
    ashore.begin_tick();
    let share = theatre.arms_table.rules.ground.landing_per_s / TICKS_PER_SECOND;
    for envoy in theatre.envoys(Assault::Land) {
        let Some(ground) = grounds.0.get_mut(envoy.body) else { continue };
        let Ok(mut condition) = conditions.get_mut(theatre.table.entities[envoy.at]) else { continue };
        let is_near = || theatre.distance_km(envoy) <= theatre.landing_reach_km(envoy.body);
        if condition.troopers <= 0.0 || !is_near() {
            continue;
        }
        let class = theatre.arms_table.ships.get(theatre.table.ships[envoy.at].class);
        let most = class.map_or(0.0, |class| class.troopers).max(condition.troopers);
        let landed = (share * most).min(condition.troopers);
        let is_own = theatre.is_own_side(envoy.body, envoy.faction);
        let Some(after) = reinforced(ground, envoy.faction, landed, is_own, &theatre.sides) else { continue };
        let owner = theatre.holdings.0.get(envoy.body).and_then(|holding| holding.owner);
        let news = news_of(envoy, ground, &ashore, owner.filter(|_| is_own));
        *ground = after;
        condition.troopers -= landed;
        ashore.note(envoy.body, envoy.faction);
        if let Some(event) = news {
            events.record(theatre.calendar.tick, event);
        }
    }
}

/// The event of a landing that begins, on a ground as it was before; `None` for a landing that goes on. `defended`
/// is the body's owner, if that is on the landing side.
fn news_of(envoy: Envoy, ground: &Ground, ashore: &Ashore, defended: Option<FactionId>) -> Option<GameEvent> {
    let Envoy { body, faction, .. } = envoy;
    let Some((first, _)) = ground.invaders else {
        let is_new = ashore.landing_before(body).next().is_none();
        return is_new.then_some(GameEvent::Landed { body, faction });
    };
    let (side, defends) = (defended.unwrap_or(first), defended.is_some());
    let against = defends.then_some(first);
    ashore.begins(body, faction).then_some(GameEvent::Reinforced { body, faction, side, defends, against })
}

/// A ground after a landing of a faction: the troopers join the defenders on invaded ground of their own side, or
/// invaders of their side; `None` if the troopers have to wait.
fn reinforced(
    ground: &Ground,
    faction: FactionId,
    landed: f64,
    is_own: bool,
    sides: &Sides,
) -> Option<Ground> {
    if is_own {
        let is_beset = ground.is_beset(faction, sides);
        return is_beset.then_some(Ground { defenders: ground.defenders + landed, ..*ground });
    }
    let invaders = match ground.invaders {
        None => (faction, landed),
        Some((first, there)) if !sides.are_foes(first, faction) => (first, there + landed),
        Some(_) => return None,
    };
    Some(Ground { invaders: Some(invaders), ..*ground })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::test_support::faction_of;

    impl Ashore {
        /// A list with these entries, for tests.
        pub(in crate::sim) fn of(now: &[(BodyId, FactionId)], before: &[(BodyId, FactionId)]) -> Self {
            Self { now: now.to_vec(), before: before.to_vec(), ticks: 2 }
        }
    }

    #[test]
    fn landings_are_remembered_for_two_ticks() {
        let mut ashore = Ashore::default();
        for (body, faction) in [(3, 1), (3, 0), (3, 1), (4, 2)] {
            ashore.note(BodyId(body), FactionId(faction));
        }
        assert!(ashore.is_landing(BodyId(3)) && !ashore.is_landing(BodyId(5)));
        assert_eq!(ashore.landing(BodyId(3)).collect::<Vec<_>>(), [1, 0].map(FactionId));
        ashore.begin_tick();
        assert!(!ashore.is_landing(BodyId(3)) && ashore.landing(BodyId(3)).next().is_none());
        assert_eq!(ashore.landing_before(BodyId(4)).collect::<Vec<_>>(), [FactionId(2)]);
        ashore.begin_tick();
        assert_eq!(ashore.landing_before(BodyId(3)).next(), None);
    }

    #[test]
    fn reinforcements_are_reported_at_their_beginning() {
        let envoy = |faction: FactionId| Envoy { at: 0, faction, body: BodyId(3) };
        let free = Ground { defenders: 30.0, ..Ground::default() };
        let beset = Ground { invaders: Some((FactionId(0), 50.0)), ..free };
        let mut ashore = Ashore::default();
        ashore.begin_tick();
        let landed = Some(GameEvent::Landed { body: BodyId(3), faction: FactionId(0) });
        assert_eq!(news_of(envoy(FactionId(0)), &free, &ashore, None), landed);
        assert_eq!(news_of(envoy(FactionId(0)), &beset, &ashore, None), None, "nobody knows what was before");
        ashore.note(BodyId(3), FactionId(0));
        ashore.begin_tick();
        assert_eq!(news_of(envoy(FactionId(0)), &free, &ashore, None), None, "the first fall as they land");
        assert_eq!(news_of(envoy(FactionId(0)), &beset, &ashore, None), None, "they go on");
        let joined = |faction: FactionId, side: FactionId, defends: bool| {
            let against = defends.then_some(FactionId(0));
            Some(GameEvent::Reinforced { body: BodyId(3), faction, side, defends, against })
        };
        assert_eq!(
            news_of(envoy(FactionId(1)), &beset, &ashore, None),
            joined(FactionId(1), FactionId(0), false),
            "an ally"
        );
        assert_eq!(
            news_of(envoy(FactionId(4)), &beset, &ashore, Some(FactionId(2))),
            joined(FactionId(4), FactionId(2), true),
            "at home"
        );
        ashore.note(BodyId(3), FactionId(1));
        assert_eq!(news_of(envoy(FactionId(1)), &beset, &ashore, None), None, "another ship of theirs");
        ashore.begin_tick();
        ashore.begin_tick();
        assert_eq!(
            news_of(envoy(FactionId(0)), &beset, &ashore, None),
            joined(FactionId(0), FactionId(0), false),
            "a second wave"
        );
    }

    /// The first two are allies.
    fn sides() -> Sides {
        Sides::of(&[faction_of(Some("x")), faction_of(Some("x")), faction_of(None)])
    }

    #[test]
    fn landings_at_home_help_defenders_and_only_against_invaders() {
        let beset = Ground { defenders: 30.0, invaders: Some((FactionId(2), 50.0)), ..Ground::default() };
        for faction in [0, 1] {
            let helped = reinforced(&beset, FactionId(faction), 8.0, true, &sides());
            assert_eq!(helped, Some(Ground { defenders: 38.0, ..beset }));
        }
        let peace = Ground { invaders: None, ..beset };
        assert_eq!(reinforced(&peace, FactionId(0), 8.0, true, &sides()), None, "they stay aboard");
        let founded = Ground { invaders: Some((FactionId(1), 5.0)), ..beset };
        assert_eq!(reinforced(&founded, FactionId(0), 8.0, true, &sides()), None, "nobody to fight");
    }

    #[test]
    fn foreign_landings_invade_or_wait() {
        let free = Ground { defenders: 30.0, ..Ground::default() };
        let invaded = |who: FactionId, count: f64| Some(Ground { invaders: Some((who, count)), ..free });
        assert_eq!(reinforced(&free, FactionId(0), 8.0, false, &sides()), invaded(FactionId(0), 8.0));
        let first = Ground { invaders: Some((FactionId(0), 50.0)), ..free };
        assert_eq!(reinforced(&first, FactionId(1), 8.0, false, &sides()), invaded(FactionId(0), 58.0));
        assert_eq!(reinforced(&first, FactionId(2), 8.0, false, &sides()), None);
    }
}
