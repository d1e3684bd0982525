//! From the world to the screen and back.
//!
//! - Enters: the world between two ticks, and the player's camera input.
//! - Leaves: places on the screen in floats ([`scale`], [`interpolation`]), the ray of a pixel ([`view_camera`]),
//!   and the onlooker's knowledge ([`known`]).
//! - Must never: draw anything (`pen.rs` serves those who do), or change the world.
//!
//! | file | does |
//! |---|---|
//! | `interpolation.rs` | the world between two ticks |
//! | `scale.rs` | from kilometres to the floats of the screen, and back |
//! | `camera.rs`, `looking.rs` | turns, zooms and moves the camera; looks at a place, a body or a fleet |
//! | `focus.rs`, `framing.rs` | the target of the camera, and the distance at which it is seen whole |
//! | `between_panels.rs` | a ball in the area between the panels, also those that open with the view |
//! | `first_look.rs` | the first view of a world, and the view beside the page of the main menu |
//! | `view_camera.rs` | the camera as plain arithmetic: points, pixels, rays, the size of the screen |
//! | `screen.rs` | places of things with marks; the bodies that hide what is behind them |
//! | `known/` | the onlooker's knowledge, and what has to be taken to win |
//! | `ring_places.rs` | slots of rings in this frame |
//! | `pen.rs` | lines in space, by places of the world |

mod between_panels;
pub mod camera;
pub mod first_look;
pub mod focus;
pub mod framing;
pub mod interpolation;
pub mod known;
mod looking;
mod pen;
pub mod ring_places;
pub mod scale;
pub mod screen;
pub mod view_camera;

pub use camera::{GLOW, Gaze, MainCamera};
pub use focus::{Focus, FocusTarget, TargetPlaces};
pub use framing::body_distance_km;
pub use framing::ship_distance_km;
pub use interpolation::{BodyPlaces, Moment, RenderPosition, middle};
pub use known::objectives::{Objectives, is_out};
pub use known::out::PlayerOut;
pub use known::seen::{Onlooker, SeenShips, SeenStructures, Sight};
pub use looking::{LaterPlaces, Looking};
pub use pen::{Axes, Pen};
pub use ring_places::{RingPoint, Slots, Well};
pub use scale::turned_rotation;
pub use scale::{Origin, UNIT_KM, turned};
pub use screen::{NearBodies, ScreenAnchor};
pub use view_camera::{Projected, ViewCamera};

use bevy::prelude::*;
use bevy_panorbit_camera::PanOrbitCameraPlugin;

use crate::client::frame::FrameSystems;
use crate::client::settings::Settings;
use crate::client::worlds::{AppState, SetUpSystems};
use crate::sim::OfWorld;

/// Adds the camera, and the places of everything between two ticks.
pub fn plugin(app: &mut App) {
    app.add_plugins((PanOrbitCameraPlugin, known::plugin));
    app.init_of_world::<interpolation::Moment>()
        .init_of_world::<interpolation::BodyPlaces>()
        .init_of_world::<scale::Origin>()
        .init_of_world::<view_camera::ViewCamera>()
        .init_of_world::<screen::NearBodies>()
        .init_of_world::<framing::FreeArea>()
        .init_of_world::<LaterPlaces>()
        .init_of_world::<Focus>();
    // The first frame of a world reads its date and places before they are set for the frame.
    for state in [AppState::Menu, AppState::Playing] {
        app.add_systems(OnEnter(state), interpolation::set_the_stage.in_set(SetUpSystems::Layer));
    }
    app.add_systems(
        PostUpdate,
        (interpolation::set_the_stage, between_panels::fit_framed, camera::move_focus)
            .chain()
            .in_set(FrameSystems::Interpolate),
    );
    app.add_systems(Update, camera::follow_settings.run_if(resource_exists_and_changed::<Settings>));
    app.add_systems(
        PostUpdate,
        (camera::note_view, camera::fit_near_plane, screen::note_near_bodies)
            .chain()
            .in_set(FrameSystems::View),
    );
}
