//! Mouse tools in the world: one [`Tool`] at a time, a file a tool.
//!
//! - Enters: the keys, gestures and presses of a frame in their order, the object under the pointer, the selected
//!   ships.
//! - Leaves: orders through the world's one door, the selection, words at the pointer.
//! - Must never: have two tools see one gesture. `dispatch.rs` alone distributes them, so no tool has to consume a
//!   gesture.
//!
//! | file | does |
//! |---|---|
//! | `dispatch.rs` | dispatches each key, gesture and press to its handler |
//! | `aim.rs`, `listed.rs` | the click that most tools wait for, in the world and on a row of a list |
//! | `select.rs` | without a tool: selects, drags waypoints, sends |
//! | `destination/` | destinations of ships |
//! | `strike/` | targets; ground to land on or to bombard; the odds of a fight |
//! | `order_flash.rs` | the answer to an order, at its place |
//! | `build.rs`, `rally.rs` | a slot for a structure; the destination of new ships |
//! | `waypoint.rs` | the ends of legs as handles: moved, removed, inserted |
//! | `target/` | the object under the pointer, in words, and as the shape of the cursor |
//!
//! A tool that waits for a click is a `Meaning` (`aim.rs`), a hint and a system that draws the effect of a click.
//! A right click, Esc and the click itself end it; with the key for queueing it stays.

mod aim;
mod build;
mod destination;
mod dispatch;
mod listed;
mod order_flash;
mod rally;
mod select;
mod strike;
pub mod target;
#[cfg(test)]
mod test_support;
mod waypoint;

use bevy::prelude::*;

use crate::client::frame::{FrameSystems, GameCovered, InputSystems, NewsSystems};
use crate::client::hud::minimap::order_words::MapOrder;
use crate::client::hud::status::ToolHint;
use crate::client::input::{EscapeLadder, Held, Pointed, Rung, Selected, Tool, UnderPointer, selection};
use crate::client::orders::planning::assault::words_of;
use crate::client::scene::routes::nodes::RouteNodes;
use crate::client::widgets::PointerTip;
use crate::client::worlds::{AppState, WhilePlaying};
use crate::sim::OfWorld;
use aim::{AIM, STRIKE};
use destination::journey::Journeys;
use destination::{go, guard, patrol, pointer, station};
use strike::{attack, ground, odds};
use target::{HoverTarget, cursor, meant, point};
pub use waypoint::NodeHand;

/// Adds the tools.
pub fn plugin(app: &mut App) {
    app.init_of_world::<attack::DrawnArea>()
        .init_of_world::<HoverTarget>()
        .init_of_world::<meant::Meant>()
        .init_of_world::<RouteNodes>()
        .init_of_world::<order_flash::OrderFlash>()
        .init_of_world::<NodeHand>()
        .init_of_world::<PointerTip>();
    app.on_escape(Rung::Tool, put_down);
    app.add_systems(
        Update,
        (dispatch::look_at_pointer, target::right_click::note_row_order).chain().in_set(InputSystems::Point),
    );
    app.add_systems(
        Update,
        (
            end_without_ships,
            listed::aim_at_listed,
            waypoint::note_hover,
            dispatch::dispatch,
            selection::forget_box,
            attack::forget_area,
        )
            .chain()
            .in_set(InputSystems::Tool),
    );
    app.add_systems(
        Update,
        (cursor::show_cursor, order_flash::take_answers).in_set(NewsSystems::Report).in_set(WhilePlaying),
    );
    app.add_systems(PostUpdate, (note_hint, tell_map).in_set(FrameSystems::Label));
    app.add_systems(
        PostUpdate,
        point::keep_under_pointer.in_set(FrameSystems::Place).run_if(in_state(AppState::Playing)),
    );
    app.add_systems(
        PostUpdate,
        (
            (
                pointer::draw.run_if(|tool: Res<Tool>| tool.goes()),
                odds::show.run_if(holds(Tool::Select).or_else(holds(Tool::Attack))),
                attack::draw.run_if(holds(Tool::Attack)),
                ground::draw.run_if(|tool: Res<Tool>| matches!(*tool, Tool::Ground(_))),
                patrol::draw.run_if(holds(Tool::Patrol)),
                guard::draw.run_if(holds(Tool::Guard)),
                station::draw.run_if(holds(Tool::Station(None))),
            )
                .run_if(GameCovered::is_clear),
            (build::show, build::tell).chain(),
            rally::show,
            waypoint::draw,
            waypoint::show_time,
            order_flash::draw,
        )
            .in_set(FrameSystems::Draw),
    );
}

