//! Hits on shields: cells that flare up at the points of impact, and waves of light that run over the shield from
//! there, in the colour of all shields. A shield that breaks flickers and goes out. A shield that nobody hits is not
//! seen.

use bevy::light::{NotShadowCaster, NotShadowReceiver};
use bevy::prelude::*;
use glam::DVec3;

use crate::client::models::sample;
use crate::client::scene::battle::counters::Drawn;
use crate::client::scene::battle::damage::shield_material::{
    MOST_IMPACTS, ShieldMaterial, ShieldUniform, ball_mesh,
};
use crate::client::scene::battle::effects::{EffectInputs, Pool, Shot, shield_light};
use crate::client::scene::battle::shots::{FreshShots, HitFlights, impact_times};
use crate::client::scene::battle::{FreshEvent, SpottedUnit};
use crate::client::scene::quality::limits::MOST_SHIELDS;
use crate::client::view::{Origin, Sight, UNIT_KM, turned};
use crate::client::worlds::Kept;
use crate::sim::TargetId;
use crate::sim::event::{GameEvent, ShotOutcome};

/// Seconds until the waves of an impact are gone.
const FADING_S: f64 = 1.0;
/// Least time between two impacts at one place, s.
const REST_S: f64 = 0.15;
/// Hits from within this cosine are at the same place.
const SAME_PLACE: f64 = 0.97;
/// Hulls smaller than this show no shield, pixels of their radius.
const LEAST_PIXELS: f64 = 4.0;

/// A shield on the screen, with its index in the list.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShieldBall(usize);

/// An impact on a shield.
#[derive(Clone, Copy, Debug)]
struct Impact {
    /// The time of the impact, which may lie ahead.
    born_s: f64,
    /// Direction from the middle of the unit to the place that was hit, a unit vector.
    toward: DVec3,
    /// Whether it broke the shield.
    breaks: bool,
}

impl Impact {
    /// Whether it is one with an impact of the moment before.
    fn joins(&self, known: &Self) -> bool {
        self.toward.dot(known.toward) > SAME_PLACE && self.born_s - known.born_s < REST_S
    }

    /// Whether it sums up an impact: both are of about the same moment.
    fn sums_up(&self, known: &Self) -> bool {
        (self.born_s - known.born_s).abs() < REST_S
    }
}

/// A shield that was hit, and its last impacts.
#[derive(Clone, Debug)]
pub struct LitShield {
    unit: TargetId,
    impacts: Pool<Impact>,
}

/// Makes all shields, hidden, and a sample.
pub fn spawn_shields(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ShieldMaterial>>,
) {
    let ball = meshes.add(ball_mesh());
    commands.spawn(sample(ball.clone(), materials.add(ShieldMaterial::default())));
    for index in 0..MOST_SHIELDS {
        commands.spawn((
            ShieldBall(index),
            Mesh3d(ball.clone()),
            MeshMaterial3d(materials.add(ShieldMaterial::default())),
            Visibility::Hidden,
            NotShadowCaster,
            NotShadowReceiver,
        ));
    }
}

type BallParts<'a> =
    (&'a ShieldBall, &'a mut Transform, &'a mut Visibility, &'a MeshMaterial3d<ShieldMaterial>);

