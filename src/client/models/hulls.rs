//! Hulls of ships, built with the mesh kit: a silhouette for each [`ShipMark`], in the style of the owner. Their
//! recipes stand in `assets/models/hulls.ron`.

use std::collections::HashMap;
use std::sync::LazyLock;

use bevy::math::Affine3A;
use bevy::prelude::*;
use serde::Deserialize;

use crate::client::models::mesh_builder::recipe::{Piece, Pose};
use crate::client::models::mesh_builder::style::Style;
use crate::client::models::mesh_builder::{Dice, MeshKit};
use crate::client::models::{ShipMark, styles};
use crate::level::{HullStyle, ShipClass};

const TEXT: &str = include_str!("../../../assets/models/hulls.ron");

static RECIPES: LazyLock<ShipRecipes> = LazyLock::new(|| ron::from_str(TEXT).unwrap_or_default());

/// Ratio of sight range to hull radius above which a class carries a visible dish.
const WATCHFUL: f64 = 15_000.0;
/// Range of wing spans, by builder, as factors on the usual span.
const SPANS: (f32, f32) = (0.9, 1.1);

/// The parameters of a hull's look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct HullPlan {
    /// Silhouette.
    pub mark: ShipMark,
    /// Whether its sight range calls for a dish.
    pub scans: bool,
}

impl From<&ShipClass> for HullPlan {
    fn from(class: &ShipClass) -> Self {
        let scans = class.sight_km > WATCHFUL * class.radius_km;
        Self { mark: ShipMark::of(class), scans }
    }
}

/// What the file says.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct ShipRecipes {
    hulls: HashMap<ShipMark, Recipe>,
    /// A dish, with its foot in the middle.
    dish: Vec<Piece>,
    /// An antenna along the bow.
    probe: Vec<Piece>,
}

/// The recipe of a hull.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Recipe {
    /// Foot of a dish; without it there is none.
    #[serde(default)]
    mast: Option<Vec3>,
    /// [`Style::tip`].
    #[serde(default)]
    tip: Option<f32>,
    pieces: Vec<Piece>,
}

/// The style of an owner's hulls.
fn style_of(style: HullStyle, owner_seed: u64) -> Style {
    let span = Dice::new(owner_seed).between(SPANS.0, SPANS.1);
    Style { span, ..styles::shape_of(style) }
}

