//! The lines of the constellations and their names, switched on and off by a key or in the settings. The signs of
//! orbits go with them.

use bevy::prelude::*;
use glam::DVec3;

use crate::client::frame::{FrameSystems, InputSystems, LineScale, Toasts, visible_if};
use crate::client::scene::labels::layer::{MarkerLayer, floating};
use crate::client::scene::labels::sky_label::{SkyLabel, weights};
use crate::client::scene::labels::wish::Wish;
use crate::client::scene::sky::surface::constellation_lines::{
    ConstellationLines, ConstellationMaterial, ConstellationUniform, Constellations,
};
use crate::client::settings::{Action, Actions, Settings};
use crate::client::view::{BodyPlaces, ViewCamera};
use crate::client::widgets::fonts::words_width;
use crate::client::widgets::text;
use crate::client::worlds::{AppState, SetUpSystems};
use crate::sim::Sky;

/// Seconds in which lines and names fade in or out.
const FADE_S: f32 = 0.3;
/// Distance of names from the eye, km.
const FAR_KM: f64 = 1.0e13;
/// The colour of names.
const COLOR: Color = Color::srgb(0.55, 0.63, 0.75);
/// Opacity of names.
const ALPHA: f32 = 0.6;
/// Height of the letters, pixels.
const LETTER_HEIGHT: f32 = 12.0;

/// Opacity of the lines, 0 to 1; `None` before the first frame.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct Appearance(Option<f32>);

impl Appearance {
    /// Opacity of lines and names, 0 to 1: smooth at both ends.
    fn strength(self) -> f32 {
        let share = self.0.unwrap_or(0.0);
        share * share * (3.0 - 2.0 * share)
    }
}

/// The name of a constellation.
#[derive(Component, Clone, Copy, Debug)]
pub struct ConstellationName {
    /// Direction in the sky: an ecliptic unit vector.
    direction: DVec3,
    /// The room that it takes, pixels of the UI.
    size: Vec2,
}

/// Adds lines and names to the frame.
pub fn plugin(app: &mut App) {
    app.init_resource::<Appearance>();
    app.add_systems(
        OnEnter(AppState::Playing),
        spawn_names.in_set(SetUpSystems::Rows).run_if(resource_exists::<Constellations>),
    );
    app.add_systems(Update, toggle.in_set(InputSystems::Command));
    app.add_systems(PostUpdate, (fade_lines, ask_names).chain().in_set(FrameSystems::Draw));
}

/// Shows and hides the constellations by their key; the settings keep the choice.
pub fn toggle(actions: Actions, mut settings: ResMut<Settings>, mut toasts: ResMut<Toasts>) {
    if actions.just_pressed(&Action::Constellations) {
        settings.constellations = !settings.constellations;
        let state = if settings.constellations { "shown" } else { "hidden" };
        toasts.say(format!("The constellations and the signs of orbits are {state}"));
    }
}

/// Spawns the names, hidden.
fn spawn_names(
    mut commands: Commands,
    constellations: Res<Constellations>,
    layer: Single<Entity, With<MarkerLayer>>,
) {
    for constellation in &constellations.0 {
        let middle = constellation.middle();
        let width = words_width(&constellation.name, LETTER_HEIGHT);
        commands.spawn((
            ConstellationName {
                // The renderer's y is the ecliptic's z, its z the other way than the ecliptic's y.
                direction: DVec3::new(f64::from(middle.x), -f64::from(middle.z), f64::from(middle.y)),
                size: Vec2::new(width, LETTER_HEIGHT),
            },
            SkyLabel::new(weights::CONSTELLATION),
            floating(),
            text(&constellation.name, LETTER_HEIGHT, COLOR.with_alpha(0.0)),
            TextLayout::no_wrap(),
            Visibility::Hidden,
            Pickable::IGNORE,
            ChildOf(*layer),
        ));
    }
}

/// The opacity after this time on the way to `wanted`; there at once in the first frame, and if motion effects are
/// off.
fn faded(present: Option<f32>, wanted: f32, seconds: f32, jumps: bool) -> f32 {
    match present {
        Some(present) if !jumps => {
            let most = seconds / FADE_S;
            present + (wanted - present).clamp(-most, most)
        }
        _ => wanted,
    }
}

