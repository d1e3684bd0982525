//! Two thin bars below ships and structures that are damaged or selected: the shield above the armour. A small one that
//! is not selected has room for one of them: that of the armour once it is damaged, and before that the one of the
//! shield; the ships of a selection are compared, so all of them have both. Close up only those have bars that are
//! selected or under the pointer; so do small hulls of a battle whose marks are all in its sign, where bars would lie
//! among the shots beside no mark. They stand below the brackets of a selected ship. They show the present state of the
//! hull, as the panels do, and do not wait for tracers on their way.

use bevy::prelude::*;
use glam::DVec3;

use crate::client::frame::LineGizmos;
use crate::client::input::{HoveredStructure, Selected, UnderPointer};
use crate::client::scene::battle::effects::{EffectInputs, SHIELD_COLOR};
use crate::client::scene::labels::brackets::brackets_about;
use crate::client::scene::labels::closeness::about_hull;
use crate::client::scene::labels::knots::Knots;
use crate::client::scene::labels::markers::Marker;
use crate::client::view::{RenderPosition, ScreenAnchor, Sight};
use crate::sim::visibility::HullState;
use crate::sim::{Ship, TargetId};

/// The most ships and structures that have bars.
const MOST_BARS: usize = 200;
/// Length of a bar, at least and at most, pixels; below a large hull it may be longer, up to this share of the width of
/// what it stands below.
const LENGTHS: (f32, f32) = (20.0, 64.0);
const LARGE_SHARE: f32 = 1.0 / 3.0;
/// A hull that is shorter on the screen and not selected has one bar, pixels.
const ROOM_FOR_TWO: f32 = 40.0;
/// Gaps between a hull or its brackets and the bars, and between the bars, pixels.
const GAPS: (f32, f32) = (5.0, 3.5);
/// The size that the icon of a structure counts for, pixels.
const STRUCTURE_ICON: f32 = 14.0;
/// The part of a bar that is missing.
const MISSING: Color = Color::srgba(0.3, 0.34, 0.4, 0.55);
/// The colours of armour: undamaged, below half, below a quarter.
const ARMOUR: [Color; 3] =
    [Color::srgb(0.45, 0.86, 0.45), Color::srgb(0.98, 0.78, 0.25), Color::srgb(1.0, 0.35, 0.28)];

type BarredShip =
    (Entity, &'static Ship, &'static RenderPosition, &'static ScreenAnchor, &'static Marker, Has<Selected>);

/// Draws all bars.
pub fn draw_bars(
    scene: EffectInputs,
    sight: Sight,
    ships: Query<BarredShip>,
    knots: Res<Knots>,
    under: Res<UnderPointer>,
    hovered: Res<HoveredStructure>,
    ui_scale: Res<UiScale>,
    mut lines: Gizmos<LineGizmos>,
) {
    let mut left = MOST_BARS;
    let view = sight.view();
    for (entity, ship, shown, seen, marker, is_selected) in &ships {
        if seen.is_hidden || marker.stack().is_some() || marker.is_in_knot() || left == 0 {
            continue;
        }
        let Some(state) = view.ship(entity).and_then(|seen| view.hull_of_ship(&seen)) else { continue };
        if is_selected || state.is_damaged() {
            let hull = BarredHull {
                place: shown.0,
                hull_km: seen.hull_km,
                bound_km: ship.bound_km(),
                icon: marker.size() * ui_scale.0,
                brackets: is_selected.then_some(ui_scale.0),
                is_wanted: is_selected || under.entity == Some(entity),
                is_among_shots: knots.has_hull(entity),
            };
            left -= usize::from(draw(&mut lines, &scene, &hull, &state));
        }
    }
    for seen in view.structures() {
        if left == 0 {
            return;
        }
        let damaged = view.hull_of_structure(&seen).filter(HullState::is_damaged);
        if let Some((state, spot)) = damaged.zip(scene.roster.get(TargetId::Structure(seen.structure.id))) {
            let is_wanted = hovered.0.is_some_and(|one| one.id == seen.structure.id);
            let hull = BarredHull {
                place: spot.place,
                hull_km: Rect::from_center_half_size(Vec2::ZERO, Vec2::splat(spot.radius_km as f32)),
                bound_km: spot.radius_km,
                icon: STRUCTURE_ICON,
                brackets: None,
                is_wanted,
                is_among_shots: false,
            };
            left -= usize::from(draw(&mut lines, &scene, &hull, &state));
        }
    }
}

