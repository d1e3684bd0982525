//! The panel at the right: all facts about one body, and all actions at it.
//!
//! - Enters: the clicked or focused body, and the world.
//! - Leaves: the name of the body and its owner, and one of its pages: the overview with facts, profit, ground and
//!   rings; the build menu with construction; the yards.
//! - Must never: be rebuilt while nothing has changed, or more than a few times a second.
//!
//! Name, owner and the buttons of the pages stay above the page, which is scrolled. Tips stand beside the panel.

pub mod build_menu;
mod fitting;
pub mod ground_rows;
pub mod income;
mod overview;
pub mod pages;
pub mod yard_panel;

use std::collections::BTreeSet;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::ui::RelativeCursorPosition;

use crate::client::frame::{PollTimer, WheelTaken, capital};
use crate::client::hud::layout::places::{Outliner, PANEL_CORNER, PANEL_WIDTH, PANEL_WORDS, PlanetPanel};
use crate::client::hud::planet::actions::{Cell, PanelAction, Row, Rows};
use crate::client::hud::planet::gather::PlanetData;
use crate::client::hud::planet::planet_list::PlanetList;
use crate::client::hud::planet::words::percent;
use crate::client::hud::planet::{Page, ShownYard, Subject, TurnedAt};
use crate::client::input::{InspectedStructure, Tool};
use crate::client::settings::Settings;
use crate::client::view::{BodyPlaces, Moment};
use crate::client::widgets::scroll::BAR_ROOM;
use crate::client::widgets::{EDGE_PIXELS, QUIET, STRONG, TipsBeside, WORDS, plate, spawn_scroll};
use crate::client::worlds::Kept;
use crate::level::BodyKind;
use crate::sim::visibility::SeenStructure;
use crate::sim::{BodyId, ConstructionOrder, Growing, StructureId};
use build_menu::{build_rows, refusal_row};
use ground_rows::ground_rows;
use income::worth_rows;
use overview::{fact_rows, ring_rows};
use pages::{open_page, pages_of, tabs_row, wanted_page};
use yard_panel::{yard_rows, yards_at};

/// The most growing structures that are listed.
const MOST_GROWING: usize = 5;

/// Padding at the left, and at the right of the scroll bar, pixels: the rows keep [`PANEL_WORDS`].
const SIDES: (f32, f32) = (6.0, PANEL_WIDTH - 2.0 * EDGE_PIXELS - PANEL_WORDS - BAR_ROOM - 6.0);

/// Marks the column of the rows that are never scrolled.
#[derive(Component)]
pub struct PlanetHead;

/// Marks the column of the scrolled rows.
#[derive(Component)]
pub struct PlanetRows;

/// Spawns the panel, hidden.
pub fn spawn_panel(mut commands: Commands) {
    let node = Node {
        position_type: PositionType::Absolute,
        right: px(PANEL_CORNER.x),
        top: px(PANEL_CORNER.y),
        width: px(PANEL_WIDTH),
        // With a window, `hud/layout/right_side.rs` sets its greatest height.
        max_height: Val::Vh(88.0),
        padding: UiRect::px(SIDES.0, SIDES.1, 10.0, 10.0),
        row_gap: px(2),
        flex_direction: FlexDirection::Column,
        overflow: Overflow::clip(),
        ..default()
    };
    let look = (plate(node), Visibility::Hidden);
    let panel = commands.spawn((PlanetPanel, TipsBeside, RelativeCursorPosition::default(), look)).id();
    let head = Node {
        padding: UiRect::right(px(BAR_ROOM)),
        flex_direction: FlexDirection::Column,
        flex_shrink: 0.0,
        ..default()
    };
    commands.spawn((PlanetHead, Rows::default(), head, ChildOf(panel)));
    let rows = spawn_scroll(&mut commands, panel, (PlanetRows, Rows::default()));
    // Rows follow each other without a gap, so that every pixel of a button's pitch takes clicks.
    commands.entity(rows).entry::<Node>().and_modify(|mut node| node.row_gap = px(0));
}