/// A hull. The owner's style and seed shape all of the owner's hulls, the class's seed decides the plates and windows
/// of this one.
pub fn build(plan: HullPlan, style: HullStyle, owner_seed: u64, class_seed: u64) -> MeshKit {
    let Some(recipe) = RECIPES.hulls.get(&plan.mark) else { return MeshKit::default() };
    let style = style_of(style, owner_seed);
    let pose = Pose::of(Style { tip: recipe.tip.unwrap_or(style.tip), ..style });
    let (mut kit, mut dice) = (MeshKit::default(), Dice::new(class_seed));
    kit.assemble(&recipe.pieces, pose, &mut dice);
    if let Some(mast) = recipe.mast.filter(|_| plan.scans) {
        kit.assemble(&RECIPES.dish, pose.moved(Affine3A::from_translation(mast)), &mut dice);
        kit.assemble(&RECIPES.probe, pose, &mut dice);
    }
    kit.fit();
    kit
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::models::mesh_builder::test_support::{is_sound, likeness, silhouette};
    use crate::rules::test_support::shipped;

    /// The most triangles of a hull.
    const MOST_TRIANGLES: usize = 1_500;
    /// The most that two silhouettes may have in common.
    const MOST_LIKENESS: f32 = 0.8;

    /// The plan of each shipped class without a dish, and its stretch along the bow.
    fn plans() -> Vec<(HullPlan, Vec3)> {
        let classes = shipped().ship_classes;
        let plan = |class: &ShipClass| {
            let length = (class.bound_km() / class.radius_km) as f32;
            (HullPlan { scans: false, ..HullPlan::from(class) }, Vec3::new(1.0, 1.0, length))
        };
        classes.iter().map(plan).collect()
    }

    #[test]
    fn the_recipes_of_hulls_can_be_read() {
        let recipes = ron::from_str::<ShipRecipes>(TEXT);
        let recipes = recipes.unwrap_or_else(|error| panic!("assets/models/hulls.ron:{error}"));
        assert!(ShipMark::ALL.iter().all(|mark| recipes.hulls.contains_key(mark)));
    }

    #[test]
    fn hulls_are_sound_small_and_within_their_ball() {
        for style in HullStyle::ALL {
            for (plan, _) in plans() {
                for scans in [false, true] {
                    let kit = build(HullPlan { scans, ..plan }, style, 3, 4);
                    assert!(is_sound(&kit), "{plan:?} {style:?}");
                    let count = kit.triangles().len();
                    assert!((100..MOST_TRIANGLES).contains(&count), "{plan:?} {style:?}: {count}");
                    let mut corners = kit.triangles().iter().flat_map(|triangle| triangle.corners);
                    assert!(corners.all(|corner| corner.length() < 1.0 + 1e-4), "{plan:?} {style:?}");
                }
            }
        }
    }

    #[test]
    fn engines_are_at_the_stern_in_one_plane() {
        for style in HullStyle::ALL {
            for (plan, _) in plans() {
                let kit = build(plan, style, 3, 4);
                let sterns: Vec<f32> = kit.nozzles().iter().map(|nozzle| nozzle.middle.z).collect();
                assert!(!sterns.is_empty() && sterns.iter().all(|z| *z > 0.5), "{plan:?} {style:?}");
                assert!(sterns.iter().all(|z| (z - sterns[0]).abs() < 1e-5), "{plan:?} {style:?}");
            }
        }
    }

    /// The silhouettes of all plans in a style.
    fn silhouettes(style: HullStyle) -> Vec<Vec<bool>> {
        let seen = |(plan, stretch)| silhouette(&build(plan, style, 1, 2), stretch);
        plans().into_iter().map(seen).collect()
    }

    #[test]
    fn no_two_silhouettes_of_a_style_look_alike_at_30_pixels() {
        for style in HullStyle::ALL {
            let seen = silhouettes(style);
            for (index, one) in seen.iter().enumerate() {
                for (other_index, other) in seen.iter().enumerate().skip(index + 1) {
                    let likeness = likeness(one, other);
                    assert!(likeness < MOST_LIKENESS, "{style:?}, {index} and {other_index}: {likeness}");
                }
            }
        }
    }

    #[test]
    fn a_silhouette_is_known_in_all_styles() {
        let seen = HullStyle::ALL.map(silhouettes);
        for (index, (plan, _)) in plans().into_iter().enumerate() {
            let (mut to_itself, mut to_others) = (Vec::new(), 0.0_f32);
            for (place, one) in seen.iter().enumerate() {
                let later = seen.iter().skip(place + 1);
                to_itself.extend(later.map(|other| likeness(&one[index], &other[index])));
                let others = one.iter().enumerate().filter(|(other, _)| *other != index);
                to_others = others.map(|(_, other)| likeness(&one[index], other)).fold(to_others, f32::max);
            }
            let mean = to_itself.iter().sum::<f32>() / to_itself.len() as f32;
            assert!(
                mean > to_others,
                "{plan:?}: {mean} like itself in other styles, {to_others} like others"
            );
        }
    }

    #[test]
    fn an_owners_hulls_are_alike_and_others_are_not() {
        let plan = HullPlan { mark: ShipMark::Frigate, scans: false };
        let built = |style: HullStyle, owner: u64, class: u64| build(plan, style, owner, class);
        let one = built(HullStyle::Arrow, 1, 2);
        assert_eq!(one, built(HullStyle::Arrow, 1, 2));
        for other in
            [built(HullStyle::Foundry, 1, 2), built(HullStyle::Arrow, 2, 2), built(HullStyle::Arrow, 1, 3)]
        {
            assert_ne!(one, other);
        }
    }

    #[test]
    fn a_class_that_sees_far_carries_a_dish() {
        let count =
            |scans: bool| build(HullPlan { scans, ..default() }, HullStyle::Arrow, 1, 2).triangles().len();
        assert!(count(true) > count(false) + 50, "{} {}", count(true), count(false));
    }
}
