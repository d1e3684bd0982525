//! The minimap: the whole system from above, with distances from the star on a logarithmic scale.
//!
//! - Enters: the sky, the player's knowledge of fleets, the camera's focus, the mouse over the map.
//! - Leaves: a framed map in the lower right corner, the camera's focus after a left click or drag, and for
//!   `orders/tools`, which decide what a click means, the place of the world that the map shows under it; their words
//!   about that click, beside the map.
//! - Must never: show anything out of sight, give an order, or pass a click through to the world behind it.
//!
//! | file | does |
//! |---|---|
//! | `paint.rs` | the pictures of the orbits and of the camera's view |
//! | `route.rs` | the routes of the selected fleets |
//! | `marks.rs` | bodies, fleets and the camera on the map |
//! | `pulses.rs` | alerts on the map: rings and other shapes that grow |
//! | `landings.rs` | invasions on the map |
//! | `objectives.rs` | flags at what the player has to take to win |
//! | `battles.rs` | the signs of running battles on the map |
//! | `mouse.rs` | places under the pointer, and looks there; signs of battles give way |
//! | `name.rs`, `names.rs` | the name of the body under the pointer; those of the most important bodies |
//! | `order_words.rs` | what a click on the map orders, beside it |
//! | `scale_word.rs` | words about the scale, in a corner |

pub mod battles;
pub mod landings;
pub mod marks;
pub mod mouse;
pub mod name;
pub mod names;
pub mod objectives;
pub mod order_words;
pub mod paint;
pub mod pulses;
pub mod route;
mod scale_word;

use bevy::prelude::*;

use crate::client::frame::{FrameSystems, InputSystems};
use crate::client::hud::layout::places::{MAP_SIDE, Minimap};
use crate::client::hud::layout::right_side::arrange;
use crate::client::models::Icons;
use crate::client::scene::sky::bodies::BodyColors;
use crate::client::scene::system_map::MapScale;
use crate::client::settings::{Action, Binding, first_key};
use crate::client::widgets::{EDGE, EDGE_PIXELS, KeyTip, PANEL, TipsBeside};
use crate::client::worlds::{AppState, SetUpSystems};
use crate::sim::{OfWorld, Sky};

/// Adds the map.
pub fn plugin(app: &mut App) {
    app.init_of_world::<mouse::MapDrag>().init_of_world::<names::MapNames>().remove_with_world::<MapScale>();
    app.add_systems(OnEnter(AppState::Playing), spawn_map.in_set(SetUpSystems::Rows));
    app.init_of_world::<order_words::MapOrder>();
    app.add_systems(Update, mouse::drag_look.in_set(InputSystems::Command));
    app.add_systems(PostUpdate, order_words::show_order.in_set(FrameSystems::Panel));
    app.add_systems(
        PostUpdate,
        (
            arrange,
            paint::paint_orbits,
            marks::part_crowd,
            (marks::place_bodies, marks::mark_owners),
            route::place_dashes,
            marks::place_fleets,
            landings::spawn_landings,
            landings::place_landings,
            objectives::spawn_objectives,
            objectives::place_objectives,
            marks::place_camera,
            pulses::place_pulses,
            (battles::place_battles, mouse::let_through),
            (names::place_names, name::name_pointed),
        )
            .chain()
            .in_set(FrameSystems::Label),
    );
}

/// Spawns the map, hidden, with all of its marks.
fn spawn_map(
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
                right: px(0),
                bottom: px(0),
                width: px(MAP_SIDE),
                height: px(MAP_SIDE),
                overflow: Overflow::clip(),
                ..default()
            },
            BackgroundColor(PANEL),
            // An edge outside of the node: one of the node itself would move all marks.
            Outline { width: px(EDGE_PIXELS), offset: px(0), color: EDGE },
            Interaction::default(),
            KeyTip(map_tip),
            TipsBeside,
            Visibility::Hidden,
        ))
        .id();
    let picture = images.add(paint::empty_picture());
    commands.spawn((
        paint::OrbitPicture(picture.clone()),
        marks::centered(MAP_SIDE),
        ImageNode::new(picture),
        Pickable::IGNORE,
        ChildOf(map),
    ));
    route::spawn_dashes(&mut commands, map);
    scale_word::spawn(&mut commands, map);
    names::spawn_names(&mut commands, map);
    let wedge = images.add(paint::wedge());
    pulses::spawn_pulses(&mut commands, map);
    marks::spawn_marks(&mut commands, map, &sky.system, &colors, &icons, wedge);
    battles::spawn_battles(&mut commands, map);
    name::spawn_name(&mut commands, map);
    order_words::spawn(&mut commands);
}

/// The tip of the map: clicks, key and scale, in few short lines, for the map stands among panels. The manual tells the
/// rest.
fn map_tip(bindings: &[Binding]) -> String {
    let all = first_key(Action::Overview, bindings);
    format!(
        "Click or drag: look there\nRight-click: send the selected ships\n[{all}]: whole system, as it lies here\n\
         Not to scale: distances shrink outward"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::widgets::fonts::words_width;
    use crate::client::widgets::theme::SMALL_PIXELS;

    #[test]
    fn the_tip_of_the_map_has_at_most_four_short_lines() {
        let tip = map_tip(&[]);
        assert!(tip.lines().count() <= 4, "{tip}");
        assert!(tip.lines().all(|line| words_width(line, SMALL_PIXELS) < 230.0), "{tip}");
    }
}
