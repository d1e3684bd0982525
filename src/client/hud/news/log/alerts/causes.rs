//! Alerts that last as long as their causes.
//!
//! - Attack: until the fire of its battle has ceased, or its units are destroyed or have left the battle.
//! - Landing: until the fight on the ground ends.
//! - Bombardment: while a foe that can bombard is over the body.
//! - Capture of a body: until it is won back.
//! - Contact: at most until none of its units is known any more.
//! - Turn of a battle: at most until it turns back, or the fire has ceased; `lines/turns.rs` ends it.
//! - Outcome of a battle: at most until they fight on there. It takes the place of the attack.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use glam::DVec3;

use super::super::{EventKind, EventLog, LogEntry, Thing};
use super::present::lasting;
use crate::client::frame::Player;
use crate::client::scene::battle::FreshEvents;
use crate::client::scene::battle::sources::sites::Sites;
use crate::client::scene::battle::sources::wells::WellPlace;
use crate::client::view::Sight;
use crate::sim::event::GameEvent;
use crate::sim::{ArmsTable, BodyId, ClassId, FactionId, TargetId};

/// The alert of a landing stays for this time after the last trooper was seen to fight, seconds of real time without
/// pauses. Against a large garrison the troopers fall as they come, so that none is there between two ticks; a ship is
/// empty after four seconds.
const LANDING_REST_S: f64 = 4.0;
/// The alert of a bombardment stays for this time after the last shot, seconds of real time without pauses.
const BOMBARDING_REST_S: f64 = 6.0;

/// Whether the cause of an alert goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cause {
    /// It does: the alert stays as if it were fresh.
    GoesOn,
    /// It cannot be told, or it rests: the alert grows old.
    Rests,
    /// It is over, and the alert with it.
    IsOver,
}

/// Query bundle for whether the cause of an alert goes on.
#[derive(SystemParam)]
pub(super) struct Causes<'w, 's> {
    sites: ResMut<'w, Sites>,
    sight: Sight<'w, 's>,
}

impl Causes<'_, '_> {
    fn of(&self, entry: &LogEntry) -> Cause {
        let attack = || entry.battle.map(|battle| self.of_attack(battle, entry.thing.as_ref()));
        let at_body = |cause: &dyn Fn(BodyId) -> Cause| entry.event.body().map(cause);
        let found = match entry.event.kind {
            EventKind::Sighted | EventKind::Threat | EventKind::Invaders => {
                entry.thing.as_ref().map(|thing| self.of_contact(thing))
            }
            EventKind::Attacked => attack(),
            kind if kind.is_outcome() => entry.battle.map(|battle| self.of_outcome(battle)),
            EventKind::Landing => at_body(&|body| self.of_landing(body, entry.running_s)),
            EventKind::Bombarded => at_body(&|body| self.of_bombardment(body, entry.running_s)),
            EventKind::Captured if entry.event.body().is_some_and(|body| self.is_own(body)) => {
                Some(Cause::IsOver)
            }
            _ => None,
        };
        found.unwrap_or(Cause::Rests)
    }

    /// The cause of the alert of a contact: its units have been destroyed, or are neither in sight nor where they were
    /// last seen.
    fn of_contact(&self, contact: &Thing) -> Cause {
        let is_known = self.is_remembered(contact) || self.has_part_in_sight(contact, |_| true);
        if is_known { Cause::Rests } else { Cause::IsOver }
    }

    /// Whether a unit of a contact is out of sight, and not known to be gone.
    fn is_remembered(&self, contact: &Thing) -> bool {
        let Thing::Contact(units) = contact else { return false };
        self.sight.view().ghosts().any(|ghost| units.contains(&ghost.id()))
    }

    /// The cause of the alert of an attack on a thing in a battle.
    fn of_attack(&self, battle: u64, thing: Option<&Thing>) -> Cause {
        let is_there = || thing.is_none_or(|thing| self.is_in_battle(battle, thing));
        either(self.is_fought(battle) && is_there(), Cause::IsOver)
    }

    /// The cause of the alert of an outcome: it does not hold any more once they fight on.
    fn of_outcome(&self, battle: u64) -> Cause {
        if self.is_fought(battle) { Cause::IsOver } else { Cause::Rests }
    }

    /// Whether a thing, or a ship of a fleet, is in sight where a battle is.
    fn is_in_battle(&self, battle: u64, thing: &Thing) -> bool {
        let almanac = self.sight.view().almanac();
        let (sky, calendar) = (&almanac.sky, &almanac.calendar);
        let last_tick = calendar.tick.saturating_sub(1);
        let is_there = |place: DVec3| {
            let place = WellPlace::of_event(sky, calendar, place, last_tick);
            self.sites.battle_at(place) == Some(battle)
        };
        self.has_part_in_sight(thing, is_there)
    }