/// Fades the lines in or out, and fits their widths to the interface.
fn fade_lines(
    settings: Res<Settings>,
    time: Res<Time<Real>>,
    scale: LineScale,
    mut appearance: ResMut<Appearance>,
    mut materials: ResMut<Assets<ConstellationMaterial>>,
    lines: Single<(&mut Visibility, &MeshMaterial3d<ConstellationMaterial>), With<ConstellationLines>>,
) {
    let wanted = if settings.constellations { 1.0 } else { 0.0 };
    let now = Appearance(Some(faded(appearance.0, wanted, time.delta_secs(), settings.reduced_motion)));
    appearance.set_if_neq(now);
    let (mut visibility, material) = lines.into_inner();
    let strength = now.strength();
    visibility.set_if_neq(visible_if(strength > 0.0));
    let wanted = ConstellationUniform { strength, scale: scale.pixels(), ..default() };
    // A mutable access sends the material to the graphics card again.
    let is_new = materials.get(&material.0).is_some_and(|material| material.uniform != wanted);
    if let Some(mut material) = materials.get_mut(&material.0).filter(|_| is_new) {
        material.uniform = wanted;
    }
}

/// Asks for the names at their constellations, unless a body covers them.
fn ask_names(
    appearance: Res<Appearance>,
    view: Res<ViewCamera>,
    ui_scale: Res<UiScale>,
    sky: Res<Sky>,
    places: Res<BodyPlaces>,
    mut were_shown: Local<bool>,
    mut names: Query<(&ConstellationName, &mut SkyLabel)>,
) {
    let strength = appearance.strength();
    if strength <= 0.0 && !*were_shown {
        return;
    }
    *were_shown = strength > 0.0;
    for (name, mut label) in &mut names {
        let pixel = pixel_of(name.direction, &view).filter(|_| strength > 0.0);
        let bodies = || places.0.iter().zip(&sky.system.bodies);
        let shown = pixel.filter(|_| {
            let covers = |(place, radius_km)| is_before(view.eye, name.direction, place, radius_km);
            !bodies().map(|(place, body)| (*place, body.displayed_radius_km)).any(covers)
        });
        match shown {
            Some(pixel) => {
                label.ask(Wish::over(pixel / ui_scale.0, name.size), COLOR.with_alpha(ALPHA * strength));
            }
            None => label.rest(),
        }
    }
}

/// The pixel of a direction of the sky, logical; `None` outside of the screen.
fn pixel_of(direction: DVec3, view: &ViewCamera) -> Option<Vec2> {
    let pixel = view.project(view.eye + direction * FAR_KM)?.pixel;
    view.picture().contains(pixel).then_some(pixel)
}

/// Whether a ball covers a direction of the sky.
fn is_before(eye: DVec3, direction: DVec3, place: DVec3, radius_km: f64) -> bool {
    let toward = place - eye;
    let along_km = toward.dot(direction);
    along_km > 0.0 && (toward - direction * along_km).length_squared() < radius_km * radius_km
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_come_and_go_within_three_tenths_of_a_second() {
        assert_eq!(faded(None, 1.0, 0.0, false), 1.0, "there from the start");
        assert_eq!(faded(Some(0.0), 1.0, 0.0, true), 1.0, "nothing moves");
        assert!((faded(Some(0.0), 1.0, 0.15, false) - 0.5).abs() < 1e-6);
        assert!((faded(Some(0.5), 0.0, 0.09, false) - 0.2).abs() < 1e-6);
        assert_eq!(faded(Some(0.2), 0.0, 10.0, false), 0.0);
    }

    #[test]
    fn they_are_drawn_wholly_or_not_at_all_at_the_ends() {
        assert_eq!(Appearance(None).strength(), 0.0);
        assert_eq!(Appearance(Some(0.0)).strength(), 0.0);
        assert_eq!(Appearance(Some(1.0)).strength(), 1.0);
        assert!((Appearance(Some(0.5)).strength() - 0.5).abs() < 1e-6);
    }

    #[test]
    fn names_keep_clear_of_bodies() {
        let eye = DVec3::new(1.0e8, 0.0, 0.0);
        let at = |x: f64, y: f64| is_before(eye, DVec3::X, eye + DVec3::new(x, y, 0.0), 6_000.0);
        assert!(at(1.0e5, 5_900.0));
        assert!(!at(1.0e5, 6_100.0), "beside it");
        assert!(!at(-1.0e5, 0.0), "behind the eye");
    }
}