/// Draws all shields that were hit.
pub fn draw_shields(
    scene: EffectInputs,
    sight: Sight,
    (fresh, flights): (Res<FreshShots>, Res<HitFlights>),
    mut shields: Kept<Pool<LitShield>>,
    mut balls: Query<BallParts>,
    mut materials: ResMut<Assets<ShieldMaterial>>,
    mut drawn: ResMut<Drawn>,
) {
    let shields = shields.now();
    for (unit, impact) in fresh.hits().filter_map(impact_of_shot) {
        if scene.age_s(impact.born_s) < FADING_S && seen(&scene, unit).is_some() {
            take(shields, unit, impact, scene.caps.shields);
        }
    }
    let news = scene.news.fresh.iter().map(|news| flights.at_impact(news));
    for (unit, impact) in news.filter_map(|news| impact_of(&news)) {
        if scene.age_s(impact.born_s) < FADING_S
            && let Some(spot) = seen(&scene, unit)
        {
            let breaks = is_down(&sight, unit, spot);
            sum_up(shields, unit, Impact { breaks, ..impact }, scene.caps.shields);
        }
    }
    for shield in shields.iter_mut() {
        shield.impacts.retain(|impact| scene.age_s(impact.born_s) < FADING_S);
    }
    shields.retain(|shield| !shield.impacts.is_empty());
    drawn.note("shields", shields.len());
    for (ball, mut transform, mut visibility, material) in &mut balls {
        let shield = shields.get(ball.0).and_then(|shield| Some((shield, seen(&scene, shield.unit)?)));
        let Some((shield, spot)) = shield else {
            visibility.set_if_neq(Visibility::Hidden);
            continue;
        };
        visibility.set_if_neq(Visibility::Inherited);
        *transform = ball_transform(spot, &scene.origin);
        if let Some(mut material) = materials.get_mut(&material.0) {
            material.uniform = uniform(shield, spot, &transform, scene.clock.now_s);
        }
    }
}

/// A unit in the picture that is large enough for a shield.
fn seen<'a>(scene: &'a EffectInputs, unit: TargetId) -> Option<&'a SpottedUnit> {
    let spot = scene.roster.get(unit)?;
    let (pixel, per_km) = scene.project(spot.place)?;
    (scene.is_near_picture(pixel) && spot.radius_km * per_km > LEAST_PIXELS).then_some(spot)
}

/// Whether nothing is left of the shield of a unit.
fn is_down(sight: &Sight, unit: TargetId, spot: &SpottedUnit) -> bool {
    let view = sight.view();
    let hull = match unit {
        TargetId::Ship(_) => view.ship(spot.entity).and_then(|seen| view.hull_of_ship(&seen)),
        TargetId::Structure(_) => view.structure(spot.entity).and_then(|seen| view.hull_of_structure(&seen)),
    };
    hull.is_some_and(|hull| hull.shield <= 0.0)
}

/// The impact of an event in which a shield has lost points.
fn impact_of(news: &FreshEvent) -> Option<(TargetId, Impact)> {
    let GameEvent::Suffered { what, shield, toward, .. } = news.event else { return None };
    let toward = toward.normalize_or(DVec3::Z);
    let impact = Impact { born_s: news.born_s, toward, breaks: false };
    (shield > 0.0).then_some((what.id, impact))
}

/// The impact of a shot that hits a shield: where its line ends.
fn impact_of_shot(shot: &Shot) -> Option<(TargetId, Impact)> {
    let (unit, beside) = shot.to.on_unit().filter(|_| shot.outcome == ShotOutcome::HitShield)?;
    let (delay_s, _) = impact_times(shot.delivery);
    let toward = beside.normalize_or(DVec3::Z);
    Some((unit, Impact { born_s: shot.born_s + delay_s, toward, breaks: false }))
}

/// Adds the losses of a tick to their shield. Those by shots have impacts already, and only tell whether the shield
/// broke; others, as by a torpedo, are an impact.
fn sum_up(shields: &mut Pool<LitShield>, unit: TargetId, sum: Impact, most: usize) {
    let shield = shields.iter_mut().find(|shield| shield.unit == unit);
    let known = shield.and_then(|shield| shield.impacts.iter_mut().rev().find(|known| sum.sums_up(known)));
    match known {
        Some(known) => known.breaks |= sum.breaks,
        None => take(shields, unit, sum, most),
    }
}

/// Adds an impact to its shield; the oldest impact makes room, and beyond `most` the oldest shield.
fn take(shields: &mut Pool<LitShield>, unit: TargetId, impact: Impact, most: usize) {
    let Some(shield) = shields.iter_mut().find(|shield| shield.unit == unit) else {
        let mut shield = LitShield { unit, impacts: Pool::default() };
        shield.impacts.push(impact, MOST_IMPACTS);
        shields.push(shield, most);
        return;
    };
    match shield.impacts.iter_mut().find(|known| impact.joins(known)) {
        Some(known) => known.breaks |= impact.breaks,
        None => shield.impacts.push(impact, MOST_IMPACTS),
    }
}

