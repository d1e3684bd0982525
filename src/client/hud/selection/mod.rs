//! The card of the selection: its fleets, their activity, its classes as chips, and the subgroup. The buttons of
//! orders stand below, in the same card (`orders/planning/buttons`).
//!
//! - Enters: the selected ships, their hulls and crews, their fleets' routes, keys and mouse.
//! - Leaves: the card at the lower left, and a narrower selection: Tab cycles through the classes, a click on a chip
//!   keeps only its class, with Ctrl it removes the class.
//! - Must never: select ships outside the selection, or foreign ones.
//!
//! | file | does |
//! |---|---|
//! | `subgroup.rs` | the chosen class of the selection |
//! | `crews.rs` | experience of crews, and the care of yards for ships |
//! | `heading.rs` | the selected fleets and their activity |
//! | `summary.rs` | from ships and fleets to rows, each shown as a chip |

pub mod crews;
pub mod heading;
pub mod subgroup;
pub mod summary;

use std::collections::BTreeMap;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::client::frame::{FrameSystems, InputSystems, Player, PollTimer};
use crate::client::hud::layout::places::{
    CARD_EDGE, CARD_ROOM, CARD_WIDTH, LeftColumn, LeftColumnSystems, SelectionCard,
};
use crate::client::hud::planet::classes::ships;
use crate::client::hud::planet::classes::tip::class_tip;
use crate::client::input::selection::Selecting;
use crate::client::input::{Held, InTurn, Selected, run};
use crate::client::models::{FactionColors, IconShape, Icons, ShipMark};
use crate::client::scene::battle::damage::bars::armour_color;
use crate::client::scene::battle::effects::SHIELD_COLOR;
use crate::client::settings::{Action, Actions, Binding, first_key};
use crate::client::view::{SeenShips, Sight};
use crate::client::widgets::theme::SMALL_PIXELS;
use crate::client::widgets::{
    EDGE_PIXELS, KeyTip, QUIET, RESTING, STRONG, Tip, TipsBeside, WORDS, docked, face, show, text,
};
use crate::client::worlds::{AppState, Kept};
use crate::sim::forecast::FleetForecast;
use crate::sim::task::{describe, verb};
use crate::sim::visibility::WorldView;
use crate::sim::{ArmsTable, Calendar, ClassId, Engagement, Goal, OfWorld, Route, Ship, ShipClasses};
use crews::Crews;
use heading::{Heading, Headings, heading, write_heading};
use subgroup::Subgroup;
use summary::{ClassRow, RouteSummary, SelectedShip, rows_of};

/// The most classes that are listed.
const MOST_ROWS: usize = 8;
/// Limit on the fleets of a selection whose arrival is computed.
const MOST_FLEETS: usize = 12;
/// Size of the icons, pixels.
const ICON_PIXELS: f32 = 18.0;
/// Opacity of the chip of a class that gets no orders.
const DIMMED: f32 = 0.25;
/// Length and height of the bars of shields and armour, pixels, and the colour behind them.
const BARS: (f32, f32) = (38.0, 3.0);
const BEHIND_BARS: Color = Color::srgba(0.3, 0.34, 0.4, 0.45);

/// A row, with its index from the top.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct SelectionRow(usize);

/// Words of a row, from what is known of its class.
#[derive(Component, Clone, Copy, Debug)]
pub struct RowWords {
    index: usize,
    part: fn(&ClassRow) -> &String,
}

/// A bar of a row: the remaining share of shields or of armour.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowBar {
    index: usize,
    is_shield: bool,
}

/// Marks the icon of a row.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowIcon(usize);

/// The rows that are shown.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct SelectionRows(Vec<ClassRow>);

/// Adds the card.
pub fn plugin(app: &mut App) {
    app.init_of_world::<Subgroup>().init_of_world::<SelectionRows>().init_of_world::<Heading>();
    app.add_systems(OnEnter(AppState::Playing), spawn_card.in_set(LeftColumnSystems::Selection));
    app.add_systems(Update, (follow_selection, choose_by_key).chain().in_set(InputSystems::Select));
    app.add_systems(
        PostUpdate,
        (
            gather_rows,
            (show_card, write_rows, write_parts).run_if(resource_changed::<SelectionRows>),
            write_heading.run_if(resource_changed::<Heading>),
            light_rows,
        )
            .chain()
            .in_set(FrameSystems::Panel),
    );
}

/// Spawns the card, hidden at first, with all its rows.
fn spawn_card(mut commands: Commands, column: Single<Entity, With<LeftColumn>>) {
    let card = commands.spawn((card(), ChildOf(*column))).id();
    let list = commands.spawn((row_list(), ChildOf(card))).id();
    for index in 0..MOST_ROWS {
        commands.spawn((row(index), ChildOf(list)));
    }
}

