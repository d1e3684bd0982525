//! Sounds of fights: the loudest of every kind in a frame. A shield sounds when it lights up, as its shots arrive.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use glam::DVec3;

use super::cues::Cue;
use crate::client::frame::Player;
use crate::client::scene::battle::shots::HitFlights;
use crate::client::scene::battle::{BattleClock, FreshEvent, FreshEvents, VisibleUnits};
use crate::client::view::ViewCamera;
use crate::client::worlds::Kept;
use crate::level::{DamageKind, Delivery};
use crate::sim::ArmsTable;
use crate::sim::event::{GameEvent, Party};

/// A shot of one point of damage is heard in full within this distance, km; it grows with the root of the damage.
const SHOT_KM: f64 = 20_000.0;
/// An explosion is fully heard from within this many of its radii.
const BLAST_RADII: f64 = 500.0;
/// Radius of a burst that hit nothing, km.
const SNAP_KM: f64 = 60.0;
/// Sounds below this loudness are left out.
const SILENT: f32 = 0.04;
/// Least loudness of an own loss at any distance: the player must notice it.
const OWN_LOSS: f32 = 0.6;
/// Events older than this have no sound, s.
const LATE_S: f64 = 0.25;

/// A sound of a fight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FightSound {
    /// The time of its beginning, by the [`BattleClock`], s. It may lie ahead.
    at_s: f64,
    cue: Cue,
    /// Loudness, 0 to 1.
    gain: f32,
}

/// Query bundle for sounds of fights.
#[derive(SystemParam)]
pub struct Gunfire<'w, 's> {
    news: Option<Res<'w, FreshEvents>>,
    flights: Option<Res<'w, HitFlights>>,
    roster: Option<Res<'w, VisibleUnits>>,
    arms_table: Option<Res<'w, ArmsTable>>,
    view: Option<Res<'w, ViewCamera>>,
    clock: Option<Res<'w, BattleClock>>,
    player: Option<Res<'w, Player>>,
    /// The sounds of hits whose shots are on their way.
    waiting: Kept<'w, 's, Vec<FightSound>>,
}

impl Gunfire<'_, '_> {
    /// The sounds of this frame, each at most once, with their loudness, 0 to 1; the loudest first.
    pub fn cues(&mut self) -> Vec<(Cue, f32)> {
        let now_s = self.clock.as_ref().map_or(0.0, |clock| clock.now_s);
        let fresh = self.new_sounds(now_s);
        due(fresh, self.waiting.now(), now_s)
    }

    /// The sounds of the new events.
    fn new_sounds(&self, now_s: f64) -> Vec<FightSound> {
        let (Some(news), Some(flights)) = (&self.news, &self.flights) else { return Vec::new() };
        let heard = news.fresh.iter().map(|one| flights.at_impact(one));
        let in_time = heard.filter(|one| now_s - one.born_s < LATE_S);
        let sound = |one: FreshEvent| {
            let (cue, gain) = self.sound_of(&one)?;
            Some(FightSound { at_s: one.born_s, cue, gain })
        };
        in_time.filter_map(sound).collect()
    }

    /// The sound of an event, and its loudness.
    fn sound_of(&self, news: &FreshEvent) -> Option<(Cue, f32)> {
        let (arms_table, roster, view) =
            (self.arms_table.as_ref()?, self.roster.as_ref()?, self.view.as_ref()?);
        // The distance of a unit out of sight is unknown.
        let away_km = |place: Option<DVec3>| place.map_or(f64::INFINITY, |place| place.distance(view.eye));
        let spot = |party: Party| roster.get(party.id).map(|spot| spot.place);
        let sound = match news.event {
            GameEvent::Shot { by, weapon, .. }
            | GameEvent::Intercepted { by, weapon, .. }
            | GameEvent::Bombarded { by, weapon, .. } => {
                let weapon = arms_table.weapons.get(weapon)?;
                (shot_cue(weapon.kind, &weapon.delivery), gain(shot_km(weapon.harm), away_km(spot(by))))
            }
            GameEvent::Suffered { what, shield, .. } if shield > 0.0 => {
                (Cue::Shield, gain(shot_km(shield), away_km(spot(what))))
            }
            GameEvent::Launched { by, .. } => (Cue::Torpedo, gain(8.0 * SHOT_KM, away_km(spot(by)))),
            GameEvent::Burst { place, touched, ground, blast_km, .. } => {
                if touched.is_none() && ground.is_none() {
                    return Some((Cue::Snap, gain(BLAST_RADII * SNAP_KM, away_km(Some(place)))));
                }
                let full_km = BLAST_RADII * (0.1 * blast_km).max(SNAP_KM);
                (Cue::Explosion, gain(full_km, away_km(touched.map_or(Some(place), spot))))
            }
            GameEvent::Destroyed { what, radius_km, .. } => {
                let is_own = self.player.as_ref().is_some_and(|player| player.faction == what.faction);
                (Cue::Explosion, loss_gain(gain(BLAST_RADII * radius_km, away_km(spot(what))), is_own))
            }
            // All other events have the sound of their line in the log.
            _ => return None,
        };
        Some(sound)
    }
}