/// The transform of a ball of radius 1 to the shield of a unit.
fn ball_transform(spot: &SpottedUnit, origin: &Origin) -> Transform {
    let (length_km, width_km) = spot.shield_km();
    let (length, width) = ((length_km / UNIT_KM) as f32, (width_km / UNIT_KM) as f32);
    Transform::from_translation(origin.place(spot.place))
        .looking_to(turned(spot.axis()), Vec3::Y)
        .with_scale(Vec3::new(width, width, length))
}

/// The impacts of a shield at a moment, for the shader.
fn uniform(shield: &LitShield, spot: &SpottedUnit, ball: &Transform, now_s: f64) -> ShieldUniform {
    let mut uniform = ShieldUniform::default();
    let slots = uniform.impacts.iter_mut().zip(&mut uniform.lights);
    let begun = shield.impacts.iter().filter(|impact| impact.born_s <= now_s);
    let color = shield_light();
    for ((place, light), impact) in slots.zip(begun) {
        let offset = turned(spot.on_shield(impact.toward)) / UNIT_KM as f32;
        let on_ball = (ball.rotation.inverse() * offset / ball.scale).normalize_or(Vec3::Y);
        let age = ((now_s - impact.born_s) / FADING_S).clamp(0.0, 1.0) as f32;
        *place = on_ball.extend(age);
        let kind = if impact.breaks { 2.0 } else { 1.0 };
        *light = Vec4::new(color.red, color.green, color.blue, kind);
    }
    uniform
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::scene::battle::UnitShape;
    use crate::client::scene::battle::effects::EffectAnchor;
    use crate::level::{DamageKind, Delivery};
    use crate::sim::event::Party;
    use crate::sim::ids::{FactionId, ShipId};

    const UNIT: TargetId = TargetId::Ship(ShipId(4));

    fn impact(born_s: f64, toward: DVec3) -> Impact {
        Impact { born_s, toward, breaks: false }
    }

    #[test]
    fn every_loss_of_a_shield_is_an_impact() {
        let what = Party { id: UNIT, faction: FactionId(0) };
        let (toward, place) = (DVec3::Y, DVec3::ZERO);
        let impact = |event| impact_of(&FreshEvent { number: 0, tick: 0, born_s: 3.0, event });
        // Like the event after a torpedo's burst, which is no shot.
        let lit = impact(GameEvent::Suffered { what, shield: 75.0, armour: 0.0, toward, place });
        let (unit, lit) = lit.expect("it lights up");
        assert_eq!((unit, lit.toward, lit.born_s), (what.id, DVec3::Y, 3.0));
        assert!(impact(GameEvent::Suffered { what, shield: 0.0, armour: 75.0, toward, place }).is_none());
        let burst =
            GameEvent::Burst { by: FactionId(1), place, blast_km: 60.0, touched: Some(what), ground: None };
        assert!(impact(burst).is_none(), "one burst is not two");
    }

    #[test]
    fn a_shield_keeps_its_last_impacts_and_joins_a_burst_at_one_place() {
        let mut shields = Pool::default();
        for born_s in [0.0, 0.05, 0.1] {
            take(&mut shields, UNIT, impact(born_s, DVec3::X), 8);
        }
        assert_eq!(shields[0].impacts.len(), 1);
        take(&mut shields, UNIT, impact(0.1, DVec3::Y), 8);
        assert_eq!(shields[0].impacts.len(), 2, "another place");
        for step in 1..10 {
            take(&mut shields, UNIT, impact(f64::from(step), DVec3::X), 8);
        }
        assert_eq!((shields.len(), shields[0].impacts.len()), (1, MOST_IMPACTS));
        for number in 10..30 {
            take(&mut shields, TargetId::Ship(ShipId(number)), impact(0.0, DVec3::X), 8);
        }
        assert_eq!(shields.len(), 8);
    }

    #[test]
    fn a_shot_lights_up_the_place_at_which_its_line_ends() {
        let shot = |outcome: ShotOutcome| Shot {
            number: 1,
            born_s: 2.0,
            delivery: Delivery::Tracer,
            kind: DamageKind::Kinetic,
            harm: 4.0,
            at: Some(UNIT),
            outcome,
            by_km: 0.0,
            owner: FactionId(0),
            from: EffectAnchor::default(),
            to: EffectAnchor::to_unit(UNIT, DVec3::Y * 120.0, EffectAnchor::default()),
        };
        let (unit, impact) = impact_of_shot(&shot(ShotOutcome::HitShield)).expect("it lights up");
        assert_eq!((unit, impact.toward), (UNIT, DVec3::Y));
        assert!(impact.born_s > 2.0, "once it is there");
        assert!(impact_of_shot(&shot(ShotOutcome::HitArmour)).is_none());
    }

    #[test]
    fn the_losses_by_shots_are_no_impact_of_their_own() {
        let mut shields = Pool::default();
        take(&mut shields, UNIT, impact(0.1, DVec3::X), 8);
        sum_up(&mut shields, UNIT, Impact { breaks: true, ..impact(0.0, DVec3::Z) }, 8);
        assert_eq!(shields[0].impacts.len(), 1);
        assert!(shields[0].impacts[0].breaks);
        sum_up(&mut shields, UNIT, impact(1.0, DVec3::Z), 8);
        assert_eq!(shields[0].impacts.len(), 2, "a blast without a shot");
    }

    /// The first light on a shield at a moment.
    fn first_light(shield: &LitShield, now_s: f64) -> Vec4 {
        let spot = SpottedUnit { radius_km: 100.0, ..default() };
        uniform(shield, &spot, &ball_transform(&spot, &Origin::default()), now_s).lights[0]
    }

    #[test]
    fn an_impact_that_breaks_a_shield_is_not_lost_in_a_burst() {
        let mut shields = Pool::default();
        take(&mut shields, UNIT, impact(0.0, DVec3::X), 8);
        assert_eq!(first_light(&shields[0], 0.1).w, 1.0);
        take(&mut shields, UNIT, Impact { breaks: true, ..impact(0.05, DVec3::X) }, 8);
        assert_eq!(shields[0].impacts.len(), 1);
        assert_eq!(first_light(&shields[0], 0.1).w, 2.0);
    }

    #[test]
    fn an_impact_is_seen_from_its_moment_on_in_the_colour_of_shields() {
        let mut shields = Pool::default();
        take(&mut shields, UNIT, impact(0.5, DVec3::X), 8);
        let light = |now_s: f64| first_light(&shields[0], now_s);
        assert_eq!(light(0.45), Vec4::ZERO, "its shot is still on the way");
        let color = shield_light();
        assert_eq!(light(0.5), Vec4::new(color.red, color.green, color.blue, 1.0));
        assert!(color.blue > color.green && color.green > color.red);
    }

    #[test]
    fn impacts_lie_on_the_side_of_the_attacker() {
        let shape = UnitShape::Hull { heading: DVec3::X, half_length_km: 300.0 };
        let spot = SpottedUnit { radius_km: 100.0, shape, ..default() };
        let ball = ball_transform(&spot, &Origin::default());
        let mut shields = Pool::default();
        for toward in [DVec3::X, DVec3::NEG_Y, DVec3::new(1.0, 1.0, 1.0).normalize()] {
            take(&mut shields, UNIT, impact(0.0, toward), 8);
        }
        let uniform = uniform(&shields[0], &spot, &ball, 0.25 * FADING_S);
        for (place, known) in uniform.impacts.iter().zip(shields[0].impacts.iter()) {
            let shown = ball.transform_point(place.truncate());
            assert!(shown.normalize().distance(turned(known.toward)) < 1e-4, "{}", known.toward);
            assert!((place.truncate().length() - 1.0).abs() < 1e-4);
            assert!((place.w - 0.25).abs() < 1e-6);
        }
        assert_eq!(uniform.lights[3], Vec4::ZERO, "nothing has hit there");
    }
}
