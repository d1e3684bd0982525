//! Fights in the log: new battles, attacks on the player's units, losses and their causes, reinforcements on the
//! ground, and the ends of landings.

use std::collections::BTreeMap;
use std::hash::Hash;

use bevy::ecs::system::SystemParam;
use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use glam::DVec3;

use super::super::names::{LogNames, article};
use super::super::queries::Sources;
use super::super::{Event, EventKind, EventLog, Line, Thing};
use crate::client::frame::capital;
use crate::client::scene::battle::sources::sites::Sites;
use crate::client::scene::battle::sources::wells::WellPlace;
use crate::client::scene::battle::{BattleClock, FreshEvent, FreshEvents, VisibleUnits};
use crate::client::scene::labels::stacks::{counted, plural};
use crate::client::view::FocusTarget;
use crate::client::worlds::Kept;
use crate::sim::event::GameEvent;
use crate::sim::{BodyId, ClassId, FactionId, FleetId, TargetId};

/// Losses within this time share a line, s.
const TOGETHER_S: f64 = 1.5;
/// Least time between lines about landings on one body, s.
const LANDING_REST_S: f64 = 20.0;

/// Losses that share a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct LossGroup {
    /// Whose it was.
    faction: FactionId,
    is_structure: bool,
    class: ClassId,
    /// Whose shots did it.
    by: Option<FactionId>,
    /// The player's fleet of the unit.
    fleet: Option<FleetId>,
    /// The well in which it was.
    well: Option<BodyId>,
    /// The battle in which it was, see [`Sites`].
    battle: Option<u64>,
}

/// Losses with their number and their place.
type Fallen = BTreeMap<LossGroup, (usize, FocusTarget)>;

/// The player's fleet of lost ships.
#[derive(Clone, Copy, Debug)]
struct Loser<'a> {
    name: &'a str,
    /// Whether none of its ships is left.
    is_gone: bool,
}

/// State kept from frame to frame.
#[derive(Default)]
pub struct FightMemory {
    fallen: Fallen,
    told_s: f64,
    /// When a landing on a body, or its bombardment, was last reported.
    landed_s: HashMap<(BodyId, Option<FactionId>), f64>,
    /// When reinforcements of a faction for another's troopers, or for its own, were last reported on a body.
    joined_s: HashMap<(BodyId, FactionId, FactionId), f64>,
}

/// Query bundle for lines about fights.
#[derive(SystemParam)]
pub struct Witnessed<'w, 's> {
    news: Res<'w, FreshEvents>,
    sites: Res<'w, Sites>,
    clock: Res<'w, BattleClock>,
    roster: Res<'w, VisibleUnits>,
    sources: Sources<'w, 's>,
}

impl Witnessed<'_, '_> {
    /// The name of an attacked unit: the fleet's name, or the structure's class.
    fn name_of(&self, mark: TargetId, names: &LogNames) -> Option<String> {
        match mark {
            TargetId::Ship(_) => {
                let seen = self.roster.get(mark).and_then(|spot| self.sources.ships.get(spot.entity))?;
                Some(self.sources.ships.name_of_fleet(&seen).to_owned())
            }
            TargetId::Structure(id) => {
                let found = self.sources.structures.iter().find(|one| one.structure.id == id)?;
                Some(names.structure(found.structure.class).to_owned())
            }
        }
    }

    /// An attacked unit, as what is looked at: a ship's fleet, which outlives the ship.
    fn thing_of(&self, mark: TargetId) -> Thing {
        let spot = self.roster.get(mark).filter(|_| matches!(mark, TargetId::Ship(_)));
        let seen = spot.and_then(|spot| self.sources.ships.get(spot.entity));
        let fleet = seen.and_then(|seen| self.sources.ships.fleet_of(&seen));
        fleet.map_or(Thing::Unit(mark), Thing::Fleet)
    }

    /// The battle at a place now, km.
    fn battle_now(&self, place: DVec3) -> Option<u64> {
        let Sources { sky, calendar, .. } = &self.sources;
        let last_tick = calendar.tick.saturating_sub(1);
        self.sites.battle_at(WellPlace::of_event(sky, calendar, place, last_tick))
    }

    /// The battle about a body.
    fn battle_about(&self, body: BodyId) -> Option<u64> {
        self.sites.battle_at(WellPlace { body: Some(body), offset: DVec3::ZERO })
    }

    /// Whether there is no fleet with this number.
    fn is_gone(&self, fleet: FleetId) -> bool {
        self.sources.planet_data.view().fleets(|one| one.id == fleet).next().is_none()
    }