    /// Whether a part of a thing is in sight at a wanted place, heliocentric ecliptic km.
    fn has_part_in_sight(&self, thing: &Thing, is_wanted: impl Fn(DVec3) -> bool) -> bool {
        let view = self.sight.view();
        match thing {
            Thing::Fleet(id) => {
                let mut fleets = view.fleets(|fleet| fleet.id == *id);
                fleets.any(|known| view.ships_of(known.entity).iter().any(|seen| is_wanted(seen.position)))
            }
            Thing::Unit(id) => self.place_of(*id).is_some_and(is_wanted),
            Thing::Contact(units) => units.iter().filter_map(|id| self.place_of(*id)).any(is_wanted),
        }
    }

    /// The place of a unit in sight, heliocentric ecliptic km.
    fn place_of(&self, unit: TargetId) -> Option<DVec3> {
        let view = self.sight.view();
        match unit {
            TargetId::Ship(id) => view.ships_that(|ship| ship.id == id).next().map(|seen| seen.position),
            TargetId::Structure(id) => {
                view.structures().find(|seen| seen.structure.id == id).map(|seen| seen.position)
            }
        }
    }

    /// Lets the next hit in a battle whose sign is seen raise an alert: that of a hit before has ended.
    fn rearm(&mut self, battle: u64) {
        if self.has_sign(battle) {
            self.sites.bypass_change_detection().rearm_alarm(battle);
        }
    }

    /// The cause of the alert of a landing, which has not been seen for some seconds. At a fast pace a body is lost as
    /// soon as troopers land.
    fn of_landing(&self, body: BodyId, unseen_s: f64) -> Cause {
        either(self.is_own(body) && self.is_invaded(body), after_rest(unseen_s, LANDING_REST_S))
    }

    /// The cause of the alert of a bombardment, which has not been seen for some seconds.
    fn of_bombardment(&self, body: BodyId, unseen_s: f64) -> Cause {
        if !self.is_own(body) {
            return Cause::IsOver;
        }
        either(self.has_bombers(body), after_rest(unseen_s, BOMBARDING_REST_S))
    }

    /// Whether the fire goes on in a battle.
    fn is_fought(&self, battle: u64) -> bool {
        self.sites.get(battle).is_some_and(|site| !site.has_ceased())
    }

    /// Whether the sign of a battle has not faded away.
    fn has_sign(&self, battle: u64) -> bool {
        self.sites.get(battle).is_some_and(|site| site.opacity > 0.0)
    }

    /// Whether a body is the viewer's own.
    fn is_own(&self, body: BodyId) -> bool {
        let view = self.sight.view();
        view.faction().is_some_and(|me| view.bodies_of(me).contains(&body))
    }

    /// Whether troopers are known to fight for a body: the viewer's own ground is known.
    fn is_invaded(&self, body: BodyId) -> bool {
        self.sight.view().ground(body).is_some_and(|known| known.ground.invaders.is_some())
    }

    /// Whether a foe that can bombard is in sight in the well of a body.
    fn has_bombers(&self, body: BodyId) -> bool {
        let view = self.sight.view();
        let almanac = view.almanac();
        view.ships().any(|seen| {
            view.is_foe(seen.owner)
                && almanac.sky.is_in_well(body, seen.position)
                && can_bombard(seen.ship.class, &almanac.arms_table)
        })
    }
}

/// That a cause goes on, if it does.
fn either(goes_on: bool, or: Cause) -> Cause {
    if goes_on { Cause::GoesOn } else { or }
}

/// A cause that has not been seen for some seconds, and is over after a rest.
fn after_rest(unseen_s: f64, rest_s: f64) -> Cause {
    if unseen_s < rest_s { Cause::Rests } else { Cause::IsOver }
}

fn can_bombard(class: ClassId, arms_table: &ArmsTable) -> bool {
    arms_table.ships.get(class).is_some_and(|class| {
        let mut weapons = class.mounts.iter().filter_map(|mount| arms_table.weapons.get(mount.weapon));
        weapons.any(|weapon| weapon.bombards)
    })
}

/// Keeps alerts while their causes go on without new lines: the log reports events of the same kind only from time to
/// time. An alert that has ended meanwhile comes back.
pub(super) fn renew(news: Res<FreshEvents>, player: Res<Player>, mut log: ResMut<EventLog>) {
    for one in &news.fresh {
        if let Some((kind, body)) = renewed_by(&one.event, player.faction) {
            log.bypass_change_detection().renew_alert(kind, body);
        }
    }
}

