//! Numbers of harm that float up from who was hit, for who wants them.
//!
//! - Enters: hits of this frame.
//! - Leaves: at most [`MOST_NUMBERS`] words on the screen; hits on one target within a moment are one number.
//! - Must never: be there while the setting is off.

use bevy::prelude::*;

use super::pool::Pool;
use super::scene::{Scene, Shot};
use super::ties::Tie;
use crate::client::markers::MarkerLayer;
use crate::sim::fight::Mark;
use crate::sim::fight::report::Outcome;

/// The most numbers at once.
pub const MOST_NUMBERS: usize = 24;
/// Seconds for which a number is shown.
const LIFE_S: f64 = 0.9;
/// Hits on one target within this time are one number, s.
const GATHERING_S: f64 = 0.3;
/// How far a number rises, and how far above its target it begins, pixels.
const RISE_PIXELS: f32 = 26.0;
const BEGIN_PIXELS: f32 = 12.0;
/// Size of the numbers, pixels.
const WORD_PIXELS: f32 = 13.0;
/// Colours of harm to shields and to armour.
const SHIELD_COLOR: Color = Color::srgb(0.6, 0.82, 1.0);
const ARMOUR_COLOR: Color = Color::srgb(1.0, 0.72, 0.42);

/// A number on the screen, by its place in the list of them.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct HarmNumber(usize);

/// Harm that floats up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Floating {
    born_s: f64,
    mark: Mark,
    at: Tie,
    harm: f64,
    is_shield: bool,
}

/// Spawns the numbers, hidden.
pub fn spawn_numbers(mut commands: Commands, layer: Single<Entity, With<MarkerLayer>>) {
    for index in 0..MOST_NUMBERS {
        commands.spawn((
            HarmNumber(index),
            Node { position_type: PositionType::Absolute, left: px(0), top: px(0), ..default() },
            Text::default(),
            TextFont { font_size: FontSize::Px(WORD_PIXELS), ..default() },
            TextShadow { offset: Vec2::splat(1.0), color: Color::BLACK },
            TextLayout::no_wrap(),
            Visibility::Hidden,
            Pickable::IGNORE,
            ChildOf(*layer),
        ));
    }
}

/// Takes a hit: it adds to a number that has just begun, or begins one.
fn gather(all: &mut Pool<Floating>, shot: &Shot) {
    let Some(mark) = shot.at else { return };
    let is_shield = shot.outcome == Outcome::HitShield;
    let known = all
        .iter_mut()
        .find(|one| one.mark == mark && one.is_shield == is_shield && shot.born_s - one.born_s < GATHERING_S);
    match known {
        Some(known) => known.harm += shot.harm,
        None => {
            let (born_s, at, harm) = (shot.born_s, shot.to, shot.harm);
            all.push(Floating { born_s, mark, at, harm, is_shield }, MOST_NUMBERS);
        }
    }
}

type NumberParts<'a> =
    (&'a HarmNumber, &'a mut UiTransform, &'a mut Visibility, &'a mut Text, &'a mut TextColor);

/// Puts the numbers in their places.
pub fn place_numbers(
    scene: Scene,
    ui_scale: Res<UiScale>,
    mut all: Local<Pool<Floating>>,
    mut nodes: Query<NumberParts>,
) {
    if scene.settings.damage_numbers {
        for shot in scene.shots(|_| true, LIFE_S).filter(Shot::is_hit) {
            gather(&mut all, &shot);
        }
        all.retain(|one| scene.age_s(one.born_s) < LIFE_S);
    } else {
        all.clear();
    }
    let shown: Vec<(&Floating, Vec2)> = all
        .iter()
        .filter_map(|one| {
            let (pixel, _) = scene.project(scene.place(&one.at))?;
            Some((one, pixel))
        })
        .collect();
    for (number, mut transform, mut visibility, mut text, mut tint) in &mut nodes {
        let Some((floating, pixel)) = shown.get(number.0) else {
            visibility.set_if_neq(Visibility::Hidden);
            continue;
        };
        visibility.set_if_neq(Visibility::Inherited);
        let share = (scene.age_s(floating.born_s) / LIFE_S) as f32;
        let rise = if scene.settings.reduced_motion { 0.0 } else { RISE_PIXELS * share };
        let corner = *pixel / ui_scale.0 - Vec2::new(0.0, BEGIN_PIXELS + rise);
        transform.set_if_neq(UiTransform::from_translation(Val2::px(corner.x, corner.y)));
        let words = format!("{:.0}", floating.harm);
        if text.0 != words {
            text.0 = words;
        }
        let color = if floating.is_shield { SHIELD_COLOR } else { ARMOUR_COLOR };
        tint.set_if_neq(TextColor(color.with_alpha(1.0 - share * share)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::DamageKind;
    use crate::sim::ShipId;

    fn hit(born_s: f64, at: u32, outcome: Outcome) -> Shot {
        let (from, to) = (Tie::default(), Tie::default());
        let (kind, at) = (DamageKind::Heat, Some(Mark::Ship(ShipId(at))));
        Shot { number: 0, born_s, kind, harm: 10.0, at, outcome, from, to }
    }

    #[test]
    fn hits_on_one_target_within_a_moment_are_one_number() {
        let mut all = Pool::default();
        for (born_s, at) in [(0.0, 1), (0.1, 1), (0.1, 2), (0.5, 1)] {
            gather(&mut all, &hit(born_s, at, Outcome::HitArmour));
        }
        gather(&mut all, &hit(0.5, 1, Outcome::HitShield));
        let harms: Vec<f64> = all.iter().map(|one| one.harm).collect();
        assert_eq!(harms, [20.0, 10.0, 10.0, 10.0]);
    }

    #[test]
    fn numbers_are_few() {
        let mut all = Pool::default();
        (0..100).for_each(|at| gather(&mut all, &hit(0.0, at, Outcome::HitArmour)));
        assert_eq!(all.len(), MOST_NUMBERS);
    }
}
