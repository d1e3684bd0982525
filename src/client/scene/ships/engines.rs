//! Engine light: the power of a ship's engines, and the jets at its stern.
//!
//! The engines burn when a ship's own velocity changes; the motion of its carrier does not count. Full power takes
//! the ship from rest to full speed in the time of its class.

use bevy::prelude::*;
use glam::DVec3;

use crate::client::frame::FrameSystems;
use crate::client::scene::ships::DrawnHull;
use crate::client::view::UNIT_KM;
use crate::orbit::TICKS_PER_SECOND;
use crate::sim::{Flight, Gait, LastTick, Position, Ship};

/// A share of full power below this is station keeping, and shows no jet.
const IDLING: f32 = 0.06;
/// Seconds of real time in which engines light up, and in which they go out.
const LIGHTING_S: (f32, f32) = (0.12, 0.5);
/// Least power that leaves a trail.
pub const FAINT: f32 = 0.02;
/// The power that engines show at least: those of a ship that coasts or holds its place idle, and their mouths alone
/// glow.
const IDLE: f32 = 0.04;
/// Length of a jet at full power, in radii of the ship.
pub const JET_RADII: f32 = 2.2;

/// Engine power of a ship.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
pub struct Burn {
    /// Displayed power, smoothed, 0 to 1; `None` until it is known.
    power: Option<f32>,
}

impl Burn {
    /// Displayed power, 0 to 1.
    pub fn power(&self) -> f32 {
        self.power.unwrap_or(0.0)
    }

    /// The power that its jets show; `None` until it is known.
    fn shown(&self) -> Option<f32> {
        self.power.map(|power| power.max(IDLE))
    }

    /// Whether the power is known: a ship has no engine light before its first tick since the world was entered.
    pub fn is_known(&self) -> bool {
        self.power.is_some()
    }

    /// Updates with a frame: the flight in the last tick, the velocity change at full power in a second of play,
    /// km/s, and the seconds of real time since the frame before. Engines that burn when their power becomes known
    /// are lit at once, also while the world is paused.
    fn follow(&mut self, flight: &Flight, last: &LastTick, full_km_s: f64, seconds: f32) {
        let share = last.own_change.length() * TICKS_PER_SECOND / full_km_s.max(f64::MIN_POSITIVE);
        let wanted = if flight.holding { 0.0 } else { shown_power(share as f32) };
        let power = self.power.unwrap_or(wanted);
        let takes_s = if wanted > power { LIGHTING_S.0 } else { LIGHTING_S.1 };
        self.power = Some(power + (wanted - power) * (1.0 - (-seconds / takes_s).exp()));
    }
}

/// Brightness of engines at a share of full power. The root makes gentle burning visible.
fn shown_power(share: f32) -> f32 {
    ((share - IDLING) / (1.0 - IDLING)).clamp(0.0, 1.0).sqrt()
}

/// The jets of a ship.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct JetsOf {
    /// The ship.
    pub ship: Entity,
    /// Hull.
    pub hull: Entity,
    /// The origin of the jets on the z axis of the unit hull.
    pub stern: f32,
}

/// Adds the light of engines to the frame.
pub fn plugin(app: &mut App) {
    app.add_systems(PostUpdate, (follow_burns, place_jets).chain().in_set(FrameSystems::Collect));
}

/// Records the engine power of every ship that has made a tick: a save does not tell which engines burn. The power
/// stays while the world is paused.
fn follow_burns(
    real: Res<Time<Real>>,
    time: Res<Time<Virtual>>,
    mut ships: Query<(&Ship, &Position, &Flight, &LastTick, &mut Burn)>,
) {
    let seconds = if time.is_paused() { 0.0 } else { real.delta_secs() };
    for (ship, position, flight, last, mut burn) in &mut ships {
        // The carrier of a ship moves in every tick.
        let is_at_its_beginning = last.position == position.0 && last.own_change == DVec3::ZERO;
        if is_at_its_beginning && !burn.is_known() {
            continue;
        }
        let speed_km_s = match last.gait {
            Gait::Cruise => ship.cruise_km_s,
            Gait::Manoeuvre => ship.manoeuvre_km_s,
        };
        let full_km_s = speed_km_s / ship.thrust_s.max(f64::MIN_POSITIVE);
        burn.follow(flight, last, full_km_s, seconds);
    }
}

type HullParts = (&'static Transform, &'static Visibility);

/// Places jets at the sterns of drawn hulls.
fn place_jets(
    ships: Query<(&Ship, &Burn)>,
    hulls: Query<HullParts, (With<DrawnHull>, Without<JetsOf>)>,
    mut jets: Query<(&JetsOf, &mut Transform, &mut Visibility), Without<DrawnHull>>,
) {
    for (of, mut transform, mut visibility) in &mut jets {
        // From afar no hull is seen, and no ship has to be asked.
        let hull = hulls.get(of.hull).ok().filter(|(_, hull)| **hull != Visibility::Hidden);
        let ship = || {
            let (ship, burn) = ships.get(of.ship).ok()?;
            Some((ship, burn.shown()?))
        };
        let burning = hull.and_then(|hull| Some((hull, ship()?)));
        let Some(((hull, _), (ship, power))) = burning else {
            visibility.set_if_neq(Visibility::Hidden);
            continue;
        };
        visibility.set_if_neq(Visibility::Inherited);
        *transform = jet_transform(hull, of.stern, (ship.radius_km / UNIT_KM) as f32, power);
    }
}

