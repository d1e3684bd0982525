//! Torpedoes: bright points with trails of light.

use std::collections::VecDeque;

use bevy::prelude::*;
use glam::DVec3;

use crate::client::scene::battle::counters::Drawn;
use crate::client::scene::battle::effects::{EffectInputs, add_disc, add_ribbon, light_of};
use crate::client::scene::ribbons::{LightSheet, Point, lay};
use crate::client::view::{BodyPlaces, Moment, Onlooker, Sight};
use crate::level::DamageKind;
use crate::sim::combat::Torpedo;
use crate::sim::motion::anchor_at;
use crate::sim::{BodyId, Calendar, Position, Sky};

/// Length of a trail, ticks.
const MOST_SAMPLES: usize = 14;
/// Length of a trail, at most, pixels.
const TRAIL_PIXELS: f64 = 110.0;
/// Half the width of a trail and the radius of the point before it, pixels.
const HALF_PIXELS: f64 = 1.1;
const POINT_PIXELS: f64 = 3.4;
/// The radius of the light of a torpedo, km: near the eye it is larger than a point.
const LIGHT_KM: f64 = 130.0;

/// The recent flight of a torpedo.
#[derive(Component, Clone, Debug, Default, PartialEq)]
pub struct Flown {
    /// The tick of the newest sample.
    tick: u64,
    /// The body that the samples move with.
    body: Option<BodyId>,
    /// Offsets from that body, or from the origin, at the ends of ticks, the newest first, km.
    samples: VecDeque<DVec3>,
    /// Motion in a tick, relative to that body, km.
    step: DVec3,
    is_seen: bool,
}

impl Flown {
    /// Adds the place at the end of a tick: an offset from the torpedo's body, km.
    fn take(&mut self, tick: u64, body: Option<BodyId>, offset: DVec3) {
        if body != self.body {
            // Samples relative to another body are dropped, because their places would jump.
            self.samples.clear();
            self.body = body;
        }
        let ticks = tick.saturating_sub(self.tick).max(1);
        self.step = self.samples.front().map_or(DVec3::ZERO, |last| (offset - *last) / ticks as f64);
        self.tick = tick;
        self.samples.truncate(MOST_SAMPLES - 1);
        self.samples.push_front(offset);
    }

    /// Place at a share of the way from the tick before to the last one, relative to its body, km.
    fn offset(&self, fraction: f64) -> Option<DVec3> {
        self.samples.front().map(|newest| *newest - self.step * (1.0 - fraction))
    }
}

/// Samples the places of torpedoes, once after every tick. Another onlooker, who may sit down between two ticks, sees
/// others.
pub fn follow_torpedoes(
    mut commands: Commands,
    calendar: Res<Calendar>,
    sky: Res<Sky>,
    sight: Sight,
    onlooker: Res<Onlooker>,
    mut torpedoes: Query<(Entity, &Torpedo, &Position, Option<&mut Flown>)>,
) {
    let (tick, view) = (calendar.tick, sight.view());
    for (entity, torpedo, position, flown) in &mut torpedoes {
        let is_sampled = flown.as_ref().is_some_and(|flown| flown.tick == tick);
        if is_sampled && !onlooker.is_changed() {
            continue;
        }
        let is_seen = || view.knows_secrets_of(torpedo.faction) || view.sees_place(position.0);
        let body = anchor_at(&sky, position.0);
        let center = body.and_then(|body| sky.now.get(body)).map_or(DVec3::ZERO, |state| state.position);
        match flown {
            Some(mut flown) => {
                flown.is_seen = is_seen();
                if !is_sampled {
                    flown.take(tick, body, position.0 - center);
                }
            }
            None => {
                let mut flown = Flown { body, is_seen: is_seen(), ..Flown::default() };
                flown.take(tick, body, position.0 - center);
                commands.entity(entity).insert(flown);
            }
        }
    }
}

