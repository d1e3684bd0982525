//! What a person sees and does.
//!
//! The world ([`crate::sim`]) comes in, to be looked at; orders leave through its one door. Nothing here
//! changes the world in any other way, and the world never asks what happens here. The order of a frame:
//!
//! 1. input: what is under the pointer (`picking`), gestures, then selection, orders, pace;
//! 2. the stage: the places of everything between two ticks, the focus, the camera;
//! 3. drawing: bodies, orbits, ships, routes; at last icons, names and words.
//!
//! | folder | subject |
//! |---|---|
//! | `worlds/` | what the program is doing ([`AppState`]), and from one world to another |
//! | `settings/` | what the player set: keys, sizes, quality, volumes |
//! | `view/` | from the world to the screen and back: the camera, interpolation between ticks, what may be shown |
//! | `models/` | meshes, icons, materials and colours of ships, structures and factions |
//! | `input/` | from keys and mouse to orders: actions, gestures, picking, selection, tools, the hot seat |
//! | `scene/` | what is drawn in space: sky, ships, rings, routes, battles, ranges of weapons and sensors |
//! | `hud/` | what is written over it: labels, panels, map, timeline, warnings, log |
//! | `menu/` | the main menu, the menu over the game, the briefing, the page of keys, the loading screen |
//! | `audio/` | what is heard |
//! | `launch/` | starting the program |
//! | `tools/` | pictures, costs of a frame, and scenarios of the arena in a window of their own |

// Here floats go to the screen; the world's rule to compute alike on every machine does not hold.
#![allow(clippy::disallowed_methods)]
// A system's arguments are its requirements and a query's type lists what it reads; both are told to the
// engine in exactly this form.
#![allow(clippy::type_complexity, clippy::too_many_arguments)]

pub mod audio;
pub mod hud;
pub mod input;
pub mod launch;
pub mod menu;
pub mod models;
pub mod scene;
pub mod settings;
pub mod tools;
pub mod view;
pub mod worlds;

use bevy::camera::CameraUpdateSystems;
use bevy::gizmos::config::{DefaultGizmoConfigGroup, GizmoConfigGroup};
use bevy::picking::PickingSystems;
use bevy::prelude::*;
use bevy::transform::TransformSystems;
use bevy::ui::UiSystems;
use bevy_panorbit_camera::{PanOrbitCameraPlugin, PanOrbitCameraSystemSet};
use leafwing_input_manager::plugin::{InputManagerPlugin, InputManagerSystem};

use crate::sim::OfWorld;
use crate::sim::ids::{BodyId, FactionId};
use hud::labels::{markers, stacks};
use hud::status;
pub use hud::status::Toasts;
use input::actions::{self, Action};
use input::{bookmarks, gestures, ordering, pace, picking, selection};
use menu::help;
use models::{faction_materials, icons};
use scene::ghosts;
use scene::rings::{structure_pick, structure_view};
use scene::routes::{self, outlook};
use scene::ships::ship_view;
use scene::sky::{bodies, comets, ecliptic_grid, orbit_lines, orbit_marks};
use tools::screenshot;
use view::{camera, interpolation, scale, view_camera};
use worlds::{AppState, MessagesOfWorld, SetUpSystems, WhilePlaying};

/// Who sits at the screen.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct Player {
    /// Their faction.
    pub faction: FactionId,
    /// Their home: a body of the sky and its radius, km.
    pub home: Option<(BodyId, f64)>,
}

/// Lines that matter: orbits, routes, stalks.
#[derive(Default, Reflect, GizmoConfigGroup)]
pub struct LineGizmos;

/// The lines of the ecliptic's grid.
#[derive(Default, Reflect, GizmoConfigGroup)]
pub struct GridGizmos;

/// The parts of a frame after the input.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ViewSystems {
    /// The places of everything, and the focus.
    Stage,
    /// The camera of this frame, and the sky; also behind the main menu.
    Sky,
    /// Everything else that is put in its place by the camera of this frame.
    Place,
}

