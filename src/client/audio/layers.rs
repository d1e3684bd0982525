//! Continuous sounds: engines, and the hum of the place.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use bevy::audio::{AudioPlayer, AudioSink, PlaybackSettings, Volume};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::tasks::Task;
use bevy::tasks::futures::check_ready;
use glam::DVec3;
use serde::Deserialize;
use typed_index_collections::TiSlice;

use super::fade;
use super::making::make_in_task;
use super::synth::Round;
use super::tone::Tone;
use crate::client::frame::FrameSystems;
use crate::client::scene::ships::engines::{Burn, JetsOf};
use crate::client::settings::{Settings, SoundPart};
use crate::client::view::{BodyPlaces, Origin, ViewCamera};
use crate::client::worlds::shows_a_sky;
use crate::level::{BodyKind, StarSystem};
use crate::orbit::AU_KM;
use crate::sim::{BodyId, Sky};

/// Time constant of a layer's changes, seconds of real time.
const CHANGE_S: f32 = 0.6;
/// Seconds of real time for a change when the game is paused or the sound is turned off.
const PAUSE_S: f32 = 0.12;
/// A ship at full power has full loudness when its radius is this share of its distance.
const FULL_SIZE: f32 = 0.04;
/// The innermost share of a well where its hum is full.
const FULL_WELL: f64 = 0.6;
/// Distance from a star where its warmth is half, AU.
const STAR_AU: f64 = 0.35;

const TEXT: &str = include_str!("../../../assets/sounds/layers.ron");

/// The plan of each layer, as `assets/sounds/layers.ron` says.
pub(super) static LAYERS: LazyLock<BTreeMap<LayerKind, Round>> =
    LazyLock::new(|| ron::from_str(TEXT).unwrap_or_default());

/// The kinds of layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LayerKind {
    /// Engines of ships that are drawn.
    Engines,
    /// The hum of open space.
    OpenSpace,
    /// The hum of a well, or near a star.
    Well,
}

/// A playing layer.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Layer {
    /// Kind.
    pub kind: LayerKind,
    /// Present loudness, 0 to 1.
    pub loudness: f32,
}

/// The layers, while they are being made.
#[derive(Resource)]
struct LayersInMaking(Task<Vec<(LayerKind, Vec<f32>)>>);

/// Adds the layers.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, begin_layers);
    app.add_systems(Update, start_layers.run_if(resource_exists::<LayersInMaking>));
    app.add_systems(PostUpdate, mix_layers.after(FrameSystems::Panel).run_if(shows_a_sky));
}

fn begin_layers(mut commands: Commands) {
    let layers = LAYERS.iter().map(|(kind, plan)| (*kind, plan.samples()));
    commands.insert_resource(LayersInMaking(make_in_task(layers)));
}

/// Plays the layers once they are made.
fn start_layers(mut commands: Commands, mut making: ResMut<LayersInMaking>, mut tones: ResMut<Assets<Tone>>) {
    let Some(made) = check_ready(&mut making.0) else { return };
    commands.remove_resource::<LayersInMaking>();
    for (kind, samples) in made {
        let tone = tones.add(Tone::repeating(samples));
        // The source itself repeats, because the engine's own repetition copies the samples.
        let playback = PlaybackSettings::ONCE.with_volume(Volume::Linear(0.0));
        commands.spawn((Layer { kind, loudness: 0.0 }, AudioPlayer(tone), playback));
    }
}