/// The transform of jets on a hull: they start at its stern, and only their length depends on the power.
fn jet_transform(hull: &Transform, stern: f32, radius: f32, power: f32) -> Transform {
    let astern = hull.rotation * Vec3::Z;
    Transform {
        translation: hull.translation + astern * (stern * hull.scale.z),
        rotation: hull.rotation,
        scale: Vec3::new(hull.scale.x, hull.scale.y, JET_RADII * radius * power),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::level::FormationRole;
    use crate::sim::{ClassId, ShipId};

    /// Frames of a ship that adds this to its speed in each tick.
    fn burn(burn: &mut Burn, frames: u32, added_km_s: f64, holding: bool) {
        let flight = Flight { holding, ..default() };
        let last = LastTick { own_change: DVec3::X * added_km_s, ..default() };
        for _ in 0..frames {
            burn.follow(&flight, &last, 300.0, 1.0 / 60.0);
        }
    }

    fn burned(added_km_s: f64, holding: bool) -> Burn {
        let mut new = Burn::default();
        burn(&mut new, 60, added_km_s, holding);
        new
    }

    #[test]
    fn full_power_is_full_light_and_coasting_is_none() {
        // 300 km/s in a second are 10 in a tick.
        assert!(burned(10.0, false).power() > 0.95);
        assert!(burned(2.0, false).power() > 0.2);
        assert_eq!(burned(0.0, false).power(), 0.0);
        assert_eq!(burned(0.2, false).power(), 0.0, "keeping in place is not seen");
        assert_eq!(burned(10.0, true).power(), 0.0, "who holds a place has its engines off");
    }

    #[test]
    fn idle_engines_glow_and_blow_no_jet() {
        assert_eq!(Burn::default().shown(), None, "nothing is known of them yet");
        assert_eq!(burned(0.0, false).shown(), Some(IDLE));
        assert_eq!(burned(10.0, true).shown(), Some(IDLE));
        assert!(burned(10.0, false).shown() > Some(0.95));
        const { assert!(IDLE * JET_RADII < 0.1) };
    }

    #[test]
    fn engines_light_up_and_go_out_in_their_time() {
        let mut engines = burned(0.0, false);
        burn(&mut engines, 3, 10.0, false);
        assert!((0.2..0.6).contains(&engines.power()), "{}", engines.power());
        burn(&mut engines, 60, 10.0, false);
        burn(&mut engines, 3, 0.0, false);
        assert!(engines.power() > 0.8, "{}", engines.power());
        burn(&mut engines, 177, 0.0, false);
        assert!(engines.power() < FAINT, "{}", engines.power());
    }

    #[test]
    fn engines_burn_in_the_first_frame_of_a_paused_world_and_stay_so() {
        let flight = Flight::default();
        let last = LastTick { own_change: DVec3::X * 10.0, ..default() };
        let mut engines = Burn::default();
        engines.follow(&flight, &last, 300.0, 0.0);
        assert_eq!(engines.power(), 1.0);
        engines.follow(&flight, &LastTick::default(), 300.0, 0.0);
        assert_eq!(engines.power(), 1.0);
    }

    /// A ship that reaches 300 km/s in a second, at the origin.
    pub(in crate::client::scene::ships) fn ship() -> Ship {
        Ship {
            id: ShipId(1),
            class: ClassId::FIRST,
            radius_km: 100.0,
            half_length_km: 300.0,
            thrust_s: 1.0,
            turn_s: 1.0,
            rank: FormationRole::Line,
            cruise_km_s: 300.0,
            manoeuvre_km_s: 30.0,
        }
    }

    #[test]
    fn engines_of_a_loaded_world_are_dark_until_its_first_tick_and_then_lit_at_once() {
        let mut world = World::new();
        world.init_resource::<Time<Real>>();
        world.init_resource::<Time<Virtual>>();
        let entity = world.spawn((ship(), Burn::default())).id();
        let mut burn_of = |last: Option<LastTick>| {
            if let Some(last) = last {
                world.entity_mut(entity).insert(last);
            }
            world.run_system_once(follow_burns).expect("it runs");
            *world.entity(entity).get::<Burn>().expect("it has engines")
        };
        assert!(!burn_of(None).is_known());
        let carried = LastTick { position: DVec3::X, own_change: DVec3::Y * 10.0, ..default() };
        assert_eq!(burn_of(Some(carried)).power(), 1.0);
    }

    #[test]
    fn jets_begin_at_the_stern() {
        let hull = Transform::from_xyz(5.0, 0.0, 0.0)
            .looking_to(Vec3::NEG_X, Vec3::Y)
            .with_scale(Vec3::new(1.0, 1.0, 2.0));
        let jets = jet_transform(&hull, 0.8, 1.0, 0.5);
        assert!(jets.translation.distance(Vec3::new(6.6, 0.0, 0.0)) < 1e-5, "{}", jets.translation);
        assert!((jets.transform_point(Vec3::Z).x - 7.7).abs() < 1e-4);
    }
}