/// Run condition: this tool is held.
fn holds(tool: Tool) -> impl SystemCondition<(), ()> + Clone {
    IntoSystem::into_system(move |held: Res<Tool>| held.is_like(tool))
}

/// Esc puts the tool down.
fn put_down(mut tool: ResMut<Tool>) -> bool {
    std::mem::take(&mut *tool) != Tool::Select
}

/// A tool for ships ends with the last selected ship.
fn end_without_ships(selected: Query<(), With<Selected>>, mut tool: ResMut<Tool>) {
    if tool.orders_ships() && selected.is_empty() {
        *tool = Tool::Select;
    }
}

/// The purpose of the next click, with marks for keys, see `with_keys`.
fn hint(tool: Tool) -> Option<&'static str> {
    match tool {
        Tool::Select | Tool::Waypoint => None,
        Tool::Go => Some(go::HINT),
        Tool::Patrol => Some(patrol::HINT),
        Tool::Guard => Some(guard::HINT),
        Tool::Station(body) => Some(station::hint(body)),
        Tool::Attack => Some(attack::HINT),
        Tool::Ground(assault) => Some(words_of(assault).hint),
        Tool::Build(_) => Some(build::HINT),
        Tool::Rally(_) => Some(rally::HINT),
    }
}

/// Two hints in one line, as those about both buttons of the mouse.
fn joined(left: Option<String>, right: Option<String>) -> Option<String> {
    match (left, right) {
        (Some(left), Some(right)) => Some(format!("{left} · {right}")),
        (left, right) => left.or(right),
    }
}

/// The hint while the pointer is on the map: the effect of a click there, before the purpose of the tool.
fn on_map(tool: Tool, target: &HoverTarget) -> Option<String> {
    joined(target.map_words(tool), hint(tool).map(str::to_owned))
}

/// Notes what could be done now, for the status line.
fn note_hint(
    tool: Res<Tool>,
    (pointed, under): (Res<Pointed>, Res<UnderPointer>),
    hand: Res<NodeHand>,
    next: select::NextInStack,
    target: Res<HoverTarget>,
    mut words: ResMut<ToolHint>,
) {
    let map = if pointed.is_on_map(&under) { on_map(*tool, &target) } else { None };
    let now = map.or_else(|| hint(*tool).or_else(|| hand.hint()).map(str::to_owned));
    let now = now.or_else(|| joined(next.hint(), target.hint().filter(|_| !pointed.is_drag())));
    words.set_if_neq(ToolHint(now));
}

/// Notes what a click on the map orders at the pointer, for the words beside the map.
fn tell_map(
    tool: Res<Tool>,
    (pointed, under): (Res<Pointed>, Res<UnderPointer>),
    target: Res<HoverTarget>,
    held: Res<Held>,
    mut journeys: Journeys,
    mut order: ResMut<MapOrder>,
) {
    let is_on_map = pointed.is_on_map(&under);
    // A queued journey does not begin now.
    let goes_now = is_on_map && *tool == Tool::Go && !held.add && !held.first;
    let journey = pointed.goal().filter(|_| goes_now).and_then(|goal| journeys.words(goal));
    let words = if is_on_map { map_order(*tool, &target, journey) } else { None };
    let color = if target.fails(*tool) { STRIKE } else { AIM };
    order.set_if_neq(MapOrder(words.map(|words| (words, color))));
}