/// The alert that an event lets last, by kind and body.
fn renewed_by(event: &GameEvent, me: FactionId) -> Option<(EventKind, BodyId)> {
    match *event {
        GameEvent::Landed { body, faction } if faction != me => Some((EventKind::Landing, body)),
        GameEvent::Bombarded { body, .. } => Some((EventKind::Bombarded, body)),
        GameEvent::Burst { ground: Some(body), by, .. } if by != me => Some((EventKind::Bombarded, body)),
        _ => None,
    }
}

/// Lets alerts last whose causes go on, and ends those whose causes are over: the log says so, and their words must
/// not say otherwise. Where a battle goes on without the attacked units, the next hit there alerts again.
pub(super) fn follow(mut causes: Causes, mut log: ResMut<EventLog>) {
    let found: Vec<(u64, Cause)> =
        lasting(&log).into_iter().map(|entry| (entry.number, causes.of(entry))).collect();
    let numbers = |wanted: Cause| -> Vec<u64> {
        found.iter().filter(|(_, cause)| *cause == wanted).map(|(number, _)| *number).collect()
    };
    for entry in numbers(Cause::IsOver).into_iter().filter_map(|number| log.entry(number)) {
        if let Some(battle) = entry.battle.filter(|_| entry.event.kind == EventKind::Attacked) {
            causes.rearm(battle);
        }
    }
    log.bypass_change_detection().refresh_alerts(&numbers(Cause::GoesOn));
    let past = numbers(Cause::IsOver);
    if !past.is_empty() {
        log.end_alerts(&past);
    }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::super::super::Event;
    use super::super::super::test_support::watched;
    use super::*;
    use crate::client::scene::battle::FreshEvent;
    use crate::client::scene::battle::sources::{site, sites};
    use crate::client::view::FocusTarget;
    use crate::sim::visibility::test_support::{ARES, EARTH, TERRA, visit_mars};
    use crate::sim::{Fleet, FleetId, ShipId, Structure};

    fn event(kind: EventKind, body: BodyId) -> Event {
        Event { jd: 0.0, words: format!("{kind:?}"), spot: Some(FocusTarget::Body(body)), kind }
    }

    /// The words of the alerts that last.
    fn words(log: &EventLog) -> Vec<&str> {
        lasting(log).into_iter().map(|entry| entry.event.words.as_str()).collect()
    }

    #[test]
    fn alerts_last_and_end_with_their_causes() {
        let mut simulation = watched();
        let world = simulation.world_mut();
        let mut sites = Sites::default();
        sites.add(site::example(glam::DVec3::X, None));
        let battle = sites.iter().next().map(|site| site.number);
        world.insert_resource(sites);
        let mut log = EventLog::default();
        log.note_about(event(EventKind::Attacked, EARTH), None, battle);
        log.note(event(EventKind::Landing, EARTH));
        log.note(event(EventKind::Loss, EARTH));
        log.note(event(EventKind::Captured, EARTH));
        log.mark_shown(10.0);
        world.insert_resource(log);
        let still_after = |world: &mut World, seconds: f64| -> Vec<String> {
            world.resource_mut::<EventLog>().age_alerts(seconds);
            world.run_system_once(follow).expect("it runs");
            words(world.resource::<EventLog>()).into_iter().map(str::to_owned).collect()
        };
        assert_eq!(
            still_after(world, 0.0),
            ["Attacked", "Landing", "Loss"],
            "troopers may fall as they land; the body is back in its own hands"
        );
        assert_eq!(still_after(world, LANDING_REST_S), ["Attacked", "Loss"], "nobody is there any more");
        assert_eq!(still_after(world, 22.0), ["Attacked"]);
        assert_eq!(still_after(world, 22.0), ["Attacked"], "the battle goes on");
        let mut faded = Sites::default();
        let mut site = site::example(glam::DVec3::X, None);
        site.opacity = 0.0;
        faded.add(site);
        world.insert_resource(faded);
        assert!(still_after(world, 0.0).is_empty(), "it has no sign any more, though it is remembered");
    }

    #[test]
    fn an_attack_is_over_for_units_that_are_gone_or_have_left_the_battle() {
        let mut simulation = watched();
        let world = simulation.world_mut();
        let mut site = site::example(DVec3::ZERO, None);
        site.body = Some(EARTH);
        let battle = Some(site.number);
        let mut sites = Sites::default();
        sites.add(site);
        world.insert_resource(sites);
        let scout = world.query::<&Fleet>().single(world).expect("there is one").id;
        let lasts = |world: &mut World, fleet: FleetId| {
            let mut log = EventLog::default();
            log.note_about(event(EventKind::Attacked, EARTH), Some(Thing::Fleet(fleet)), battle);
            log.mark_shown(10.0);
            world.insert_resource(log);
            world.run_system_once(follow).expect("it runs");
            !words(world.resource::<EventLog>()).is_empty()
        };
        assert!(lasts(world, scout), "it is in the battle");
        assert!(!lasts(world, FleetId(99)), "destroyed");
        visit_mars(world, false);
        assert!(!lasts(world, scout), "away, and the battle goes on");
    }

    #[test]
    fn the_outcome_of_a_battle_takes_the_place_of_the_attack() {
        let mut simulation = watched();
        let world = simulation.world_mut();
        let mut lasting_at = |opacity: f32| -> Vec<String> {
            let mut site = site::example(DVec3::X, None);
            site.opacity = opacity;
            let battle = Some(site.number);
            let mut sites = Sites::default();
            sites.add(site);
            world.insert_resource(sites);
            let mut log = EventLog::default();
            log.note_about(event(EventKind::Attacked, EARTH), None, battle);
            log.note_of_battle(event(EventKind::FieldHeld, EARTH), battle);
            log.mark_shown(10.0);
            world.insert_resource(log);
            world.run_system_once(follow).expect("it runs");
            words(world.resource::<EventLog>()).into_iter().map(str::to_owned).collect()
        };
        assert_eq!([0.1, 0.0].map(&mut lasting_at), [["FieldHeld"]; 2]);
        assert_eq!(lasting_at(1.0), ["Attacked"], "they fight on");
    }

    #[test]
    fn a_contact_is_over_once_none_of_its_units_is_known() {
        let mut simulation = watched();
        let world = simulation.world_mut();
        world.init_resource::<Sites>();
        let base = world.query::<&Structure>().single(world).expect("it stands").id;
        let (base, gone) = (TargetId::Structure(base), TargetId::Ship(ShipId(9_999)));
        let lasts = |world: &mut World, units: &[TargetId]| {
            let mut log = EventLog::default();
            log.note_about(event(EventKind::Sighted, EARTH), Some(Thing::Contact(units.to_vec())), None);
            log.mark_shown(10.0);
            world.insert_resource(log);
            world.run_system_once(follow).expect("it runs");
            !words(world.resource::<EventLog>()).is_empty()
        };
        visit_mars(world, true);
        assert!(lasts(world, &[gone, base]), "it is remembered");
        visit_mars(world, false);
        assert!(lasts(world, &[gone, base]), "it is in sight");
        assert!(!lasts(world, &[gone]), "destroyed");
    }

    #[test]
    fn the_next_hit_is_reported_soon_once_the_attacked_units_are_gone() {
        let mut simulation = watched();
        let world = simulation.world_mut();
        let mut is_reported = |attacked: Option<Thing>| {
            let sites = sites::under_attack();
            let battle = sites.iter().next().map(|site| site.number);
            let mut log = EventLog::default();
            log.note_about(event(EventKind::Attacked, EARTH), attacked, battle);
            log.mark_shown(10.0);
            world.insert_resource(sites);
            world.insert_resource(log);
            world.run_system_once(follow).expect("it runs");
            sites::reports_next_hit(&mut world.resource_mut::<Sites>(), 10.0)
        };
        assert!(!is_reported(None), "its alert is still there");
        assert!(is_reported(Some(Thing::Fleet(FleetId(99)))), "its alert has ended");
    }

    #[test]
    fn what_happens_again_brings_its_alert_back_but_not_a_dismissed_one() {
        let mut world = World::new();
        world.insert_resource(Player { faction: TERRA, home: None });
        let landed = GameEvent::Landed { body: EARTH, faction: ARES };
        let mut news = FreshEvents::default();
        news.fresh.push(FreshEvent { number: 0, tick: 0, born_s: 0.0, event: landed });
        world.insert_resource(news);
        let mut after = |end: fn(&mut EventLog)| {
            let mut log = EventLog::default();
            log.note(event(EventKind::Landing, EARTH));
            log.mark_shown(10.0);
            end(&mut log);
            assert!(words(&log).is_empty());
            world.insert_resource(log);
            world.run_system_once(renew).expect("it runs");
            words(world.resource::<EventLog>()).len()
        };
        assert_eq!(after(|log| log.end_alerts(&[0])), 1);
        assert_eq!(after(|log| log.age_alerts(99.0)), 1);
        assert_eq!(after(|log| log.dismiss(0)), 0);
    }

    #[test]
    fn own_deeds_renew_no_alert() {
        let landed = GameEvent::Landed { body: EARTH, faction: ARES };
        assert_eq!(renewed_by(&landed, TERRA), Some((EventKind::Landing, EARTH)));
        assert_eq!(renewed_by(&landed, ARES), None);
        assert_eq!(
            [0.0, LANDING_REST_S].map(|s| after_rest(s, LANDING_REST_S)),
            [Cause::Rests, Cause::IsOver]
        );
    }
}
