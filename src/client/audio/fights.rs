//! Sounds of fights: the loudest of every kind in a frame.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use glam::DVec3;

use super::cues::Cue;
use crate::client::frame::Player;
use crate::client::scene::battle::{BattleClock, FreshEvent, FreshEvents, VisibleUnits};
use crate::client::view::ViewCamera;
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

/// Query bundle for sounds of fights.
#[derive(SystemParam)]
pub struct Gunfire<'w> {
    news: Option<Res<'w, FreshEvents>>,
    roster: Option<Res<'w, VisibleUnits>>,
    arms_table: Option<Res<'w, ArmsTable>>,
    view: Option<Res<'w, ViewCamera>>,
    clock: Option<Res<'w, BattleClock>>,
    player: Option<Res<'w, Player>>,
}

impl Gunfire<'_> {
    /// The sounds of this frame, each at most once, with their loudness, 0 to 1; the loudest first.
    pub fn cues(&self) -> Vec<(Cue, f32)> {
        let (Some(news), Some(clock)) = (&self.news, &self.clock) else { return Vec::new() };
        let mut loudest: Vec<(Cue, f32)> = Vec::new();
        for one in news.fresh.iter().filter(|one| clock.now_s - one.born_s < LATE_S) {
            if let Some((cue, gain)) = self.sound_of(one) {
                note(&mut loudest, cue, gain);
            }
        }
        loudest.sort_by(|one, other| other.1.total_cmp(&one.1));
        loudest
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
            // A shield sounds when it lights up.
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
    use super::*;

    #[test]
    fn of_each_sound_the_loudest_is_heard() {
        let mut loudest = Vec::new();
        for (cue, gain) in [(Cue::Heat, 0.2), (Cue::Em, 0.01), (Cue::Heat, 0.6), (Cue::Heat, 0.3)] {
            note(&mut loudest, cue, gain);
        }
        assert_eq!(loudest, [(Cue::Heat, 0.6)]);
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
