//! Fights on the screen: shots, hits, wrecks and ruin, near and far.
//!
//! - Enters: the world's events, conditions of ships, torpedoes and wrecks; the viewer's knowledge of them.
//! - Leaves: light and smoke in two meshes, shields, pieces of wrecks, marks over icons, numbers and bars; and for
//!   sound and log the events that the viewer knows of ([`FreshEvents`]).
//! - Must never: show an event of which neither side is in sight, spawn or despawn anything for a shot, or draw
//!   more effects than [`EffectLimits`](super::quality::limits::EffectLimits) allows.
//!
//! | file or folder | subject |
//! |---|---|
//! | `sources/` | the events of this frame that the viewer knows of; places of ships, of fights and of wells |
//! | `effects/` | common to all effects: anchors, numbers of each kind, colours of damage, the two meshes |
//! | `damage/` | hits on armour and shields, explosions, fragments, smoke, bars, numbers, camera shake |
//! | `ordnance/` | torpedoes and wrecks |
//! | `shots/` | tracers, beams, arcs; when they are seen to hit |
//! | `far_marks.rs` | hits and darts of ships at a distance at which ships are icons |
//! | `battle_marks.rs` | the sign of a running battle, with the balance of its sides, on the sky and on the minimap |
//! | `sky_fights.rs` | the fights that have signs on the sky, and the ships in them |
//! | `sky_signs.rs` | places of these signs on the sky |
//! | `wings.rs` | both sides of a battle beside its sign, while its marks lie on each other |
//! | `counters.rs` | counts of effects, for measurements of frames |
//!
//! All effects age by the [`BattleClock`], which stops while the game is paused. An effect is attached to its
//! ships and moves with them; once the ships are gone it moves with the nearest well.

pub mod battle_marks;
pub mod counters;
pub mod damage;
pub mod effects;
pub mod far_marks;
pub mod ordnance;
pub mod shots;
pub mod sky_fights;
pub mod sky_signs;
pub mod sources;
pub mod wings;

use bevy::prelude::*;

pub use sources::news::{FreshEvent, FreshEvents};
pub use sources::visible_units::{SpottedUnit, UnitShape, VisibleUnits};

use crate::client::frame::{FrameSystems, NewsSystems};
use crate::client::worlds::{AppState, SetUpSystems, WhilePlaying};
use crate::sim::OfWorld;

/// Limit on the aging of effects in a frame, s: after a halt of the program they do not all end at once.
const LONGEST_FRAME_S: f64 = 0.1;

/// The clock of effects: seconds of real time without pauses.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct BattleClock {
    /// Seconds since the start.
    pub now_s: f64,
}

/// Adds the fights to the frame.
pub fn plugin(app: &mut App) {
    app.init_of_world::<BattleClock>()
        .init_of_world::<counters::Drawn>()
        .init_of_world::<FreshEvents>()
        .init_of_world::<VisibleUnits>()
        .init_of_world::<sources::sites::Sites>()
        .init_of_world::<shots::HitFlights>()
        .init_of_world::<shots::FreshShots>()
        .remove_with_world::<ordnance::wreck_view::WreckModels>();
    app.add_plugins(MaterialPlugin::<damage::shield_material::ShieldMaterial>::default());
    app.add_systems(Startup, damage::flashes::spawn_lights);
    app.add_systems(
        OnEnter(AppState::Playing),
        (ordnance::wreck_view::spawn_pieces, damage::shields::spawn_shields, damage::numbers::spawn_numbers)
            .in_set(SetUpSystems::Frames),
    );
    app.add_systems(
        Update,
        (run_clock, sources::news::take, shots::note_flights, sources::fighting::note, sources::count::count)
            .chain()
            .in_set(NewsSystems::Gather)
            .in_set(WhilePlaying),
    );
    app.add_systems(
        PostUpdate,
        (
            sources::visible_units::note,
            (sky_fights::note_fights, sky_fights::note_fighters).chain(),
            sky_signs::spawn_sky_marks,
        )
            .in_set(FrameSystems::Collect),
    );
    app.add_systems(PostUpdate, damage::shake::shake_camera.in_set(FrameSystems::Camera));
    app.add_systems(
        PostUpdate,
        (
            shots::find_shots,
            shots::draw_shots,
            (damage::flashes::draw_flashes, damage::shields::draw_shields),
            (damage::smoke::draw_smoke, damage::fragments::draw_fragments),
            (ordnance::torpedo_view::follow_torpedoes, ordnance::torpedo_view::draw_torpedoes).chain(),
            ordnance::wreck_view::place_wrecks,
            (far_marks::draw_marks, far_marks::draw_darts),
        )
            .chain()
            .in_set(FrameSystems::Draw),
    );
    app.add_systems(
        PostUpdate,
        (damage::numbers::ask_numbers, sky_signs::place_sky_marks, sky_signs::let_through)
            .in_set(FrameSystems::Draw),
    );
    app.add_systems(
        PostUpdate,
        (damage::bars::draw_bars, battle_marks::show_balances, wings::show_wings)
            .chain()
            .in_set(FrameSystems::Panel),
    );
}

/// Advances the clock of effects.
fn run_clock(real: Res<Time<Real>>, time: Res<Time<Virtual>>, mut clock: ResMut<BattleClock>) {
    if !time.is_paused() {
        clock.now_s += real.delta_secs_f64().min(LONGEST_FRAME_S);
    }
}