/// Distance within which a shot or a hit of this many points is heard in full, km.
fn shot_km(points: f64) -> f64 {
    SHOT_KM * points.max(0.0).sqrt()
}

/// The sounds that begin now, each at most once, with their loudness; the loudest first. Of the new ones that lie ahead
/// the loudest waits.
fn due(fresh: Vec<FightSound>, waiting: &mut Vec<FightSound>, now_s: f64) -> Vec<(Cue, f32)> {
    let is_due = |sound: &FightSound| sound.at_s <= now_s;
    let mut loudest: Vec<(Cue, f32)> = Vec::new();
    for sound in waiting.iter().chain(&fresh).filter(|sound| is_due(sound)) {
        note(&mut loudest, sound.cue, sound.gain);
    }
    waiting.retain(|sound| !is_due(sound));
    let ahead = fresh.into_iter().filter(|sound| !is_due(sound));
    waiting.extend(ahead.max_by(|one, other| one.gain.total_cmp(&other.gain)));
    loudest.sort_by(|one, other| other.1.total_cmp(&one.1));
    loudest
}

/// Keeps the loudest of each sound.
fn note(loudest: &mut Vec<(Cue, f32)>, cue: Cue, gain: f32) {
    if gain < SILENT {
        return;
    }
    match loudest.iter_mut().find(|(known, _)| *known == cue) {
        Some((_, known)) => *known = known.max(gain),
        None => loudest.push((cue, gain)),
    }
}

/// Loudness, 0 to 1, at the distance `away_km` of a sound with full loudness up to `full_km`.
fn gain(full_km: f64, away_km: f64) -> f32 {
    (full_km / away_km.max(1.0)).min(1.0) as f32
}

/// Loudness of a destruction, from its loudness by distance.
fn loss_gain(by_distance: f32, is_own: bool) -> f32 {
    if is_own { by_distance.max(OWN_LOSS) } else { by_distance }
}