/// A unit with bars.
struct BarredHull {
    place: DVec3,
    /// The area of its hull about its place, km across the line of sight: x to the right, y down.
    hull_km: Rect,
    bound_km: f64,
    /// Size of its icon, pixels.
    icon: f32,
    /// The scale of the UI, in which there are brackets about it; `None` without any.
    brackets: Option<f32>,
    /// Whether it is selected or under the pointer.
    is_wanted: bool,
    /// Whether the marks of its battle are all in the sign of that.
    is_among_shots: bool,
}

impl BarredHull {
    /// Whether it has bars at this length on the screen, pixels: in the scramble of a battle seen from afar only where
    /// it is large enough for its bars to be told apart from shots.
    fn speaks_at(&self, length: f32) -> bool {
        self.is_wanted || !self.is_among_shots || length >= ROOM_FOR_TWO
    }

    /// Whether it has both bars at this length on the screen, pixels.
    fn has_both_at(&self, length: f32) -> bool {
        self.brackets.is_some() || length >= ROOM_FOR_TWO
    }

    /// The area below which its bars stand, about its place, pixels: its brackets, or its hull or icon. `per_km`:
    /// pixels of a kilometre.
    fn area(&self, per_km: f32) -> Rect {
        let hull = |scale: f32| Rect { min: self.hull_km.min * scale, max: self.hull_km.max * scale };
        match self.brackets {
            Some(scale) => {
                let brackets = brackets_about(self.icon / scale, hull(per_km / scale));
                Rect { min: brackets.min * scale, max: brackets.max * scale }
            }
            None => hull(per_km).union(Rect::from_center_size(Vec2::ZERO, Vec2::splat(self.icon))),
        }
    }
}

/// From the place of a hull to the middle of its upper bar below an area, pixels: x to the right, y down.
fn bars_at(area: Rect) -> Vec2 {
    Vec2::new(area.center().x, area.max.y + GAPS.0)
}

/// The length of the bars of a hull of this length below an area, pixels.
fn bar_length(hull: f32, area: Rect) -> f32 {
    let (least, most) = LENGTHS;
    hull.clamp(least, most.max(LARGE_SHARE * area.width()))
}

/// Draws the bars of a unit; returns whether it is in the picture, and not so near that it has none.
fn draw(lines: &mut Gizmos<LineGizmos>, scene: &EffectInputs, hull: &BarredHull, state: &HullState) -> bool {
    let BarredHull { place, bound_km, is_wanted, .. } = *hull;
    let seen = scene.project(place).filter(|(pixel, _)| scene.is_near_picture(*pixel));
    let Some((_, per_km)) = seen else { return false };
    let half_hull = (bound_km * per_km) as f32;
    let alpha = if hull.speaks_at(2.0 * half_hull) { about_hull(2.0 * half_hull, is_wanted) } else { 0.0 };
    let area = hull.area(per_km as f32);
    let Vec2 { x: aside, y: mut down } = bars_at(area);
    // The bars of a hull that fills the picture would be outside.
    if alpha <= 0.0 || down > 0.5 * scene.view.viewport.y as f32 {
        return false;
    }
    let length = bar_length(2.0 * half_hull, area);
    let mut bar = |share: f64, color: Color| {
        let point = |along: f32| scene.beside(place, per_km, aside + (along - 0.5) * length, -down);
        let end = share as f32;
        lines.line(point(end), point(1.0), MISSING.with_alpha(alpha * MISSING.alpha()));
        if end > 0.0 {
            lines.line(point(0.0), point(end), color.with_alpha(alpha));
        }
        down += GAPS.1;
    };
    for (share, color) in bars_of(state, hull.has_both_at(2.0 * half_hull)).into_iter().flatten() {
        bar(share, color);
    }
    true
}

/// The remaining share that a bar shows, and its colour.
type Bar = (f64, Color);

/// The bars of a hull, both or one of them: the upper one first.
fn bars_of(state: &HullState, has_both: bool) -> [Option<Bar>; 2] {
    let share = state.armour_share();
    let armour = (share, armour_color(share));
    let shield = state.shield_share().map(|share| (share, SHIELD_COLOR));
    if has_both {
        return [shield, Some(armour)];
    }
    [shield.filter(|_| share >= 1.0).or(Some(armour)), None]
}