/// The card with its heading.
fn card() -> impl Bundle {
    let node = Node {
        display: Display::None,
        flex_direction: FlexDirection::Column,
        align_items: AlignItems::FlexStart,
        row_gap: px(5),
        max_width: px(CARD_WIDTH),
        padding: UiRect::axes(px(CARD_EDGE - EDGE_PIXELS), px(7)),
        ..default()
    };
    let edges = UiRect { top: px(EDGE_PIXELS), right: px(EDGE_PIXELS), ..default() };
    (SelectionCard, TipsBeside, docked(node, edges), children![heading()])
}

/// The list of the rows, which stand side by side as far as there is room.
fn row_list() -> Node {
    Node { flex_wrap: FlexWrap::Wrap, column_gap: px(4), row_gap: px(3), width: px(CARD_ROOM), ..default() }
}

/// A row, hidden at first: a button with its icon, its words and its bars.
fn row(index: usize) -> impl Bundle {
    let node = Node {
        display: Display::None,
        padding: UiRect::axes(px(6), px(3)),
        column_gap: px(4),
        align_items: AlignItems::Center,
        border_radius: BorderRadius::all(px(4)),
        ..default()
    };
    let press = (Button, InTurn(press_row), KeyTip(row_tip), Tip(String::new()));
    (SelectionRow(index), press, node, BackgroundColor(RESTING), row_parts(index))
}

/// What is in a row.
fn row_parts(index: usize) -> impl Bundle {
    let icon = Node { width: px(ICON_PIXELS), height: px(ICON_PIXELS), ..default() };
    let words = |part: fn(&ClassRow) -> &String, color: Color| {
        (RowWords { index, part }, text("", SMALL_PIXELS, color), TextLayout::no_wrap())
    };
    children![
        (RowIcon(index), ImageNode::default(), icon),
        (upright(), children![words(|row| &row.count, WORDS), row_bars(index)]),
        words(|row| &row.skill, QUIET),
        words(|row| &row.unpaid, STRONG),
        words(|row| &row.care, WORDS),
    ]
}

fn upright() -> Node {
    Node { flex_direction: FlexDirection::Column, row_gap: px(1), ..default() }
}

/// The two bars of a row, the shield above the armour.
fn row_bars(index: usize) -> impl Bundle {
    let bar = |is_shield: bool| {
        let node = Node { width: px(0), height: px(BARS.1), ..default() };
        (RowBar { index, is_shield }, node, BackgroundColor(SHIELD_COLOR))
    };
    let column = Node { width: px(BARS.0), ..upright() };
    (column, BackgroundColor(BEHIND_BARS), children![bar(true), bar(false)])
}

/// The end of the tip of a row: clicks and keys, and how crews learn.
fn row_tip(bindings: &[Binding]) -> String {
    let [hold, next, join] =
        [Action::MakeGroup, Action::NextSubgroup, Action::Join].map(|action| first_key(action, bindings));
    format!(
        "Click: only this class; an order then makes it a fleet of its own, and [{join}] merges fleets. {hold} + \
         click: all but this class. [{next}]: next class. Crews gain experience by dealing damage."
    )
}

/// Ends the subgroup when the selection was changed elsewhere.
fn follow_selection(
    selected: Query<Entity, With<Selected>>,
    ships: Query<(), With<Ship>>,
    mut subgroup: ResMut<Subgroup>,
) {
    let now = selected.iter().collect();
    subgroup.bypass_change_detection().follow(now, |ship| ships.contains(ship));
}

/// The key that cycles through the classes; with the key for adding, back to all of them.
pub fn choose_by_key(
    actions: Actions,
    ships: SeenShips,
    mut choice: Selecting,
    mut subgroup: ResMut<Subgroup>,
) {
    if !actions.just_pressed(&Action::NextSubgroup) {
        return;
    }
    let wanted = subgroup.turn(actions.pressed(&Action::Add), |ship| ships.class(ship));
    choice.set(&wanted, false);
}

/// A click on a row keeps only its class in the selection, or removes the class.
fn press_row(world: &mut World, row: Entity) {
    let row = world.get::<SelectionRow>(row).and_then(|row| world.resource::<SelectionRows>().0.get(row.0));
    if let Some(class) = row.map(|row| row.class) {
        run(world, follow_selection, ());
        run(world, choose_by_click, class);
    }
}

