//! Alerts on the minimap: rings that grow and fade at their places.

use bevy::prelude::*;

use super::marks::{centered, put};
use crate::client::hud::layout::places::MAP_MARGIN;
use crate::client::hud::news::log::alerts::Alerts;
use crate::client::scene::system_map::MapScale;
use crate::client::settings::Settings;
use crate::client::view::TargetPlaces;

/// The most rings.
const MOST_PULSES: usize = 4;
/// Seconds of real time for one ring to grow.
const PULSE_SECONDS: f64 = 1.2;
/// The largest diameter, pixels: a ring about a place at the rim is whole.
const LARGEST: f32 = 2.0 * MAP_MARGIN;
/// The share of that at which a ring begins, and which it has with reduced motion.
const SMALLEST: f32 = 0.3;

/// A ring, by the place of its alert in the list.
#[derive(Component, Clone, Copy, Debug)]
pub struct MapPulse(usize);

/// Spawns the rings, hidden.
pub fn spawn_pulses(commands: &mut Commands, map: Entity) {
    for index in 0..MOST_PULSES {
        let node = Node {
            border: UiRect::all(px(2)),
            border_radius: BorderRadius::all(percent(50)),
            ..centered(LARGEST)
        };
        commands.spawn((
            MapPulse(index),
            node,
            BorderColor::all(Color::NONE),
            Visibility::Hidden,
            Pickable::IGNORE,
            ChildOf(map),
        ));
    }
}

/// Puts the rings at the places of the alerts.
pub fn place_pulses(
    alerts: Res<Alerts>,
    scale: Res<MapScale>,
    places: TargetPlaces,
    settings: Res<Settings>,
    time: Res<Time<Real>>,
    mut pulses: Query<(&MapPulse, &mut UiTransform, &mut Visibility, &mut BorderColor)>,
) {
    let now_s = time.elapsed_secs_f64();
    for (pulse, mut transform, mut visibility, mut border) in &mut pulses {
        let alert = alerts.0.get(pulse.0);
        let place = alert.and_then(|alert| alert.event.spot).and_then(|spot| places.of(spot));
        let (Some(alert), Some(place)) = (alert, place) else {
            visibility.set_if_neq(Visibility::Hidden);
            continue;
        };
        visibility.set_if_neq(Visibility::Inherited);
        let (size, strength) =
            if settings.reduced_motion { (SMALLEST, 1.0) } else { look(alert.age_s(now_s)) };
        put(&mut transform, scale.to_map(place));
        transform.scale = Vec2::splat(size);
        border.set_if_neq(BorderColor::all(alert.event.kind.color().with_alpha(strength)));
    }
}

/// The size of a ring as a share of the largest, and its opacity, at an age, seconds.
fn look(age_s: f64) -> (f32, f32) {
    let phase = ((age_s / PULSE_SECONDS).fract()) as f32;
    (SMALLEST + (1.0 - SMALLEST) * phase, 1.0 - phase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ring_grows_and_fades_again_and_again() {
        assert_eq!(look(0.0), (SMALLEST, 1.0));
        let (size, strength) = look(0.5 * PULSE_SECONDS);
        assert!(size > SMALLEST && size < 1.0 && strength < 1.0);
        assert_eq!(look(2.0 * PULSE_SECONDS), look(0.0));
    }
}
