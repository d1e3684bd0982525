//! The minimap: the whole system from above, with distances from the star drawn together by their logarithm.
//!
//! - Enters: the sky, what the player may know of fleets, what the camera looks at, the mouse over the map.
//! - Leaves: a disc at the lower right, the camera's focus after a left click or drag, orders through the
//!   world's one door after a right click.
//! - Must never: show what is out of sight, or let a click through to the world behind it.
//!
//! Where it lies follows from the room that the planet panel leaves (`right_side.rs`).
//!
//! | file | does |
//! |---|---|
//! | `paint.rs` | the picture of the orbits |
//! | `marks.rs` | bodies, fleets and the camera on the map |
//! | `landings.rs` | invasions on the map |
//! | `mouse.rs` | what clicks on the map do |

pub mod landings;
pub mod marks;
pub mod mouse;
pub mod paint;

use bevy::prelude::*;

use crate::client::frame::{FrameSystems, ToolSystems};
use crate::client::hud::layout::right_side::arrange;
use crate::client::hud::layout::tips::KeyTip;
use crate::client::hud::status::PANEL;
use crate::client::models::icons::Icons;
use crate::client::scene::sky::bodies::BodyColors;
use crate::client::scene::system_map::MapScale;
use crate::client::settings::actions::{Action, Binding};
use crate::client::settings::key_words::first_key;
use crate::client::worlds::{AppState, SetUpSystems};
use crate::sim::OfWorld;
use crate::sim::Sky;

/// Radius of the map, pixels.
pub const RADIUS: f32 = 100.0;
/// Distance of the map from the lower edge of the screen, pixels.
pub const BOTTOM: f32 = 44.0;
/// Distance of the map from the right edge of the screen, pixels.
pub const RIGHT: f32 = 14.0;

/// Marks the map.
#[derive(Component)]
pub struct Minimap;

/// Where the map lies.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct MapSeat {
    /// Distance from the right edge of the screen, pixels of the UI.
    pub right: f32,
}

impl Default for MapSeat {
    fn default() -> Self {
        Self { right: RIGHT }
    }
}

impl MapSeat {
    /// A point of the window relative to the middle of the map, in its radii: x to the right, y down.
    /// `window` is the window's size; both are logical pixels.
    pub fn on_map(&self, point: Vec2, window: Vec2, ui_scale: f32) -> Vec2 {
        let middle = window / ui_scale - Vec2::new(self.right + RADIUS, BOTTOM + RADIUS);
        (point / ui_scale - middle) / RADIUS
    }
}

/// Adds the map.
pub fn plugin(app: &mut App) {
    app.init_of_world::<MapSeat>();
    app.add_systems(OnEnter(AppState::Playing), spawn_map.in_set(SetUpSystems::Rows));
    app.add_systems(Update, mouse::use_map.in_set(ToolSystems::Chart));
    app.add_systems(
        PostUpdate,
        (
            arrange,
            paint::paint_orbits,
            marks::place_bodies,
            marks::place_fleets,
            landings::place_landings,
            marks::place_camera,
        )
            .chain()
            .in_set(FrameSystems::Label),
    );
}

/// Spawns the map, hidden, with all that will be on it.
pub fn spawn_map(
    mut commands: Commands,
    sky: Res<Sky>,
    colors: Res<BodyColors>,
    icons: Res<Icons>,
    mut images: ResMut<Assets<Image>>,
) {
    commands.insert_resource(MapScale::of(&sky.system));
    let map = commands
        .spawn((
            Minimap,
            Node {
                position_type: PositionType::Absolute,
                right: px(RIGHT),
                bottom: px(BOTTOM),
                width: px(2.0 * RADIUS),
                height: px(2.0 * RADIUS),
                border_radius: BorderRadius::all(px(RADIUS)),
                overflow: Overflow::clip(),
                ..default()
            },
            BackgroundColor(PANEL),
            Interaction::default(),
            KeyTip(map_tip),
            Visibility::Hidden,
        ))
        .id();
    let picture = images.add(paint::empty_picture());
    commands.spawn((
        paint::OrbitPicture(picture.clone()),
        marks::centered(2.0 * RADIUS),
        ImageNode::new(picture),
        Pickable::IGNORE,
        ChildOf(map),
    ));
    let wedge = images.add(paint::wedge());
    marks::spawn_marks(&mut commands, map, &sky.system, &colors, &icons, wedge);
    landings::spawn_landings(&mut commands, map, &icons);
}

/// What clicks on the map do, and the key.
fn map_tip(bindings: &[Binding]) -> String {
    let all = first_key(Action::Overview, bindings);
    format!("Click or drag: look there. Right click: send the selected ships. [{all}]: the whole system.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_of_the_window_are_found_on_the_map() {
        let seat = MapSeat::default();
        let window = Vec2::new(1280.0, 720.0);
        let middle = window - Vec2::new(RIGHT + RADIUS, BOTTOM + RADIUS);
        assert_eq!(seat.on_map(middle, window, 1.0), Vec2::ZERO);
        let right = seat.on_map(middle + Vec2::X * RADIUS, window, 1.0);
        assert!(right.distance(Vec2::X) < 1.0e-5, "{right}");
        let wide = window - 2.0 * Vec2::new(RIGHT + RADIUS, BOTTOM + RADIUS);
        assert!(seat.on_map(wide, window, 2.0).length() < 1.0e-5);
    }
}