fn choose_by_click(
    In(class): In<ClassId>,
    held: Res<Held>,
    ships: SeenShips,
    mut choice: Selecting,
    mut subgroup: ResMut<Subgroup>,
) {
    let wanted = subgroup.keep(|ship| (ships.class(ship) == Some(class)) != held.group);
    choice.set(&wanted, false);
}

/// Query bundle for fleets.
#[derive(SystemParam)]
pub struct FleetStates<'w, 's> {
    sight: Sight<'w, 's>,
    calendar: Res<'w, Calendar>,
    fleets: Query<'w, 's, (Option<&'static FleetForecast>, Has<Engagement>)>,
}

impl FleetStates<'_, '_> {
    /// The state of a fleet's orders.
    fn of(&self, fleet: Entity) -> Option<RouteSummary> {
        let route = self.sight.view().fleet(fleet)?.route?;
        let (forecast, is_fighting) = self.fleets.get(fleet).ok()?;
        let mining = || self.sight.view().mining_words(fleet).filter(|_| route.0.is_empty());
        let deed = deed_of(self.sight.view(), route, is_fighting).or_else(mining);
        let mut state = RouteSummary { legs: route.0.len(), deed, ..default() };
        if let Some(FleetForecast { itinerary, .. }) = forecast {
            let is_complete = itinerary.arrivals.len() == state.legs;
            let waits = route.0.front().is_some_and(|leg| matches!(leg.goal, Goal::Wait(_)));
            state.waits_until_jd = itinerary.arrivals.first().filter(|_| waits).map(|arrival| arrival.jd);
            state.until_jd = itinerary.arrivals.last().filter(|_| is_complete).map(|arrival| arrival.jd);
        }
        Some(state)
    }
}

/// The action of a fleet: that of its present leg in a war, or the goal of its route; `None` at rest, and on the way
/// to a place without a name.
fn deed_of(view: WorldView, route: &Route, is_fighting: bool) -> Option<String> {
    let present = route.0.front().filter(|leg| verb(&leg.goal).is_some());
    if present.is_none() && is_fighting {
        return Some("fights".to_owned());
    }
    let leg = present.or(route.0.back())?;
    let words = describe(view, leg);
    let is_place = leg.goal.is_place() && !leg.engage;
    (!words.is_empty()).then(|| if is_place { format!("to {words}") } else { words })
}

/// Composes the rows a few times a second, and at once when the selection changes.
fn gather_rows(
    subgroup: Res<Subgroup>,
    ships: SeenShips,
    states: FleetStates,
    crews: Crews,
    classes: Res<ShipClasses>,
    time: Res<Time<Real>>,
    mut rows: ResMut<SelectionRows>,
    mut headings: Headings,
    mut beat: Kept<PollTimer>,
    mut last: Kept<usize>,
) {
    let beat = beat.now();
    let last = last.now();
    let count = subgroup.ships().len();
    let is_new = std::mem::replace(&mut *last, count) != count;
    if !beat.is_due(time.elapsed_secs_f64()) && !is_new {
        return;
    }
    let mut fleets: BTreeMap<Entity, RouteSummary> = BTreeMap::new();
    let mut selected: Vec<SelectedShip> = Vec::new();
    for seen in subgroup.ships().iter().filter_map(|ship| ships.get(*ship)) {
        let name = classes.0.get(seen.ship.class).map_or("ship", |class| class.name.as_str());
        let (class, fleet, is_unpaid) = (seen.ship.class, seen.fleet, seen.is_idle);
        let (hull, crew) = (ships.hull(&seen), crews.of(seen.entity));
        selected.push(SelectedShip { class, name, fleet, is_unpaid, hull, crew });
        if fleets.len() < MOST_FLEETS
            && !fleets.contains_key(&seen.fleet)
            && let Some(state) = states.of(seen.fleet)
        {
            fleets.insert(seen.fleet, state);
        }
    }
    headings.compose(&selected, &fleets.values().collect::<Vec<&RouteSummary>>(), &states.calendar);
    rows.set_if_neq(SelectionRows(rows_of(&selected, &fleets, &states.calendar, crews.bindings())));
}

/// Shows the card while ships are selected.
fn show_card(rows: Res<SelectionRows>, mut card: Single<&mut Node, With<SelectionCard>>) {
    show(&mut card, !rows.0.is_empty());
}

/// Shows the rows that have a class, with their tips and icons. Icons have the colour of their owner, as on the map.
pub fn write_rows(
    rows: Res<SelectionRows>,
    classes: Res<ShipClasses>,
    arms_table: Res<ArmsTable>,
    icons: Res<Icons>,
    owner: (Res<Player>, Res<FactionColors>),
    mut lines: Query<(&SelectionRow, &mut Node, &mut Tip)>,
    mut pictures: Query<(&RowIcon, &mut ImageNode)>,
) {
    for (line, mut node, mut tip) in &mut lines {
        let row = rows.0.get(line.0);
        show(&mut node, row.is_some());
        tip.set_if_neq(Tip(row.map_or_else(String::new, |row| tip_of(row, &classes, &arms_table))));
    }
    let (player, colors) = owner;
    let color = colors.of(player.faction);
    for (icon, mut picture) in &mut pictures {
        let Some(row) = rows.0.get(icon.0) else { continue };
        let mark = classes.0.get(row.class).map_or(ShipMark::default(), ShipMark::of);
        picture.image = icons.get(IconShape::Ship(mark), true);
        picture.color = color;
    }
}

/// Writes the bars and the words of the rows.
fn write_parts(
    rows: Res<SelectionRows>,
    mut bars: Query<(&RowBar, &mut Node, &mut BackgroundColor)>,
    mut words: Query<(&RowWords, &mut Text)>,
) {
    for (bar, mut node, mut background) in &mut bars {
        let row = rows.0.get(bar.index);
        let left = row.and_then(|row| if bar.is_shield { row.shield } else { row.armour });
        let share = f32::from(left.unwrap_or(0)) / 100.0;
        node.width = px(BARS.0 * share);
        let color = if bar.is_shield { SHIELD_COLOR } else { armour_color(f64::from(share)) };
        background.set_if_neq(BackgroundColor(color));
    }
    for (words, mut text) in &mut words {
        if let Some(row) = rows.0.get(words.index) {
            text.set_if_neq(Text((words.part)(row).clone()));
        }
    }
}

/// Lights the row beneath the mouse, and dims the classes that do not get orders.
fn light_rows(
    rows: Res<SelectionRows>,
    subgroup: Res<Subgroup>,
    mut lines: Query<(&SelectionRow, &Interaction, &mut BackgroundColor)>,
) {
    for (line, interaction, mut background) in &mut lines {
        let class = rows.0.get(line.0).map(|row| row.class);
        let is_chosen = subgroup.class().is_none_or(|chosen| Some(chosen) == class);
        let resting = if is_chosen { RESTING } else { RESTING.with_alpha(DIMMED) };
        background.set_if_neq(BackgroundColor(face(*interaction, resting)));
    }
}

/// The tip of a row, before the text about clicks: its ships, and the combat numbers of the class.
fn tip_of(row: &ClassRow, classes: &ShipClasses, arms_table: &ArmsTable) -> String {
    let class = classes.0.get(row.class);
    let (name, troopers) = (class.map_or("", |class| class.name.as_str()), class.and_then(ships::troopers));
    class_tip((name, &row.tip), troopers, arms_table.ships.get(row.class), arms_table, "")
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::sim::FactionId;
    use crate::sim::combat::test_support;

    #[test]
    fn the_tip_of_a_class_tells_how_a_fleet_is_split_and_merged() {
        let tip = row_tip(&[]);
        assert!(
            tip.contains("an order then makes it a fleet of its own, and [Ctrl + J] merges fleets"),
            "{tip}"
        );
    }

    fn frigates() -> ClassRow {
        ClassRow {
            class: ClassId::FIRST,
            count: "2 frigates".to_owned(),
            skill: String::new(),
            unpaid: String::new(),
            care: String::new(),
            tip: "Crews: 2 recruit.".to_owned(),
            shield: None,
            armour: None,
        }
    }

    #[test]
    fn the_icon_of_a_class_has_the_colour_of_its_owner() {
        let (me, colors) = (FactionId(1), FactionColors::default());
        let mut world = World::new();
        world.insert_resource(SelectionRows(vec![frigates()]));
        world.insert_resource(test_support::arms_table());
        world.insert_resource(Player { faction: me, home: None });
        world.insert_resource(colors.clone());
        world.init_resource::<ShipClasses>();
        world.init_resource::<Icons>();
        let icon = world.spawn((RowIcon(0), ImageNode::default())).id();
        world.run_system_once(write_rows).expect("it runs");
        assert_eq!(world.get::<ImageNode>(icon).map(|image| image.color), Some(colors.of(me)));
    }

    #[test]
    fn a_row_shows_its_crews_and_the_damage_that_its_class_deals() {
        let tip = tip_of(&frigates(), &ShipClasses::default(), &test_support::arms_table());
        let first = "Crews: 2 recruit.\nHull\tArmour 100\nWeapons\t30 kinetic damage/s, range 100,000 km";
        assert!(tip.starts_with(first), "{tip}");
    }
}