/// The state of the panel besides the world itself.
#[derive(SystemParam)]
pub struct PanelChoice<'w> {
    subject: Res<'w, Subject>,
    page: Res<'w, Page>,
    turned: Res<'w, TurnedAt>,
    shown_yard: Res<'w, ShownYard>,
    tool: Res<'w, Tool>,
    clicked: Res<'w, InspectedStructure>,
}

impl PanelChoice<'_> {
    fn has_changed(&self) -> bool {
        self.subject.is_changed()
            || self.page.is_changed()
            || self.turned.is_changed()
            || self.shown_yard.is_changed()
            || self.tool.is_changed()
            || self.clicked.is_changed()
    }
}

type HeadParts = (Entity, &'static mut Rows);
type RowsParts = (Entity, &'static mut Rows, &'static mut ScrollPosition);

/// The nodes of the panel.
#[derive(SystemParam)]
pub struct PanelNodes<'w, 's> {
    panel: Single<'w, 's, &'static mut Visibility, With<PlanetPanel>>,
    head: Single<'w, 's, HeadParts, (With<PlanetHead>, Without<PlanetRows>)>,
    rows: Single<'w, 's, RowsParts, With<PlanetRows>>,
}

/// Writes the panel; another body starts at the top.
pub fn write_panel(
    mut commands: Commands,
    planet_data: PlanetData,
    choice: PanelChoice,
    places: Res<BodyPlaces>,
    moment: Res<Moment>,
    settings: Res<Settings>,
    time: Res<Time<Real>>,
    nodes: PanelNodes,
    mut beat: Kept<PollTimer>,
) {
    let beat = beat.now();
    let is_due = beat.is_due(time.elapsed_secs_f64());
    if !is_due && !choice.has_changed() {
        return;
    }
    let PanelNodes { panel, head, rows } = nodes;
    let body = choice.subject.0.filter(|body| planet_data.sky.system.bodies.get(*body).is_some());
    panel.into_inner().set_if_neq(if body.is_some() { Visibility::Inherited } else { Visibility::Hidden });
    let Some(body) = body else { return };
    let (column, mut shown) = head.into_inner();
    let pages = pages_of(&planet_data, body);
    let yards = yards_at(&planet_data, body).len();
    let page = wanted_page(&planet_data, body, *choice.page, *choice.turned);
    let tabs = tabs_row(page, &pages, yards, &settings.keys);
    shown.show(&mut commands, column, [head_row(&planet_data, body)].into_iter().chain(tabs).collect());
    let (column, mut shown, mut scrolled) = rows.into_inner();
    if choice.subject.is_changed() || choice.page.is_changed() {
        scrolled.0 = Vec2::ZERO;
    }
    let standing = planet_data.view().structures_at(body);
    let rings = || ring_rows(&planet_data, body, &standing, choice.clicked.0);
    let growing = || growing_rows(&planet_data, body, &standing, choice.clicked.0);
    let fight =
        || if is_fought_over(&planet_data, body) { ground_rows(&planet_data, body) } else { Vec::new() };
    let wanted = match open_page(page, &pages) {
        Page::Overview => {
            let facts = fact_rows(&planet_data, &places, &moment, body);
            let (worth, ground) = (worth_rows(&planet_data, body), ground_rows(&planet_data, body));
            let refusal = refusal_row(&planet_data, body);
            [facts, worth, ground, rings(), refusal.into_iter().collect(), growing()].concat()
        }
        Page::Build => {
            let building = build_rows(&planet_data, body, &choice.tool, &settings.keys);
            in_steady_order([rings(), building].concat(), growing(), fight())
        }
        Page::Yards => {
            let yards = yard_rows(&planet_data, body, choice.shown_yard.0, &choice.tool, &settings.keys);
            in_steady_order(yards, Vec::new(), fight())
        }
    };
    shown.show(&mut commands, column, wanted);
}

/// The rows of a page with buttons. Those of construction and of a fight on the ground come and go: they stand below
/// the buttons, which keep their places under the pointer; and those without buttons stand last.
fn in_steady_order(buttons: Vec<Row>, growing: Vec<Row>, fight: Vec<Row>) -> Vec<Row> {
    [buttons, growing, fight].concat()
}

/// Whether invaders are known to fight on the ground of a body: every page shows that.
fn is_fought_over(planet_data: &PlanetData, body: BodyId) -> bool {
    planet_data.view().ground(body).is_some_and(|known| known.ground.is_fought_over())
}

type WheelPanels = Or<(With<PlanetPanel>, With<PlanetList>, With<Outliner>)>;

/// The wheel over the panel, the list of planets or the outliner is theirs, and does not zoom.
pub fn take_wheel(
    panels: Query<(&RelativeCursorPosition, &Visibility), WheelPanels>,
    mut taken: ResMut<WheelTaken>,
) {
    let is_theirs =
        panels.iter().any(|(cursor, visibility)| *visibility != Visibility::Hidden && cursor.cursor_over());
    taken.set_if_neq(WheelTaken(is_theirs));
}

/// The name of the body, its kind and its owner.
fn head_row(planet_data: &PlanetData, body: BodyId) -> Row {
    let this = &planet_data.sky.system.bodies[body];
    let kind = kind_name(this.kind);
    let (owner, color) = match planet_data.view().holding(body).owner {
        Some(owner) => {
            let name = planet_data.factions.0.get(owner).map_or("others", |faction| faction.name.as_str());
            (capital(&format!("{kind} of {name}")), planet_data.colors.of(owner))
        }
        None if this.kind == BodyKind::Star => (capital(kind), QUIET),
        None if planet_data.view().known_body(body).sees_ground => (format!("Unclaimed {kind}"), QUIET),
        None => (format!("{}, owner unknown", capital(kind)), QUIET),
    };
    let title = Cell::words(this.name.clone(), STRONG).titled();
    Row::of(vec![title, Cell::label(owner, color)])
}

/// The name of a kind of body.
pub fn kind_name(kind: BodyKind) -> &'static str {
    match kind {
        BodyKind::Star => "star",
        BodyKind::Planet => "planet",
        BodyKind::Dwarf => "dwarf planet",
        BodyKind::Moon => "moon",
        BodyKind::Comet => "comet",
    }
}

