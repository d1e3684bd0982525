//! Fights in the log: new battles, attacks on the player's units, losses and their causes; and the system that writes
//! down these lines and those about the ground.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::super::battles::given_up::GivenUp;
use super::super::names::LogNames;
use super::super::{Event, EventKind, EventLog, Line};
use super::ground::{self, GroundMemory};
use super::witnessed::Witnessed;
use crate::client::frame::capital;
use crate::client::scene::battle::sources::wells::WellPlace;
use crate::client::view::FocusTarget;
use crate::client::worlds::Kept;
use crate::level::{counted, plural, with_article};
use crate::sim::event::GameEvent;
use crate::sim::{BodyId, ClassId, FactionId, FleetId, TargetId};

/// Losses within this time share a line, s.
const TOGETHER_S: f64 = 1.5;

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
    /// The battle in which it was, see [`Sites`](crate::client::scene::battle::sources::sites::Sites).
    battle: Option<u64>,
}

impl LossGroup {
    /// Whether the crew of a structure destroyed it, for a surrender or before a foe took it.
    fn is_scuttled(&self) -> bool {
        self.is_structure && self.by.is_none()
    }
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
    /// When losses were last written, by the clock of effects, s.
    written_s: Option<f64>,
    ground: GroundMemory,
}

/// Writes down what is new.
pub fn write(seen: Witnessed, mut log: ResMut<EventLog>, mut memory: Kept<FightMemory>) {
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
        let on_the_ground = ground::lines(&seen, &names, &mut memory.ground);
        for ((words, spot, kind, thing), battle) in alerts(&seen, &names) {
            log.note_about(Event { jd, words, spot: Some(spot), kind }, thing, battle);
        }
        // They are about the body alone: the middle of a battle there may be far from it, where nothing is.
        for (words, spot, kind, thing) in on_the_ground {
            log.note_about(Event { jd, words, spot: Some(spot), kind }, thing, None);
        }
        gather_fallen(&seen, &names, memory);
        let now_s = seen.clock.now_s;
        let has_rested = memory.written_s.is_none_or(|written_s| now_s - written_s >= TOGETHER_S);
        let is_due = has_rested || !log.late.is_empty();
        if is_due && !memory.fallen.is_empty() {
            memory.written_s = Some(now_s);
            write_fallen(&seen, &names, std::mem::take(&mut memory.fallen), jd, &mut log);
        }
    }
    if !log.late.is_empty() {
        log.note_late(jd);
    }
}