/// The colour of armour by its remaining share.
pub fn armour_color(share: f64) -> Color {
    let [whole, half, little] = ARMOUR;
    match share {
        0.5.. => whole,
        0.25.. => half,
        _ => little,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn armour_changes_its_colour_as_it_goes() {
        assert_eq!([1.0, 0.4, 0.1].map(armour_color), ARMOUR);
    }

    #[test]
    fn bars_stand_right_below_the_hull_and_below_its_brackets() {
        let hulls = [Rect::new(-104.0, -71.0, 107.0, 41.0), Rect::new(-14.0, -6.0, 14.0, 5.0)];
        for (hull, scale) in hulls.into_iter().flat_map(|hull| [1.0, 1.25, 2.0].map(|scale| (hull, scale))) {
            let below = |brackets: Option<f32>| {
                let hull_km = Rect { min: 100.0 * hull.min, max: 100.0 * hull.max };
                let (place, icon) = (DVec3::ZERO, 14.0 * scale);
                let (is_wanted, is_among_shots) = (true, false);
                let hull =
                    BarredHull { place, hull_km, bound_km: 1.0, icon, brackets, is_wanted, is_among_shots };
                bars_at(hull.area(0.01))
            };
            let in_ui = Rect { min: hull.min / scale, max: hull.max / scale };
            let bottom = scale * brackets_about(14.0, in_ui).max.y;
            let (selected, other) = (below(Some(scale)), below(None));
            assert!((bottom + 2.0..bottom + 8.0).contains(&selected.y), "{hull:?}: {selected}");
            let own = hull.max.y.max(7.0 * scale);
            assert!((own + 2.0..own + 8.0).contains(&other.y), "{hull:?}: {other}");
        }
    }

    #[test]
    fn the_bars_of_a_large_hull_are_told_apart_at_its_size() {
        let below = |hull: f32| bar_length(hull, Rect::from_center_size(Vec2::ZERO, Vec2::new(hull, 40.0)));
        assert_eq!([4.0, 50.0, 150.0].map(below), [20.0, 50.0, 64.0]);
        assert!((below(900.0) - 300.0).abs() < 0.1);
    }

    #[test]
    fn no_bars_lie_among_the_shots_of_a_battle_seen_from_afar() {
        let speaks = |is_wanted: bool, is_among_shots: bool, length: f32| {
            let (place, hull_km, brackets) = (DVec3::ZERO, Rect::default(), None);
            let hull =
                BarredHull { place, hull_km, bound_km: 1.0, icon: 14.0, brackets, is_wanted, is_among_shots };
            hull.speaks_at(length)
        };
        assert!(!speaks(false, true, 24.0), "a stub beside no mark");
        assert!(speaks(true, true, 24.0), "the pointer is on it");
        assert!(speaks(false, false, 24.0) && speaks(false, true, ROOM_FOR_TWO));
    }

    #[test]
    fn a_small_hull_has_one_bar_unless_it_is_selected() {
        let hull = |armour: f64, most_shield: f64| HullState {
            armour,
            most_armour: 100.0,
            shield: 0.5 * most_shield,
            most_shield,
        };
        let shown =
            |hull: HullState, has_both: bool| bars_of(&hull, has_both).map(|bar| bar.map(|(share, _)| share));
        assert_eq!(shown(hull(80.0, 50.0), true), [Some(0.5), Some(0.8)]);
        assert_eq!(shown(hull(80.0, 50.0), false), [Some(0.8), None], "its armour is damaged");
        assert_eq!(shown(hull(100.0, 50.0), false), [Some(0.5), None], "its shield is");
        assert_eq!(shown(hull(100.0, 0.0), false), [Some(1.0), None], "it has no shield");
        let has_both = |brackets: Option<f32>, length: f32| {
            let (place, hull_km, is_wanted, is_among_shots) = (DVec3::ZERO, Rect::default(), true, false);
            let hull =
                BarredHull { place, hull_km, bound_km: 1.0, icon: 14.0, brackets, is_wanted, is_among_shots };
            hull.has_both_at(length)
        };
        assert!(has_both(Some(1.0), 4.0), "a scout beside corvettes in a selection");
        assert!(has_both(None, ROOM_FOR_TWO) && !has_both(None, ROOM_FOR_TWO - 1.0));
    }
}