/// Draws the nearest torpedoes in sight.
pub fn draw_torpedoes(
    scene: EffectInputs,
    places: Res<BodyPlaces>,
    moment: Res<Moment>,
    torpedoes: Query<(Entity, &Torpedo, &Flown)>,
    mut near: Local<Vec<(Entity, DVec3)>>,
    mut points: Local<Vec<Point>>,
    mut light: ResMut<LightSheet>,
    mut drawn: ResMut<Drawn>,
) {
    near.clear();
    for (entity, _, flown) in torpedoes.iter().filter(|(.., flown)| flown.is_seen) {
        let Some(offset) = flown.offset(moment.fraction) else { continue };
        let place = places.of(flown.body) + offset;
        if scene.project(place).is_some_and(|(pixel, _)| scene.is_near_picture(pixel)) {
            near.push((entity, place));
        }
    }
    scene.view.keep_nearest(&mut near, scene.caps.torpedoes, |(_, place)| *place);
    drawn.note("torpedoes", near.len());
    for (entity, place) in near.iter() {
        let Ok((_, torpedo, flown)) = torpedoes.get(*entity) else { continue };
        let Some((_, per_km)) = scene.project(*place) else { continue };
        let weapon = scene.arms_table.weapons.get(torpedo.weapon);
        let color = light_of(weapon.map_or(DamageKind::Kinetic, |weapon| weapon.kind));
        let center = places.of(flown.body);
        let head = Point { place: *place, strength: 1.0 };
        let past = flown.samples.iter().skip(1);
        let past = past.map(|offset| Point { place: center + *offset, strength: 1.0 });
        lay(&mut points, TRAIL_PIXELS / per_km, std::iter::once(head).chain(past));
        add_ribbon(&mut light.0, &scene, &points, HALF_PIXELS, color);
        add_disc(&mut light.0, &scene, *place, LIGHT_KM.max(POINT_PIXELS / per_km), color);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::view::known::seen::KnownBodies;
    use crate::sim::ids::{FactionId, ShipId, TargetId, TorpedoId, WeaponId};
    use crate::sim::visibility::Viewer;
    use crate::sim::visibility::test_support::{ARES, TERRA, held};

    /// A torpedo of a faction.
    fn torpedo(faction: FactionId) -> Torpedo {
        Torpedo {
            id: TorpedoId(0),
            weapon: WeaponId::FIRST,
            faction,
            side: 0,
            by: TargetId::Ship(ShipId(1)),
            target: None,
            own_velocity: DVec3::X,
            heading: DVec3::X,
            fuel_ticks: 9,
            age_ticks: 0,
            points: 1.0,
        }
    }

    #[test]
    fn torpedoes_are_shown_to_the_present_onlooker_between_two_ticks_too() {
        let mut simulation = held();
        let world = simulation.world_mut();
        world.insert_resource(Onlooker(Viewer::Faction(ARES)));
        world.init_resource::<KnownBodies>();
        let torpedo = world.spawn((torpedo(ARES), Position(DVec3::X * 1.0e10))).id();
        let follow = world.register_system(follow_torpedoes);
        let mut seen = |faction: FactionId| {
            world.resource_mut::<Onlooker>().0 = Viewer::Faction(faction);
            world.run_system(follow).expect("it runs");
            let flown = world.get::<Flown>(torpedo).expect("it is followed");
            (flown.is_seen, flown.samples.len())
        };
        assert_eq!([ARES, TERRA, ARES].map(&mut seen), [(true, 1), (false, 1), (true, 1)]);
    }

    #[test]
    fn a_torpedo_moves_between_its_ticks_as_seen_from_its_body() {
        let mut flown = Flown::default();
        flown.take(5, Some(BodyId(2)), DVec3::X * 10.0);
        assert_eq!(flown.offset(0.0), Some(DVec3::X * 10.0), "where it came from is not known yet");
        flown.take(7, Some(BodyId(2)), DVec3::X * 14.0);
        assert_eq!(flown.offset(1.0), Some(DVec3::X * 14.0));
        assert_eq!(flown.offset(0.5), Some(DVec3::X * 13.0), "two ticks went by in this frame");
        flown.take(8, None, DVec3::Y);
        assert_eq!(flown.samples.len(), 1, "another body carries it now");
    }

    #[test]
    fn only_the_newest_samples_are_kept() {
        let mut flown = Flown::default();
        for tick in 0..100 {
            flown.take(tick, None, DVec3::X);
        }
        assert_eq!(flown.samples.len(), MOST_SAMPLES);
    }
}