/// Query bundle for the place of the camera and the engines there.
#[derive(SystemParam)]
struct SoundInputs<'w, 's> {
    jets: Query<'w, 's, (&'static JetsOf, &'static Transform, &'static Visibility)>,
    burns: Query<'w, 's, &'static Burn>,
    view: Res<'w, ViewCamera>,
    origin: Res<'w, Origin>,
    sky: Res<'w, Sky>,
    places: Res<'w, BodyPlaces>,
}

impl SoundInputs<'_, '_> {
    /// Loudness of the engines of all ships with drawn jets, 0 to 1.
    fn engines(&self) -> f32 {
        let eye = self.origin.place(self.view.eye);
        let drawn = self.jets.iter().filter(|(_, _, visibility)| **visibility != Visibility::Hidden);
        let loudness = drawn.filter_map(|(jets, transform, _)| {
            let power = self.burns.get(jets.ship).ok()?.power();
            Some(power * nearness(transform.scale.x, transform.translation.distance(eye)))
        });
        sum_of_powers(loudness)
    }
}

/// Nearness of a ship for the ear, from its radius and its distance in the same units, 0 to 1.
fn nearness(radius: f32, distance: f32) -> f32 {
    (radius.abs() / (FULL_SIZE * distance.max(f32::MIN_POSITIVE))).min(1.0)
}

/// Total loudness of several sounds, at most 1: their powers add up, and power is proportional to the square.
fn sum_of_powers(loudness: impl Iterator<Item = f32>) -> f32 {
    loudness.map(|one| one * one).sum::<f32>().sqrt().min(1.0)
}

/// Depth of the camera in a well, or in the light of a star, 0 to 1: `focus` is its target at `distance_km`;
/// places in km. A look at a well from far outside counts as open space.
fn depth(system: &StarSystem, places: &TiSlice<BodyId, DVec3>, focus: DVec3, distance_km: f64) -> f64 {
    let bodies = system.bodies.iter().zip(places);
    let depths = bodies.map(|(body, place)| {
        let away_km = focus.distance(*place);
        let warmth = match body.kind {
            BodyKind::Star => star_warmth(away_km + distance_km),
            _ => 0.0,
        };
        well_depth(away_km, distance_km, body.well_radius_km).max(warmth)
    });
    depths.fold(0.0, f64::max)
}

/// Depth of the camera in a well of this radius, 0 to 1, from the distances of its target from the middle and of
/// the eye from the target; all km.
fn well_depth(away_km: f64, distance_km: f64, well_km: f64) -> f64 {
    if well_km <= 0.0 {
        return 0.0;
    }
    let inward = (1.0 - away_km / well_km) / (1.0 - FULL_WELL);
    let close = 2.0 - distance_km / well_km;
    inward.min(close).clamp(0.0, 1.0)
}

/// Nearness of a star for the ear, 0 to 1, from its distance, km.
fn star_warmth(distance_km: f64) -> f64 {
    let share = distance_km / (STAR_AU * AU_KM);
    1.0 / (1.0 + share * share)
}

/// Wanted loudness of a layer, 0 to 1, from the engines and the depth.
fn wanted_loudness(kind: LayerKind, engines: f32, depth: f32) -> f32 {
    // Square roots, so that the sum of both hums has the same loudness at every depth.
    match kind {
        LayerKind::Engines => engines,
        LayerKind::OpenSpace => (1.0 - depth).max(0.0).sqrt(),
        LayerKind::Well => depth.max(0.0).sqrt(),
    }
}

fn mix_layers(
    around: SoundInputs,
    settings: Res<Settings>,
    real: Res<Time<Real>>,
    time: Res<Time<Virtual>>,
    mut layers: Query<(&mut Layer, &mut AudioSink)>,
) {
    if layers.is_empty() {
        return;
    }
    let engines = around.engines();
    let (view, focus) = (&around.view, around.origin.0);
    let depth = depth(&around.sky.system, &around.places.0, focus, view.focal_distance) as f32;
    let is_hushed = time.is_paused() || settings.sound.gain(SoundPart::All) <= 0.0;
    let change_s = if is_hushed { PAUSE_S } else { CHANGE_S };
    for (mut layer, mut sink) in &mut layers {
        let part = if layer.kind == LayerKind::Engines { SoundPart::Engines } else { SoundPart::Ambience };
        let beside = if time.is_paused() { 0.0 } else { wanted_loudness(layer.kind, engines, depth) };
        let wanted = settings.sound.gain(part) * beside;
        layer.loudness = fade::toward(layer.loudness, wanted, real.delta_secs() / change_s);
        fade::apply(&mut sink, layer.loudness, wanted);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_of_layers_can_be_read_and_knows_them_all() {
        let file = ron::from_str::<BTreeMap<LayerKind, Round>>(TEXT);
        let file = file.unwrap_or_else(|error| panic!("assets/sounds/layers.ron:{error}"));
        assert_eq!(file.len(), LayerKind::Well as usize + 1);
    }

    #[test]
    fn near_engines_are_louder_and_many_are_never_too_loud() {
        assert!(nearness(1.0, 100.0) < nearness(1.0, 50.0));
        assert_eq!(nearness(1.0, 0.0), 1.0);
        assert!((sum_of_powers([0.3, 0.4].into_iter()) - 0.5).abs() < 1e-6);
        assert_eq!(sum_of_powers([1.0; 50].into_iter()), 1.0);
        assert_eq!(sum_of_powers(std::iter::empty()), 0.0);
    }

    #[test]
    fn a_well_is_heard_inside_and_from_near() {
        assert_eq!(well_depth(0.0, 10.0, 100.0), 1.0);
        assert_eq!(well_depth(100.0, 10.0, 100.0), 0.0, "at the rim");
        assert_eq!(well_depth(0.0, 250.0, 100.0), 0.0, "from far outside");
        assert_eq!(well_depth(0.0, 0.0, 0.0), 0.0, "there is no well");
        assert!(star_warmth(0.05 * AU_KM) > 0.9);
        assert!(star_warmth(5.0 * AU_KM) < 0.01);
    }

    #[test]
    fn the_hums_cross_without_a_hole() {
        for tenth in 0..=10_u8 {
            let depth = f32::from(tenth) / 10.0;
            let (open, well) = (
                wanted_loudness(LayerKind::OpenSpace, 0.0, depth),
                wanted_loudness(LayerKind::Well, 0.0, depth),
            );
            assert!((open * open + well * well - 1.0).abs() < 1e-5);
        }
    }
}