    /// Whether a unit of a faction is in sight, so that the faction can be identified.
    fn is_known(&self, faction: FactionId) -> bool {
        faction == self.sources.player.faction
            || self.sources.ships.iter().any(|seen| seen.owner == faction)
            || self.sources.structures.iter().any(|one| one.structure.faction == faction)
    }
}

/// Writes down what is new.
pub fn tell(seen: Witnessed, mut log: ResMut<EventLog>, mut memory: Kept<FightMemory>) {
    let memory = memory.now();
    if seen.sources.player.is_changed() {
        // The acting player must not learn what others remember.
        *memory = FightMemory::default();
    }
    let (is_quiet, jd) =
        (seen.news.fresh.is_empty() && memory.fallen.is_empty(), seen.sources.calendar.now_jd());
    if !is_quiet {
        let places = seen.sources.places();
        let names = seen.sources.names(&places);
        let landings = landings(&seen, &names, memory);
        let joined = reinforcements(&seen, &names, memory);
        let fates = fates(&seen, &names);
        for ((words, spot, kind, thing), battle) in alerts(&seen, &names) {
            log.note_about(Event { jd, words, spot: Some(spot), kind }, thing, battle);
        }
        for (words, spot, kind, thing) in landings.into_iter().chain(joined).chain(fates) {
            let attacked = spot.body().filter(|_| kind == EventKind::Bombarded);
            let battle = attacked.and_then(|body| seen.battle_about(body));
            log.note_about(Event { jd, words, spot: Some(spot), kind }, thing, battle);
        }
        gather_fallen(&seen, &names, memory);
        let is_due = seen.clock.now_s - memory.told_s >= TOGETHER_S || !log.late.is_empty();
        if is_due && !memory.fallen.is_empty() {
            memory.told_s = seen.clock.now_s;
            tell_fallen(&seen, &names, std::mem::take(&mut memory.fallen), jd, &mut log);
        }
    }
    if !log.late.is_empty() {
        log.note_late(jd);
    }
}

/// Writes down the collected losses, at a date.
fn tell_fallen(seen: &Witnessed, names: &LogNames, mut fallen: Fallen, jd: f64, log: &mut EventLog) {
    let me = seen.sources.player.faction;
    while let Some((group, (count, spot))) = fallen.pop_first() {
        let by = group.by.filter(|by| seen.is_known(*by));
        let loser = group.fleet.and_then(|fleet| {
            let name = seen.sources.planet_data.view().own_fleet_name(fleet)?;
            let has_more = fallen.keys().any(|other| other.fleet == Some(fleet));
            Some(Loser { name, is_gone: !has_more && seen.is_gone(fleet) })
        });
        let words = fallen_words(&group, count, by, loser, me, names);
        let kind = if group.faction == me { EventKind::Loss } else { EventKind::Note };
        log.note_of_battle(Event { jd, words, spot: Some(spot), kind }, group.battle);
    }
}

/// Lines about new battles and attacked units, each with its battle.
fn alerts(seen: &Witnessed, names: &LogNames) -> Vec<(Line, Option<u64>)> {
    let lines = seen.sites.alerts().iter().map(|alert| {
        let at = names.at(alert.place);
        let (words, kind) = match alert.attacked {
            Some(mark) => (attack_words(seen.name_of(mark, names).as_deref(), &at), EventKind::Attacked),
            None => (battle_words(&at), EventKind::Note),
        };
        let thing = alert.attacked.map(|mark| seen.thing_of(mark));
        ((words, names.spot(alert.place), kind, thing), seen.battle_now(alert.place))
    });
    lines.collect()
}

fn battle_words(at: &str) -> String {
    if at.is_empty() { "Battle in open space".to_owned() } else { format!("Battle{at}") }
}

fn attack_words(name: Option<&str>, at: &str) -> String {
    format!("Under attack{at}: {}", name.unwrap_or("one of your units"))
}

/// Whether a subject may be reported at this time, s, because the last report is old enough; if so, notes the
/// time.
fn may_tell<K: Eq + Hash>(told_s: &mut HashMap<K, f64>, what: K, now_s: f64) -> bool {
    if told_s.get(&what).is_some_and(|last_s| now_s - last_s < LANDING_REST_S) {
        return false;
    }
    told_s.insert(what, now_s);
    true
}