/// The player's growing structures at the body, with buttons that pause and abandon them.
fn growing_rows(
    planet_data: &PlanetData,
    body: BodyId,
    standing: &[SeenStructure],
    clicked: Option<StructureId>,
) -> Vec<Row> {
    let me = planet_data.me();
    let growing: Vec<(&SeenStructure, &Growing)> = standing
        .iter()
        .filter(|one| one.structure.faction == me)
        .filter_map(|one| one.growing.map(|growing| (one, growing)))
        .collect();
    if growing.is_empty() {
        return Vec::new();
    }
    let may_build = planet_data.economy().claim(body).may_build();
    let now = planet_data.economy().growing_now();
    let listed = growing.iter().take(MOST_GROWING);
    let mut rows: Vec<Row> = listed
        .map(|(one, growing)| {
            let mut row = growing_row(planet_data, one, growing, may_build, &now);
            if let Some(words) = row.cells.first_mut().filter(|_| Some(one.structure.id) == clicked) {
                words.color = STRONG;
            }
            row
        })
        .collect();
    if growing.len() > MOST_GROWING {
        rows.push(Row::words(format!("{} more under construction", growing.len() - MOST_GROWING), QUIET));
    }
    rows
}

fn growing_row(
    planet_data: &PlanetData,
    one: &SeenStructure,
    growing: &Growing,
    may_build: bool,
    now: &BTreeSet<StructureId>,
) -> Row {
    let structure = one.structure.id;
    let state = growth_state(
        growing,
        now.contains(&structure),
        may_build && planet_data.economy().can_grow(&growing.growth),
    );
    let name = planet_data.class_name(one.structure);
    let words = format!("{} {}{state}", capital(name), percent(growing.growth.share()));
    let pause = ConstructionOrder::Pause { structure, paused: !growing.paused };
    let name = Cell::words(words, if state.is_empty() { WORDS } else { QUIET })
        .with_tip(state_tip(state, planet_data.economy().lacking(&growing.growth)));
    let class = planet_data.class_of(one.structure);
    Row::of(vec![
        match class {
            Some(class) => name.with_shape(planet_data.structure_mark(class)),
            None => name,
        },
        Cell::button(if growing.paused { "Resume" } else { "Pause" }, PanelAction::Give(pause))
            .with_tip("While it is paused it costs nothing, and others have their turn."),
        Cell::button("Cancel", PanelAction::Give(ConstructionOrder::Cancel { structure }))
            .with_tip("What has been paid so far is lost."),
    ])
}