/// Writes down the collected losses, at a date.
fn write_fallen(seen: &Witnessed, names: &LogNames, mut fallen: Fallen, jd: f64, log: &mut EventLog) {
    let me = seen.sources.player.faction;
    while let Some((group, (count, spot))) = fallen.pop_first() {
        let by = group.by.filter(|by| seen.is_known(*by));
        let loser = group.fleet.and_then(|fleet| {
            let name = seen.sources.planet_data.view().own_fleet_name(fleet)?;
            let has_more = fallen.keys().any(|other| other.fleet == Some(fleet));
            Some(Loser { name, is_gone: !has_more && seen.is_gone(fleet) })
        });
        let words = fallen_words(&group, count, by, loser, me, names);
        let kind = if group.faction != me {
            EventKind::Note
        } else if group.is_scuttled() {
            EventKind::Trouble
        } else {
            EventKind::Loss
        };
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

/// Collects losses, to be reported in a moment.
fn gather_fallen(seen: &Witnessed, names: &LogNames, memory: &mut FightMemory) {
    let given_up = GivenUp::among(&seen.news.fresh);
    for news in seen.news.fresh.iter().filter(|one| !given_up.includes(one)) {
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
    let some = if count == 1 { with_article(class) } else { counted(count, class) };
    let verb = if count == 1 { "was" } else { "were" };
    let ended = if fallen.is_scuttled() { "scuttled" } else { "destroyed" };
    if fallen.faction == me {
        let to_whom = match by {
            Some(by) if by == me => " to your own fire".to_owned(),
            Some(by) => format!(" to {}", names.faction(by)),
            None => String::new(),
        };
        return match fleet {
            Some(Loser { name, is_gone: true }) => {
                // A fleet may have a name in the plural. Of the classes that were lost in this moment none is known to
                // have been the last.
                let last = if count == 1 { "ship".to_owned() } else { counted(count, "ship") };
                format!("The last {last} of {name} {verb} lost{to_whom}{at}")
            }
            Some(Loser { name, .. }) => format!("{name} lost {some}{to_whom}{at}"),
            None if count == 1 => format!("Your {class} was {ended}{by_whom}{at}"),
            None => format!("{count} of your {} were {ended}{by_whom}{at}", plural(class)),
        };
    }
    let owner = names.faction(fallen.faction);
    if by == Some(me) {
        return format!("Destroyed {some} of {owner}{at}");
    }
    format!("{} of {owner} {verb} {ended}{by_whom}{at}", capital(&some))
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;
    use glam::DVec3;

    use super::super::super::looks::EventPlaces;
    use super::*;
    use crate::client::hud::help::encyclopedia::test_support::shipped;
    use crate::client::hud::planet::test_support::watched_by;
    use crate::client::scene::battle::sources::site::example;
    use crate::client::scene::battle::sources::sites::Sites;
    use crate::client::scene::battle::{BattleClock, FreshEvent, FreshEvents, VisibleUnits};
    use crate::sim::WeaponId;
    use crate::sim::event::test_support;
    use crate::sim::visibility::test_support::{ARES, EARTH, TERRA};

    fn words(fallen: LossGroup, count: usize, by: Option<FactionId>, fleet: Option<Loser>) -> String {
        let names = LogNames::of_factions(&["Terra", "Cairn", "Ember"]);
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
        assert_eq!(one, "Pathfinders lost a ship to Cairn");
        let three = words(fallen(FactionId(0)), 3, None, fleet);
        assert_eq!(three, "Pathfinders lost 3 ships");
        let structure = LossGroup { is_structure: true, by: Some(FactionId(2)), ..fallen(FactionId(0)) };
        assert_eq!(words(structure, 1, Some(FactionId(2)), None), "Your structure was destroyed by Ember");
        assert_eq!(words(structure, 2, None, None), "2 of your structures were destroyed");
    }

    #[test]
    fn nobody_is_blamed_for_what_was_scuttled() {
        let structure = |faction| LossGroup { is_structure: true, ..fallen(FactionId(faction)) };
        assert_eq!(words(structure(0), 1, None, None), "Your structure was scuttled");
        assert_eq!(words(structure(1), 2, None, None), "2 structures of Cairn were scuttled");
    }

    #[test]
    fn the_last_loss_of_a_fleet_tells_that_it_is_gone() {
        let fleet = Some(Loser { name: "Pathfinders", is_gone: true });
        let two = words(fallen(FactionId(0)), 2, Some(FactionId(1)), fleet);
        assert_eq!(two, "The last 2 ships of Pathfinders were lost to Cairn");
        let one = words(fallen(FactionId(0)), 1, None, fleet);
        assert_eq!(one, "The last ship of Pathfinders was lost");
        let own = words(fallen(FactionId(0)), 1, Some(FactionId(0)), fleet);
        assert_eq!(own, "The last ship of Pathfinders was lost to your own fire");
    }

    #[test]
    fn no_class_is_called_the_last_of_a_fleet() {
        let game = shipped();
        let names = LogNames { ships: &game.ships.0, ..LogNames::of_factions(&["Terra", "Cairn"]) };
        let fleet = Some(Loser { name: "Pathfinders", is_gone: true });
        let lost = |class: ClassId| {
            fallen_words(&LossGroup { class, ..fallen(FactionId(0)) }, 1, None, fleet, FactionId(0), &names)
        };
        let told: Vec<String> = game.ships.0.keys().map(lost).collect();
        assert!(told.len() > 2 && told.iter().all(|words| words == "The last ship of Pathfinders was lost"));
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
    fn a_bombardment_is_looked_at_at_its_body_though_a_battle_is_fought_there() {
        let mut simulation = watched_by(TERRA);
        let world = simulation.world_mut();
        let (from, to) = (DVec3::ZERO, DVec3::ZERO);
        let by = test_support::ship(1, ARES);
        let event = GameEvent::Bombarded { by, weapon: WeaponId::FIRST, from, to, body: EARTH };
        let mut news = FreshEvents::default();
        news.fresh.push(FreshEvent { number: 1, tick: 0, born_s: 0.0, event });
        let mut site = example(DVec3::X * 1.0e5, None);
        site.body = Some(EARTH);
        let mut sites = Sites::default();
        sites.add(site);
        world.insert_resource(news);
        world.insert_resource(sites);
        world.init_resource::<BattleClock>();
        world.init_resource::<VisibleUnits>();
        world.init_resource::<EventLog>();
        world.run_system_once(write).expect("it runs");
        let look = |log: Res<EventLog>, places: EventPlaces| {
            log.last(1).next().map(|entry| (entry.event.words.clone(), places.target(entry)))
        };
        let seen = world.run_system_once(look).expect("it runs");
        let at_body = Some(FocusTarget::Body(EARTH));
        assert_eq!(seen, Some(("Earth is being bombarded".to_owned(), at_body)));
    }

    #[test]
    fn battles_and_attacks_name_their_place() {
        assert_eq!(battle_words(" at Hearth"), "Battle at Hearth");
        assert_eq!(battle_words(""), "Battle in open space");
        assert_eq!(attack_words(Some("Pathfinders"), " at Hearth"), "Under attack at Hearth: Pathfinders");
        assert_eq!(capital("a ship"), "A ship");
    }
}