/// Troopers that land, and bodies of the player's that are bombarded; not again and again.
fn landings(seen: &Witnessed, names: &LogNames, memory: &mut FightMemory) -> Vec<Line> {
    let now_s = seen.clock.now_s;
    let me = seen.sources.player.faction;
    let own_bodies = seen.sources.planet_data.own_bodies();
    let mut lines = Vec::new();
    for news in &seen.news.fresh {
        // A bombardment has no landing faction.
        let (body, faction) = match news.event {
            GameEvent::Landed { body, faction } => (body, Some(faction)),
            GameEvent::Bombarded { body, .. } => (body, None),
            GameEvent::Burst { ground: Some(body), by, .. } if by != me => (body, None),
            _ => continue,
        };
        if !may_tell(&mut memory.landed_s, (body, faction), now_s) {
            continue;
        }
        let is_own_body = own_bodies.contains(&body) || is_taken_from(me, body, &seen.news.fresh);
        let body_name = names.body(body);
        let words = match faction {
            Some(faction) if faction == me => {
                format!("Your troopers land on {body_name}: its panel shows both sides")
            }
            Some(faction) => format!("Troopers of {} land on {body_name}", names.faction(faction)),
            None if is_own_body => format!("{body_name} is being bombarded"),
            None => continue,
        };
        let kind = match faction {
            _ if !is_own_body || faction == Some(me) => EventKind::Note,
            Some(_) => EventKind::Landing,
            None => EventKind::Bombarded,
        };
        lines.push((words, FocusTarget::Body(body), kind, None));
    }
    lines
}

/// Whether some news say that a body was captured from a faction: at a fast pace that is news together with the
/// landing.
fn is_taken_from(faction: FactionId, body: BodyId, news: &[FreshEvent]) -> bool {
    news.iter().any(|one| match one.event {
        GameEvent::Taken { body: taken, from, .. } => taken == body && from == Some(faction),
        _ => false,
    })
}

/// Lines about troopers that join a battle on the ground, not repeated too soon.
fn reinforcements(seen: &Witnessed, names: &LogNames, memory: &mut FightMemory) -> Vec<Line> {
    let now_s = seen.clock.now_s;
    let me = seen.sources.player.faction;
    let mut lines = Vec::new();
    for news in &seen.news.fresh {
        let GameEvent::Reinforced { body, faction, side, defends, .. } = news.event else { continue };
        if !may_tell(&mut memory.joined_s, (body, faction, side), now_s) {
            continue;
        }
        let is_attack = !defends && faction != me && seen.sources.planet_data.own_bodies().contains(&body);
        let kind = if is_attack { EventKind::Landing } else { EventKind::Note };
        let words = reinforced_words(names.body(body), (faction, side), defends, me, names);
        lines.push((words, FocusTarget::Body(body), kind, None));
    }
    lines
}

/// The text about reinforcements on a body: `who` sends them, and whom they join.
fn reinforced_words(
    body: &str,
    who: (FactionId, FactionId),
    defends: bool,
    me: FactionId,
    names: &LogNames,
) -> String {
    let (faction, side) = who;
    let whose = if faction == me {
        "Your reinforcements".to_owned()
    } else {
        format!("Reinforcements of {}", names.faction(faction))
    };
    let what = if defends { "defenders" } else { "landing" };
    let joined = if side == me {
        format!("your {what}")
    } else if side == faction {
        format!("their {what}")
    } else {
        format!("the {what} of {}", names.faction(side))
    };
    format!("{whose} land on {body} and join {joined}")
}

/// Lines about finished landings, and about bodies that changed hands between others; `progress.rs` has those of
/// the player.
fn fates(seen: &Witnessed, names: &LogNames) -> Vec<Line> {
    let me = seen.sources.player.faction;
    let told = seen.news.fresh.iter().filter_map(|news| match news.event {
        GameEvent::Repelled { body, faction, owner } => {
            let (words, kind) = repelled_words(body, faction, owner, me, names);
            Some((words, FocusTarget::Body(body), kind, None))
        }
        GameEvent::Taken { body, by, from } if by != me && from != Some(me) => {
            Some((taken_words(body, by, from, names), FocusTarget::Body(body), EventKind::Note, None))
        }
        _ => None,
    });
    told.collect()
}

/// The text about a repelled landing, for the invader, for the owner of the body, and for others.
fn repelled_words(
    body: BodyId,
    faction: FactionId,
    owner: Option<FactionId>,
    me: FactionId,
    names: &LogNames,
) -> (String, EventKind) {
    let body = names.body(body);
    if faction == me {
        let words = format!("Your landing on {body} was repelled: all your troopers there are lost");
        return (words, EventKind::Trouble);
    }
    let kind = if owner == Some(me) { EventKind::Finished } else { EventKind::Note };
    (format!("The landing of {} on {body} was repelled", names.faction(faction)), kind)
}