/// The reason why a growth is halted; empty if it is not halted.
fn growth_state(growing: &Growing, has_turn: bool, can_grow: bool) -> &'static str {
    match (growing.paused, has_turn, can_grow) {
        (true, ..) => ", paused",
        (false, false, _) => ", waiting",
        (false, true, false) => ", halted",
        (false, true, true) => "",
    }
}

/// The tip of a structure that does not grow; empty if it grows, or if its row says enough.
fn state_tip(state: &str, lacking: Option<&str>) -> String {
    match (state, lacking) {
        (", waiting", _) => {
            "Only a few are built at once, the oldest first: it waits for its turn.".to_owned()
        }
        (", halted", Some(kind)) => {
            format!("You have too little {kind}: construction resumes once there is enough.")
        }
        (", halted", None) => {
            "You may not build here now: move one of your ships into its gravity well.".to_owned()
        }
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::level::model::holdings::Price;
    use crate::sim::world::money::Growth;

    #[test]
    fn a_row_has_the_reason_for_a_halt_of_growth() {
        let growing = |paused| Growing { growth: Growth::new(10, Price::ZERO), paused };
        assert_eq!(growth_state(&growing(true), true, true), ", paused");
        assert_eq!(growth_state(&growing(false), false, true), ", waiting");
        assert_eq!(growth_state(&growing(false), true, false), ", halted");
        assert_eq!(growth_state(&growing(false), true, true), "");
        assert!(state_tip(", halted", Some("rare")).contains("too little rare"));
        assert!(state_tip(", halted", None).contains("may not build"));
        assert!(state_tip("", None).is_empty() && state_tip(", paused", Some("money")).is_empty());
    }

    #[test]
    fn buttons_keep_their_places_while_construction_and_invasions_begin_and_end() {
        let rows = |words: &str, count: usize| vec![Row::words(words, WORDS); count];
        let place = |words: &str, growing: usize, fight: usize| {
            let page =
                in_steady_order(rows("sentry", 3), rows("sentry 20 %", growing), rows("invaders", fight));
            page.iter().position(|row| row.cells[0].words == words)
        };
        assert_eq!(
            [(0, 0), (1, 2), (4, 0)].map(|(growing, fight)| place("sentry", growing, fight)),
            [Some(0); 3]
        );
        assert_eq!([0, 2].map(|fight| place("sentry 20 %", 1, fight)), [Some(3); 2], "that can be cancelled");
    }

    #[test]
    fn the_wheel_over_a_panel_does_not_zoom() {
        let mut world = World::new();
        world.init_resource::<WheelTaken>();
        let pointed = RelativeCursorPosition { cursor_over: true, normalized: None };
        let panel = world.spawn((PlanetPanel, pointed, Visibility::Hidden)).id();
        world.spawn((PlanetList, RelativeCursorPosition::default(), Visibility::Inherited));
        let mut is_taken = |visibility: Visibility| {
            world.entity_mut(panel).insert(visibility);
            world.run_system_once(take_wheel).expect("it runs");
            world.resource::<WheelTaken>().0
        };
        assert!(!is_taken(Visibility::Hidden), "the pointer was over it when it was hidden");
        assert!(is_taken(Visibility::Inherited));
    }
}