/// What a click on the map orders: with a tool that waits for it, or as an act of war by a right click. `None` where
/// the map does what its tip says.
fn map_order(tool: Tool, target: &HoverTarget, journey: Option<[String; 2]>) -> Option<String> {
    if tool == Tool::Select {
        return target.strike().and_then(|_| target.map_words(tool));
    }
    // A click looks there while a slot is chosen.
    let purpose = hint(tool).filter(|_| tool.class().is_none())?;
    let deed = target.map_words(tool).or_else(|| purpose.split(" · ").next().map(str::to_owned))?;
    Some(match journey {
        Some([time, arrival]) => format!("{deed}: {time}\n{arrival}"),
        None => deed,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hints_about_both_buttons_stand_in_one_line() {
        let [left, right] =
            ["Click again: Hearth", "Right-click: attack"].map(|words| Some(words.to_owned()));
        assert_eq!(joined(left.clone(), None), left);
        assert_eq!(joined(None, right.clone()), right);
        let both = joined(left, right).expect("there are two");
        assert_eq!(both, "Click again: Hearth · Right-click: attack");
    }

    #[test]
    fn the_map_names_the_target_before_the_purpose_of_the_tool() {
        let target = target::tests::on_body(target::tests::Side::Foe, target::tests::warships());
        let words = on_map(Tool::Attack, &target).expect("ships are selected");
        assert!(words.starts_with("Attack everything near Strand · Click an enemy"), "{words}");
    }

    #[test]
    fn beside_the_map_stands_the_order_of_a_click_and_without_one_nothing() {
        use crate::level::Assault;
        use crate::sim::ids::{ClassId, StructureId};
        use target::tests::{Side, landers, on_body, warships};
        let at = |tool: Tool, side: Side| map_order(tool, &on_body(side, warships()), None);
        assert_eq!(at(Tool::Go, Side::Foe).as_deref(), Some("Move to Strand"));
        assert_eq!(at(Tool::Attack, Side::Foe).as_deref(), Some("Attack everything near Strand"));
        assert_eq!(at(Tool::Patrol, Side::Foe).as_deref(), Some("Click where to patrol to"));
        let rally = at(Tool::Rally(StructureId(1)), Side::Own);
        assert_eq!(rally.as_deref(), Some("Click a place, a body or a ring: new ships go there"));
        assert_eq!(at(Tool::Select, Side::Own), None, "the tip of the map says it");
        assert_eq!(at(Tool::Build(ClassId::FIRST), Side::Own), None, "a click looks there");
        let journey = Some(["36 h (4 s)", "Arrives about 2412-01-10"].map(str::to_owned));
        let told = map_order(Tool::Go, &on_body(Side::Own, warships()), journey);
        assert_eq!(told.as_deref(), Some("Move to Strand: 36 h (4 s)\nArrives about 2412-01-10"));
        let landing = on_body(Side::Foe, landers());
        for (tool, words) in [
            (Tool::Select, "Right-click: land 300 troopers on Strand"),
            (Tool::Ground(Assault::Land), "Land 300 troopers on Strand"),
        ] {
            assert_eq!(map_order(tool, &landing, None).as_deref(), Some(words));
        }
    }

    #[test]
    fn every_tool_that_waits_for_a_click_says_what_it_is_for_and_how_it_ends() {
        use crate::level::Assault;
        use crate::sim::ids::{BodyId, ClassId, StructureId};
        let orders = [Tool::Go, Tool::Patrol, Tool::Guard, Tool::Station(None), Tool::Attack];
        let others =
            [Tool::Station(Some(BodyId(1))), Tool::Build(ClassId::FIRST), Tool::Rally(StructureId(1))];
        let grounds = Assault::ALL.map(Tool::Ground);
        for tool in orders.into_iter().chain(others).chain(grounds) {
            assert!(hint(tool).is_some_and(|words| words.contains("<deselect>: cancel")), "{tool:?}");
        }
        assert!(hint(Tool::Attack).is_some_and(|words| words.contains("<make group>: all of its class")));
    }
}
