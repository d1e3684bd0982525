//! Alerts on the minimap: rings and other shapes that grow and fade at their places. The shape tells what an alert is
//! about, as its colour does.

use std::f32::consts::FRAC_1_SQRT_2;

use bevy::prelude::*;

use super::marks::{centered, moved};
use crate::client::hud::layout::places::MAP_MARGIN;
use crate::client::hud::news::log::EventKind;
use crate::client::hud::news::log::alerts::Alerts;
use crate::client::scene::system_map::MapScale;
use crate::client::settings::Settings;
use crate::client::view::TargetPlaces;

/// The most shapes.
const MOST_PULSES: usize = 4;
/// Seconds of real time for one shape to grow.
const PULSE_SECONDS: f64 = 1.2;
/// The largest width, pixels: a shape about a place at the rim is whole.
const LARGEST: f32 = 2.0 * MAP_MARGIN;
/// The share of that width at which a shape begins.
const SMALLEST: f32 = 0.3;
/// The share of it that a shape has with reduced motion.
const STILL: f32 = 0.7;
/// Width of a line, and the gap between the lines of a double ring, pixels.
const LINE: f32 = 2.0;
const GAP: f32 = 2.0;

/// A shape, by the place of its alert in the list.
#[derive(Component, Clone, Copy, Debug)]
pub struct MapPulse(usize);

/// What an alert is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    /// A contact, or a battle that nobody has won.
    Ring,
    /// Something of the player's is attacked, or about to be landed on.
    DoubleRing,
    /// Something is lost or about to be, or another side is about to win.
    Diamond,
    /// The player's side has held the field.
    Square,
}

impl Shape {
    fn of(kind: EventKind) -> Self {
        match kind {
            EventKind::Attacked | EventKind::Bombarded | EventKind::Landing | EventKind::Invaders => {
                Self::DoubleRing
            }
            EventKind::Loss
            | EventKind::Losing
            | EventKind::Captured
            | EventKind::FieldLost
            | EventKind::Rival => Self::Diamond,
            EventKind::FieldHeld => Self::Square,
            EventKind::Sighted | EventKind::Threat | EventKind::BattleOver => Self::Ring,
            // These give no alert.
            EventKind::Note | EventKind::Finished | EventKind::Arrived | EventKind::Trouble => Self::Ring,
        }
    }

    /// Its node, at the largest width.
    fn node(self) -> Node {
        let (size, corner) = match self {
            Self::Ring => (LARGEST, percent(50)),
            // The outer ring is an outline about the node.
            Self::DoubleRing => (LARGEST - 2.0 * (LINE + GAP), percent(50)),
            // A square that is turned.
            Self::Diamond => (LARGEST * FRAC_1_SQRT_2, px(0)),
            Self::Square => (LARGEST, px(0)),
        };
        Node { border: UiRect::all(px(LINE)), border_radius: BorderRadius::all(corner), ..centered(size) }
    }

    fn rotation(self) -> Rot2 {
        if self == Self::Diamond { Rot2::FRAC_PI_4 } else { Rot2::IDENTITY }
    }

    /// The colour of the line about it, for a shape of this colour.
    fn outer(self, color: Color) -> Color {
        if self == Self::DoubleRing { color } else { Color::NONE }
    }
}

/// Spawns the shapes, hidden.
pub fn spawn_pulses(commands: &mut Commands, map: Entity) {
    for index in 0..MOST_PULSES {
        commands.spawn((
            MapPulse(index),
            Shape::Ring.node(),
            BorderColor::all(Color::NONE),
            Outline { width: px(LINE), offset: px(GAP), color: Color::NONE },
            Visibility::Hidden,
            Pickable::IGNORE,
            ChildOf(map),
        ));
    }
}

type PulseParts<'a> = (
    &'a MapPulse,
    &'a mut Node,
    &'a mut UiTransform,
    &'a mut Visibility,
    &'a mut BorderColor,
    &'a mut Outline,
);

/// Puts the shapes at the places of the alerts.
pub fn place_pulses(
    alerts: Res<Alerts>,
    scale: Res<MapScale>,
    places: TargetPlaces,
    settings: Res<Settings>,
    time: Res<Time<Real>>,
    mut pulses: Query<PulseParts>,
) {
    let now_s = time.elapsed_secs_f64();
    for (pulse, mut node, mut transform, mut visibility, mut border, mut outline) in &mut pulses {
        let alert = alerts.0.get(pulse.0);
        let place = alert.and_then(|alert| alert.event.spot).and_then(|spot| places.of(spot));
        let (Some(alert), Some(place)) = (alert, place) else {
            visibility.set_if_neq(Visibility::Hidden);
            continue;
        };
        visibility.set_if_neq(Visibility::Inherited);
        let at = scale.to_map(place);
        let (size, strength) = if settings.reduced_motion { (STILL, 1.0) } else { look(alert.age_s(now_s)) };
        let kind = alert.event.kind;
        let (shape, color) = (Shape::of(kind), kind.color().with_alpha(strength));
        node.set_if_neq(shape.node());
        let (rotation, scale) = (shape.rotation(), Vec2::splat(size));
        transform.set_if_neq(UiTransform { rotation, scale, ..moved(at) });
        border.set_if_neq(BorderColor::all(color));
        let outer = Outline { color: shape.outer(color), ..*outline };
        outline.set_if_neq(outer);
    }
}

/// The size of a shape as a share of the largest, and its opacity, at an age, seconds.
fn look(age_s: f64) -> (f32, f32) {
    let phase = ((age_s / PULSE_SECONDS).fract()) as f32;
    (SMALLEST + (1.0 - SMALLEST) * phase, 1.0 - phase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shape_tells_as_much_as_the_colour() {
        use EventKind::{
            Attacked, BattleOver, Bombarded, Captured, FieldHeld, FieldLost, Invaders, Landing, Losing, Loss,
            Rival, Sighted, Threat,
        };
        let all = [
            Sighted, Threat, Invaders, Loss, Losing, Attacked, Bombarded, Landing, Captured, Rival,
            BattleOver, FieldHeld, FieldLost,
        ];
        assert!(all.iter().all(|kind| kind.alerts()));
        for kind in all {
            for other in all.iter().filter(|other| Shape::of(**other) == Shape::of(kind)) {
                assert_eq!(other.color(), kind.color(), "{kind:?} and {other:?}");
            }
        }
        assert_ne!(Shape::of(Attacked), Shape::of(Loss), "both are red");
    }

    #[test]
    fn every_shape_at_the_rim_is_whole() {
        for shape in [Shape::Ring, Shape::DoubleRing, Shape::Diamond, Shape::Square] {
            let Val::Px(width) = shape.node().width else { panic!("{shape:?}") };
            let outer = if shape.outer(Color::WHITE) == Color::NONE { 0.0 } else { LINE + GAP };
            let turned = Vec2::splat(0.5 * width + outer);
            let reach = if shape == Shape::Diamond { turned.length() } else { turned.x };
            assert!((reach - MAP_MARGIN).abs() < 0.01, "{shape:?}: {reach}");
        }
    }

    #[test]
    fn a_ring_grows_and_fades_again_and_again() {
        assert_eq!(look(0.0), (SMALLEST, 1.0));
        let (size, strength) = look(0.5 * PULSE_SECONDS);
        assert!(size > SMALLEST && size < 1.0 && strength < 1.0);
        assert_eq!(look(2.0 * PULSE_SECONDS), look(0.0));
    }
}