/// Adds all that a person sees and does.
pub fn plugin(app: &mut App) {
    app.add_plugins((
        PanOrbitCameraPlugin,
        InputManagerPlugin::<Action>::default(),
        scene::sky::surface::plugin,
        menu::loading::plugin,
        scene::rings::plugin,
        scene::sight_view::plugin,
        scene::ships::engines::plugin,
        scene::ships::trails::plugin,
        (scene::battle::plugin, scene::arms_view::plugin),
        hud::planet::plugin,
        hud::warnings::plugin,
        hud::timeline::plugin,
        scene::field_view::plugin,
        scene::sky::constellations::plugin,
        (
            hud::minimap::plugin,
            hud::log::plugin,
            hud::selection::plugin,
            input::planning::plugin,
            hud::layout::tips::plugin,
        ),
    ));
    app.add_plugins((
        worlds::plugin,
        input::hot_seat::plugin,
        view::owners::plugin,
        hud::result::plugin,
        hud::layout::top_middle::plugin,
        scene::invasions::plugin,
    ));
    app.init_of_world::<interpolation::Moment>()
        .init_of_world::<interpolation::BodyPlaces>()
        .init_of_world::<scale::Origin>()
        .init_of_world::<view_camera::ViewCamera>()
        .init_of_world::<camera::Focus>()
        .init_of_world::<gestures::UnderPointer>()
        .init_of_world::<ordering::Pointed>()
        .init_of_world::<selection::Inspected>()
        .init_of_world::<structure_pick::HoveredStructure>()
        .init_of_world::<structure_pick::InspectedStructure>()
        .init_of_world::<selection::Groups>()
        .init_of_world::<selection::SelectionBox>()
        .init_of_world::<routes::PointLabels>()
        .init_of_world::<bookmarks::Bookmarks>()
        .init_of_world::<ship_view::ShipStore>()
        .init_of_world::<faction_materials::Liveries>()
        .init_of_world::<structure_view::StructureStore>()
        .init_of_world::<Toasts>()
        .init_of_world::<menu::Menu>()
        .add_message_of_world::<gestures::Gesture>()
        .add_message_of_world::<status::OrderAnswered>()
        .init_gizmo_group::<LineGizmos>()
        .init_gizmo_group::<GridGizmos>();
    app.add_observer(markers::clear_away).add_observer(ship_view::undress);
    let before_drawing = (ViewSystems::Sky, ViewSystems::Place).chain();
    app.configure_sets(
        PostUpdate,
        (
            ViewSystems::Stage.before(PanOrbitCameraSystemSet).run_if(worlds::shows_a_sky),
            before_drawing
                .after(PanOrbitCameraSystemSet)
                .after(ViewSystems::Stage)
                .before(TransformSystems::Propagate)
                .before(CameraUpdateSystems)
                .before(UiSystems::Prepare),
            ViewSystems::Sky.run_if(worlds::shows_a_sky),
            ViewSystems::Place.run_if(in_state(AppState::Playing)),
        ),
    );
    add_set_up(app);
    add_input(app);
    add_view(app);
}

fn add_set_up(app: &mut App) {
    app.add_systems(Startup, (set_lines, draw_icons));
    for state in [AppState::Menu, AppState::Playing] {
        app.add_systems(OnEnter(state), markers::spawn_layer.in_set(SetUpSystems::Layer));
        app.add_systems(
            OnEnter(state),
            (bodies::spawn_bodies, comets::spawn_comets).in_set(SetUpSystems::Frames),
        );
    }
    app.add_systems(
        OnEnter(AppState::Playing),
        (
            ecliptic_grid::spawn_numbers,
            routes::spawn_labels,
            selection::spawn_box,
            status::spawn_hud,
            help::spawn_help,
        )
            .in_set(SetUpSystems::Frames),
    );
    app.add_systems(OnEnter(AppState::Playing), help::write_help.in_set(SetUpSystems::Rows));
}