/// The sound of a weapon.
fn shot_cue(kind: DamageKind, delivery: &Delivery) -> Cue {
    match (delivery, kind) {
        (Delivery::Torpedo(_), _) => Cue::Torpedo,
        (_, DamageKind::Kinetic) => Cue::Kinetic,
        (_, DamageKind::Em) => Cue::Em,
        (_, DamageKind::Heat) => Cue::Heat,
        (_, DamageKind::Electric) => Cue::Electric,
    }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::client::scene::battle::SpottedUnit;
    use crate::client::scene::battle::shots::note_flights;
    use crate::sim::combat::test_support;
    use crate::sim::event::ShotOutcome;
    use crate::sim::event::test_support::ship;
    use crate::sim::ids::{FactionId, WeaponId};
    use crate::sim::world::WeaponNumbers;

    #[test]
    fn of_each_sound_the_loudest_is_heard() {
        let mut loudest = Vec::new();
        for (cue, gain) in [(Cue::Heat, 0.2), (Cue::Em, 0.01), (Cue::Heat, 0.6), (Cue::Heat, 0.3)] {
            note(&mut loudest, cue, gain);
        }
        assert_eq!(loudest, [(Cue::Heat, 0.6)]);
    }

    fn hear(mut gunfire: Gunfire) -> Vec<(Cue, f32)> {
        gunfire.cues()
    }

    /// A world with the eye beside a ship whose shield is hit by this shot.
    fn world_of_hit(weapon: WeaponNumbers) -> World {
        let mut world = World::new();
        let [by, what] = [1, 2].map(|number| ship(number, FactionId(usize::from(number == 1))));
        let (from, to, outcome) = (DVec3::X, DVec3::ZERO, ShotOutcome::HitShield);
        let shot = GameEvent::Shot { by, at: what, weapon: WeaponId::FIRST, from, to, outcome };
        let (shield, toward) = (25.0, DVec3::X);
        let suffered = GameEvent::Suffered { what, shield, armour: 0.0, toward, place: to };
        let fresh = |event: GameEvent| FreshEvent { number: 0, tick: 7, born_s: 0.0, event };
        let mut news = FreshEvents::default();
        news.fresh.extend([shot, suffered].map(fresh));
        let mut roster = VisibleUnits::default();
        roster.enter(what.id, SpottedUnit::default());
        world.insert_resource(news);
        world.insert_resource(roster);
        world.insert_resource(ArmsTable { weapons: vec![weapon].into(), ..ArmsTable::default() });
        world.init_resource::<HitFlights>();
        world.init_resource::<BattleClock>();
        world.init_resource::<ViewCamera>();
        world.run_system_once(note_flights).expect("it runs");
        world
    }

    #[test]
    fn a_shield_sounds_when_it_lights_up() {
        let heard = |weapon: WeaponNumbers| {
            let mut world = world_of_hit(weapon);
            let hear = world.register_system(hear);
            [0.0, 0.1, 0.2, 0.3].map(|now_s| {
                world.resource_mut::<BattleClock>().now_s = now_s;
                let cues = world.run_system(hear).expect("it runs");
                world.resource_mut::<FreshEvents>().fresh.clear();
                cues.contains(&(Cue::Shield, 1.0))
            })
        };
        let tracer = test_support::gun();
        let beam = WeaponNumbers { delivery: Delivery::Beam, ..tracer.clone() };
        assert_eq!(heard(beam), [true, false, false, false]);
        assert_eq!(heard(tracer), [false, false, true, false], "its tracer takes time");
    }

    #[test]
    fn of_the_sounds_ahead_the_loudest_of_a_frame_waits() {
        let sound = |at_s: f64, gain: f32| FightSound { at_s, cue: Cue::Shield, gain };
        let mut waiting = Vec::new();
        let shot = FightSound { cue: Cue::Kinetic, ..sound(0.0, 0.2) };
        assert_eq!(
            due(vec![sound(0.1, 0.4), sound(0.1, 0.9), shot], &mut waiting, 0.0),
            [(Cue::Kinetic, 0.2)]
        );
        assert!(due(vec![sound(0.2, 0.3)], &mut waiting, 0.05).is_empty());
        assert_eq!(due(Vec::new(), &mut waiting, 0.1), [(Cue::Shield, 0.9)]);
        assert_eq!(due(Vec::new(), &mut waiting, 0.3), [(Cue::Shield, 0.3)]);
        assert!(waiting.is_empty());
    }

    #[test]
    fn far_sounds_are_softer() {
        assert_eq!(gain(100.0, 50.0), 1.0);
        assert_eq!(gain(100.0, 200.0), 0.5);
        assert_eq!(gain(100.0, f64::INFINITY), 0.0);
    }

    #[test]
    fn own_losses_are_heard_from_everywhere() {
        assert_eq!(loss_gain(gain(100.0, f64::INFINITY), true), OWN_LOSS);
        assert_eq!((loss_gain(0.9, true), loss_gain(0.1, false)), (0.9, 0.1));
    }

    #[test]
    fn kinds_of_damage_sound_different() {
        let cues = DamageKind::ALL.map(|kind| shot_cue(kind, &Delivery::Tracer));
        for (index, cue) in cues.iter().enumerate() {
            assert!(!cues[..index].contains(cue));
        }
    }
}
