//! The range of the player's sight: the sky behind a plane is darker outside of circles about the sensors of the
//! player, each in its own plane, and dotted circles show the ranges of single ships and structures.
//!
//! - Enters: the sensors of the player's faction, the selected units and the unit under the pointer.
//! - Leaves: a veil with a soft edge, dotted circles, and a word at the pointer.
//! - Must never: reveal the sight of others, or be read as the exact limit of sight: a planet hides units behind
//!   it, and burning engines are seen from beyond the edge.
//!
//! | file | does |
//! |---|---|
//! | `veil.rs` | puts a circle about each sensor, and places the veil |
//! | `material.rs` | the veil's material, drawn by `assets/shaders/sight.wgsl` |
//! | `ranges.rs` | the dotted circles |
//! | `ghosts.rs`, `ghost_words.rs` | last known ships and structures, and their labels |

mod ghost_words;
pub mod ghosts;
mod material;
mod ranges;
mod veil;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use glam::DVec3;

pub use material::{MOST_CIRCLES, SightMaterial, SightUniform};
pub use ranges::{draw_planned_range, draw_ranges};
pub use veil::{SightVeil, place_veil, spawn_veil};

use crate::client::frame::{FrameSystems, InputSystems, Toasts};
use crate::client::scene::rings::RingView;
use crate::client::settings::{Action, Actions};
use crate::client::view::{BodyPlaces, Onlooker, RenderPosition};
use crate::client::worlds::{AppState, SetUpSystems};
use crate::sim::visibility::{Looker, Lookouts, Post, Viewer};
use crate::sim::{FactionId, OfWorld, RingPlace};

/// Whether the range of the player's sight is shown.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct SightShown(pub bool);

impl Default for SightShown {
    fn default() -> Self {
        Self(true)
    }
}

/// Adds the edge of sight to the frame. Needs Bevy's renderer (`PbrPlugin`) in the app.
pub fn plugin(app: &mut App) {
    app.init_of_world::<SightShown>().init_of_world::<ghosts::PointedGhost>();
    app.add_plugins(MaterialPlugin::<SightMaterial>::default());
    app.add_systems(OnEnter(AppState::Playing), spawn_veil.in_set(SetUpSystems::Frames));
    app.add_systems(Update, toggle.in_set(InputSystems::Command));
    app.add_systems(
        PostUpdate,
        (place_veil, draw_ranges, draw_planned_range, ghosts::draw_ghosts).chain().in_set(FrameSystems::Draw),
    );
}

/// Shows and hides the range of sight by its key.
pub fn toggle(actions: Actions, mut shown: ResMut<SightShown>, mut toasts: ResMut<Toasts>) {
    if actions.just_pressed(&Action::ShowSight) {
        shown.0 = !shown.0;
        let state = if shown.0 { "shown" } else { "hidden" };
        toasts.say(format!("Sight range {state}"));
    }
}

/// Query bundle for the sensors of the player's faction.
#[derive(SystemParam)]
pub struct Sensors<'w, 's> {
    shown: Res<'w, SightShown>,
    onlooker: Res<'w, Onlooker>,
    lookouts: Lookouts<'w, 's>,
    rings: RingView<'w>,
    places: Res<'w, BodyPlaces>,
    ships: Query<'w, 's, &'static RenderPosition>,
}

impl Sensors<'_, '_> {
    /// The faction whose edge of sight is shown. Neither an all-seeing nor a blind viewer has one.
    fn faction(&self) -> Option<FactionId> {
        match self.onlooker.0 {
            Viewer::Faction(faction) if self.shown.0 => Some(faction),
            Viewer::Faction(_) | Viewer::Nobody | Viewer::Revealed(_) | Viewer::Everything => None,
        }
    }

    /// The sensors of a faction: their places in this frame, heliocentric ecliptic km, and their ranges, km.
    fn of(&self, faction: FactionId) -> impl Iterator<Item = (DVec3, f64)> {
        self.lookouts.of(faction).map(|post| (self.place_of(&post), post.range_km))
    }

    fn place_of(&self, post: &Post) -> DVec3 {
        let place = match post.looker {
            Looker::Ship(ship) => self.ships.get(ship).ok().map(|shown| shown.0),
            Looker::Structure(one) => {
                let stands = RingPlace { ring: one.ring, slot: one.slot, slots: one.slots };
                self.rings.standing_place(one.body, stands)
            }
            Looker::Body(body) => self.places.0.get(body).copied(),
        };
        place.unwrap_or(post.position)
    }
}