fn add_input(app: &mut App) {
    app.add_systems(PreUpdate, picking::find_hits.in_set(PickingSystems::Backend).in_set(WhilePlaying));
    app.add_systems(PreUpdate, actions::catch_short_taps.after(InputManagerSystem::ManualControl));
    app.add_systems(
        Update,
        (
            gestures::note_hover,
            gestures::recognize,
            ordering::point,
            selection::select_by_mouse,
            selection::select_by_keys,
            selection::look_by_double_click,
            ordering::order_by_mouse,
            ordering::order_by_keys,
            pace::change_pace,
            pace::rest_at_the_end,
            crate::sim::order::apply_orders.run_if(pace::is_paused),
            status::tell_refusals,
            (camera::zoom, camera::turn).run_if(menu::is_closed),
            (camera::focus_keys, bookmarks::use_bookmarks),
            (help::write_help.run_if(resource_changed::<settings::Settings>), help::toggle_help).chain(),
            screenshot::save_by_key,
        )
            .chain()
            .in_set(WhilePlaying),
    );
}

fn add_view(app: &mut App) {
    app.add_systems(
        PostUpdate,
        (interpolation::set_the_stage, camera::move_focus).chain().in_set(ViewSystems::Stage),
    );
    app.add_systems(
        PostUpdate,
        (
            (camera::note_view, camera::fit_near_plane),
            (
                bodies::note_places,
                bodies::place_spheres,
                bodies::place_rings,
                bodies::place_coronas,
                comets::place_comets,
            ),
            turn_sunlight,
        )
            .chain()
            .in_set(ViewSystems::Sky),
    );
    app.add_systems(
        PostUpdate,
        (
            (ship_view::dress_ships, ship_view::name_fleets, ship_view::hide_unseen).chain(),
            (ship_view::place_hulls, ship_view::draw_stalks),
            (
                orbit_lines::draw_orbits,
                orbit_marks::draw_marks,
                ecliptic_grid::draw_grid,
                ecliptic_grid::place_numbers,
            ),
            (
                outlook::look_ahead,
                routes::draw_routes,
                routes::draw_pointer,
                routes::draw_aim,
                ghosts::draw_ghosts.after(routes::draw_routes).before(routes::place_labels),
                stacks::tell_stack.after(routes::draw_routes).before(routes::place_labels),
                routes::place_labels,
            ),
            (
                markers::place_markers,
                stacks::place_counts.after(markers::place_markers),
                selection::draw_box,
                status::write_words,
            ),
        )
            .chain()
            .in_set(ViewSystems::Place),
    );
}

fn set_lines(mut store: ResMut<GizmoConfigStore>) {
    let (config, _) = store.config_mut::<LineGizmos>();
    config.line.width = 1.6;
    let (config, _) = store.config_mut::<GridGizmos>();
    config.line.width = 1.0;
    let (config, _) = store.config_mut::<DefaultGizmoConfigGroup>();
    config.line.width = 1.5;
}

fn draw_icons(mut commands: Commands, mut images: ResMut<Assets<Image>>) {
    commands.insert_resource(icons::Icons::draw(&mut images));
    let light = |illuminance| DirectionalLight { illuminance, shadow_maps_enabled: false, ..default() };
    commands.spawn((Sunlight, light(9_000.0), Transform::default()));
    // A faint light from above lets the dark side of a hull keep its shape.
    commands.spawn((light(1_200.0), Transform::default().looking_to(Vec3::new(0.2, -1.0, -0.35), Vec3::Z)));
    commands.insert_resource(GlobalAmbientLight { brightness: 120.0, ..default() });
}

/// Marks the light of the star, as it falls on ships.
#[derive(Component)]
struct Sunlight;

/// The light on ships comes from the star, as seen from the focus.
fn turn_sunlight(origin: Res<scale::Origin>, mut light: Single<&mut Transform, With<Sunlight>>) {
    let from_star = scale::turned(origin.0.normalize_or(glam::DVec3::X));
    light.look_to(from_star, Vec3::Y);
}