/// The text about a body taken by others.
fn taken_words(body: BodyId, by: FactionId, from: Option<FactionId>, names: &LogNames) -> String {
    let from = from.map_or_else(String::new, |from| format!(" from {}", names.faction(from)));
    format!("{} has captured {}{from}", names.faction(by), names.body(body))
}

/// Collects losses, to be reported in a moment.
fn gather_fallen(seen: &Witnessed, names: &LogNames, memory: &mut FightMemory) {
    for news in &seen.news.fresh {
        let GameEvent::Destroyed { what, class, fleet, by, place, .. } = news.event else { continue };
        let place = WellPlace::of_event(&seen.sources.sky, &seen.sources.calendar, place, news.tick);
        let battle = seen.sites.battle_at(place);
        let place = place.now(&seen.sources.sky);
        let (id, faction) = (what.id, what.faction);
        let fleet = fleet.filter(|_| faction == seen.sources.player.faction);
        let is_structure = matches!(id, TargetId::Structure(_));
        let well = names.well_at(place);
        let fallen = LossGroup { faction, is_structure, class, by, fleet, well, battle };
        memory.fallen.entry(fallen).or_insert((0, names.spot(place))).0 += 1;
    }
}

/// The text about losses of one kind; `by` only if known, and `fleet` only for the player's.
fn fallen_words(
    fallen: &LossGroup,
    count: usize,
    by: Option<FactionId>,
    fleet: Option<Loser>,
    me: FactionId,
    names: &LogNames,
) -> String {
    let class = if fallen.is_structure { names.structure(fallen.class) } else { names.ship(fallen.class) };
    let at = fallen.well.map_or_else(String::new, |body| format!(" at {}", names.body(body)));
    let by_whom = match by {
        Some(by) if by == me => " by you".to_owned(),
        Some(by) => format!(" by {}", names.faction(by)),
        None => String::new(),
    };
    let some = if count == 1 { format!("{} {class}", article(class)) } else { counted(count, class) };
    let verb = if count == 1 { "was" } else { "were" };
    if fallen.faction == me {
        let destroyed = if by_whom.is_empty() { String::new() } else { format!(", destroyed{by_whom}") };
        return match fleet {
            Some(Loser { name, is_gone: true }) => {
                let last = if count == 1 { class.to_owned() } else { counted(count, class) };
                format!("{name} destroyed{at}{by_whom}, with the last {last}")
            }
            Some(Loser { name, .. }) => format!("{name} lost {some}{at}{destroyed}"),
            None if count == 1 => format!("Your {class} was destroyed{by_whom}{at}"),
            None => format!("{count} of your {} were destroyed{by_whom}{at}", plural(class)),
        };
    }
    let owner = names.faction(fallen.faction);
    if by == Some(me) {
        return format!("Destroyed {some} of {owner}{at}");
    }
    format!("{} of {owner} {verb} destroyed{by_whom}{at}", capital(&some))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::StarSystem;
    use crate::level::test_support::faction;
    use crate::orbit::{GameClock, J2000_JD};
    use typed_index_collections::TiSlice;

    fn words(fallen: LossGroup, count: usize, by: Option<FactionId>, fleet: Option<Loser>) -> String {
        let clock = GameClock { epoch_jd: J2000_JD, days_per_second: 0.5 };
        let system = StarSystem { bodies: Vec::new().into(), epoch_jd: J2000_JD, clock };
        let factions = [faction("Terra"), faction("Cairn"), faction("Ember")];
        let names = LogNames::without_things(&system, TiSlice::from_ref(&factions));
        fallen_words(&fallen, count, by, fleet, FactionId(0), &names)
    }

    fn fallen(faction: FactionId) -> LossGroup {
        let (class, by, fleet, well, battle) = (ClassId::FIRST, None, None, None, None);
        LossGroup { faction, is_structure: false, class, by, fleet, well, battle }
    }

    #[test]
    fn own_losses_name_their_fleet() {
        let fleet = Some(Loser { name: "Pathfinders", is_gone: false });
        let one = words(fallen(FactionId(0)), 1, Some(FactionId(1)), fleet);
        assert_eq!(one, "Pathfinders lost a ship, destroyed by Cairn");
        let three = words(fallen(FactionId(0)), 3, None, fleet);
        assert_eq!(three, "Pathfinders lost 3 ships");
        let structure = LossGroup { is_structure: true, ..fallen(FactionId(0)) };
        assert_eq!(words(structure, 1, Some(FactionId(2)), None), "Your structure was destroyed by Ember");
        assert_eq!(words(structure, 2, None, None), "2 of your structures were destroyed");
    }

    #[test]
    fn the_last_loss_of_a_fleet_tells_that_it_is_gone() {
        let fleet = Some(Loser { name: "Pathfinders", is_gone: true });
        let two = words(fallen(FactionId(0)), 2, Some(FactionId(1)), fleet);
        assert_eq!(two, "Pathfinders destroyed by Cairn, with the last 2 ships");
        let one = words(fallen(FactionId(0)), 1, None, fleet);
        assert_eq!(one, "Pathfinders destroyed, with the last ship");
    }

    #[test]
    fn what_others_lose_is_told_with_who_did_it() {
        assert_eq!(words(fallen(FactionId(1)), 1, Some(FactionId(0)), None), "Destroyed a ship of Cairn");
        assert_eq!(
            words(fallen(FactionId(1)), 2, Some(FactionId(2)), None),
            "2 ships of Cairn were destroyed by Ember"
        );
        assert_eq!(words(fallen(FactionId(1)), 1, None, None), "A ship of Cairn was destroyed");
    }

    #[test]
    fn both_sides_hear_how_a_landing_ended() {
        let clock = GameClock { epoch_jd: J2000_JD, days_per_second: 0.5 };
        let system = StarSystem { bodies: Vec::new().into(), epoch_jd: J2000_JD, clock };
        let factions = [faction("Terra"), faction("Cairn"), faction("Ember")];
        let names = LogNames::without_things(&system, TiSlice::from_ref(&factions));
        let told = |faction: FactionId, owner: Option<FactionId>| {
            repelled_words(BodyId(4), faction, owner, FactionId(0), &names)
        };
        let (words, kind) = told(FactionId(0), Some(FactionId(1)));
        assert_eq!(words, "Your landing on nowhere was repelled: all your troopers there are lost");
        assert_eq!(kind, EventKind::Trouble);
        let held = "The landing of Cairn on nowhere was repelled".to_owned();
        assert_eq!(told(FactionId(1), Some(FactionId(0))), (held.clone(), EventKind::Finished));
        assert_eq!(told(FactionId(1), Some(FactionId(2))), (held, EventKind::Note));
        assert_eq!(
            taken_words(BodyId(4), FactionId(1), Some(FactionId(2)), &names),
            "Cairn has captured nowhere from Ember"
        );
        assert_eq!(taken_words(BodyId(4), FactionId(1), None, &names), "Cairn has captured nowhere");
    }

    #[test]
    fn a_landing_that_has_taken_an_own_body_is_one_on_an_own_body() {
        let taken = GameEvent::Taken { body: BodyId(4), by: FactionId(1), from: Some(FactionId(0)) };
        let news = [FreshEvent { number: 1, tick: 7, born_s: 0.0, event: taken }];
        let is_taken = |faction: usize, body: usize| is_taken_from(FactionId(faction), BodyId(body), &news);
        assert!(is_taken(0, 4) && !is_taken(1, 4) && !is_taken(0, 5));
    }

    #[test]
    fn reinforcements_are_told_with_whom_they_join() {
        let clock = GameClock { epoch_jd: J2000_JD, days_per_second: 0.5 };
        let system = StarSystem { bodies: Vec::new().into(), epoch_jd: J2000_JD, clock };
        let factions = [faction("Terra"), faction("Cairn"), faction("Ember")];
        let names = LogNames::without_things(&system, TiSlice::from_ref(&factions));
        let told = |faction: FactionId, side: FactionId, defends: bool| {
            reinforced_words("Hearth", (faction, side), defends, FactionId(0), &names)
        };
        assert_eq!(
            told(FactionId(0), FactionId(0), false),
            "Your reinforcements land on Hearth and join your landing"
        );
        assert_eq!(
            told(FactionId(0), FactionId(1), true),
            "Your reinforcements land on Hearth and join the defenders of Cairn"
        );
        assert_eq!(
            told(FactionId(1), FactionId(0), true),
            "Reinforcements of Cairn land on Hearth and join your defenders"
        );
        assert_eq!(
            told(FactionId(1), FactionId(1), false),
            "Reinforcements of Cairn land on Hearth and join their landing"
        );
        let allied = "Reinforcements of Cairn land on Hearth and join the landing of Ember";
        assert_eq!(told(FactionId(1), FactionId(2), false), allied);
    }

    #[test]
    fn battles_and_attacks_name_their_place() {
        assert_eq!(battle_words(" at Hearth"), "Battle at Hearth");
        assert_eq!(battle_words(""), "Battle in open space");
        assert_eq!(attack_words(Some("Pathfinders"), " at Hearth"), "Under attack at Hearth: Pathfinders");
        assert_eq!(capital("a ship"), "A ship");
    }
}
