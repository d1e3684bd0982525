//! What a person sees and does.
//!
//! The world ([`crate::sim`]) comes in, to be looked at; orders leave through its one door. Nothing here
//! changes the world in any other way, and the world never asks what happens here. The order of a frame:
//!
//! 1. input: what is under the pointer (`picking`), gestures, then selection, orders, pace;
//! 2. the stage: the places of everything between two ticks, the focus, the camera;
//! 3. drawing: bodies, orbits, ships, routes; at last icons, names and words.
//!
//! | file | subject |
//! |---|---|
//! | `scale.rs`, `stage.rs`, `view_camera.rs` | from the world to the screen and back |
//! | `camera.rs`, `viewpoint.rs`, `first_look.rs` | turning, zooming, following; from how far and from where things are looked at |
//! | `gestures.rs`, `picking.rs`, `selection.rs`, `ordering.rs` | the mouse, from pixels to orders |
//! | `planning.rs`, `planning/` | orders that need more than a right click, and routes that are changed |
//! | `actions.rs`, `settings.rs`, `pace.rs`, `help.rs` | the keys |
//! | `surface/`, `bodies.rs`, `sunlight.rs`, `comets.rs`, `constellations.rs`, `orbit_lines.rs`, `orbit_marks.rs`, `ecliptic_grid.rs` | the sky |
//! | `kit/`, `livery.rs` | the meshes of ships and structures, and what they are painted with |
//! | `hulls.rs`, `ship_view.rs`, `outlook.rs`, `routes.rs`, `routes/`, `ghosts.rs` | ships, where they go, and where others were last seen |
//! | `seen.rs` | the door: what may be shown of ships and structures |
//! | `owners.rs` | whose bodies are, as far as the player may know it |
//! | `seat.rs` | who acts: two players at one machine, and who only looks on |
//! | `result/` | how far everyone is from winning, who has won, and how the war went |
//! | `sight_view.rs`, `sight_view/` | how far the player sees |
//! | `engines.rs`, `trails.rs`, `ribbons.rs` | the light of ships that burn |
//! | `arms_view.rs`, `arms_view/` | how far weapons reach, who aims at whom, what would come of a fight |
//! | `battle/` | fights: shots, hits, torpedoes, wrecks, and what is told of them |
//! | `invasions.rs` | marks at bodies on which somebody has landed |
//! | `rings_view.rs`, `rings_view/`, `structure_view.rs`, `structure_pick.rs` | the rings of wells and what stands there |
//! | `estate/` | planet panel, build menu, yards, the treasury |
//! | `foresight/` | later times: where all will be, and when to set out |
//! | `field_view.rs` | what draws and pushes the selected ship |
//! | `warnings/` | what the sky will do to one's fleets and planets |
//! | `minimap.rs`, `minimap/`, `system_map/` | the whole system from above |
//! | `log.rs`, `log/` | what has happened, and where |
//! | `bookmarks.rs` | views to go back to |
//! | `selection_panel.rs`, `selection_panel/` | the classes of what is selected |
//! | `icons.rs`, `markers.rs`, `stacks.rs`, `label_room.rs`, `fitting.rs`, `hud.rs`, `loading.rs` | icons, names and words |
//! | `button_face.rs`, `right_side.rs`, `top_middle.rs` | what is behind buttons; room for the planet panel, the minimap and the hints; the column below the treasury |
//! | `menu/`, `briefing.rs`, `hints.rs`, `tips.rs` | the menu with settings, keys and saves; what a level is about; hints for the first minutes; what buttons do |
//! | `quality.rs`, `palette.rs` | how much is drawn on which machine; colours of factions that all can tell apart |
//! | `sound/` | what is heard |
//! | `worlds/` | what the program is doing ([`AppState`]), and from one world to another |
//! | `watch/` | a scenario of the arena in a window of its own |
//! | `launch.rs`, `shot.rs`, `screenshot.rs`, `failures.rs` | starting, pictures, and what can go wrong |
//! | `frame_cost.rs` | what the parts of a frame cost |

// Here floats go to the screen; the world's rule to compute alike on every machine does not hold.
#![allow(clippy::disallowed_methods)]
// A system's arguments are its requirements and a query's type lists what it reads; both are told to the
// engine in exactly this form.
#![allow(clippy::type_complexity, clippy::too_many_arguments)]

pub mod actions;
pub mod arms_view;
pub mod battle;
pub mod bodies;
pub mod bookmarks;
pub mod briefing;
pub mod button_face;
pub mod camera;
pub mod comets;
pub mod constellations;
pub mod ecliptic_grid;
pub mod engines;
pub mod estate;
pub mod failures;
pub mod field_view;
pub mod first_look;
pub mod fitting;
pub mod foresight;
pub mod frame_cost;
pub mod gestures;
pub mod ghosts;
pub mod help;
pub mod hints;
pub mod hud;
pub mod hulls;
pub mod icons;
pub mod invasions;
pub mod kit;
pub mod label_room;
pub mod launch;
pub mod livery;
pub mod loading;
pub mod log;
pub mod markers;
pub mod menu;
pub mod minimap;
pub mod orbit_lines;
pub mod orbit_marks;
pub mod ordering;
pub mod outlook;
pub mod owners;
pub mod pace;
pub mod palette;
pub mod picking;
pub mod planning;
pub mod quality;
pub mod result;
pub mod ribbons;
pub mod right_side;
pub mod rings_view;
pub mod routes;
pub mod scale;
pub mod screenshot;
pub mod seat;
pub mod seen;
pub mod selection;
pub mod selection_panel;
pub mod settings;
pub mod ship_view;
pub mod shot;
pub mod sight_view;
pub mod sound;
pub mod stacks;
pub mod stage;
pub mod structure_pick;
pub mod structure_view;
pub mod sunlight;
pub mod surface;
pub mod system_map;
pub mod tips;
pub mod top_middle;
pub mod trails;
pub mod view_camera;
pub mod viewpoint;
pub mod warnings;
pub mod watch;
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
use actions::Action;
pub use hud::Toasts;
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
        surface::plugin,
        loading::plugin,
        rings_view::plugin,
        sight_view::plugin,
        engines::plugin,
        trails::plugin,
        (battle::plugin, arms_view::plugin),
        estate::plugin,
        warnings::plugin,
        foresight::plugin,
        field_view::plugin,
        constellations::plugin,
        (minimap::plugin, log::plugin, selection_panel::plugin, planning::plugin, tips::plugin),
    ));
    app.add_plugins((
        worlds::plugin,
        seat::plugin,
        owners::plugin,
        result::plugin,
        top_middle::plugin,
        invasions::plugin,
    ));
    app.init_of_world::<stage::Moment>()
        .init_of_world::<stage::BodyPlaces>()
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
        .init_of_world::<livery::Liveries>()
        .init_of_world::<structure_view::StructureStore>()
        .init_of_world::<Toasts>()
        .init_of_world::<menu::Menu>()
        .add_message_of_world::<gestures::Gesture>()
        .add_message_of_world::<hud::OrderAnswered>()
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
            hud::spawn_hud,
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
            hud::tell_refusals,
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
        (stage::set_the_stage, camera::move_focus).chain().in_set(ViewSystems::Stage),
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
                hud::write_words,
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
