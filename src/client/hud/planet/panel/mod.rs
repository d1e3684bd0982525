//! The panel at the right: all facts about one body, and all actions at it.
//!
//! - Enters: the clicked or focused body, and the world.
//! - Leaves: the name, the picture, the owner and the income of the body, and one of its pages: the overview with
//!   profit, ground, rings and facts; the build menu with construction; the yards.
//! - Must never: be rebuilt while nothing has changed, or more than a few times a second.
//!
//! Name, owner and the buttons of the pages stay above the page, which is scrolled, and what is under construction
//! stays below it. Tips stand beside the panel.
//!
//! | file | does |
//! |---|---|
//! | `pages.rs` | which pages a body has, and which one is open |
//! | `closing.rs` | closes the panel, and folds it on a low screen |
//! | `overview.rs`, `income.rs` | facts and rings; what the body brings |
//! | `ground_rows.rs` | the ground, and fights for it |
//! | `build_menu.rs`, `growing.rs` | what can be built; what is under construction |
//! | `yards/` | the yards: classes, queue, rally, care |
//! | `foot.rs` | what is under construction, below the page |
//! | `portrait.rs` | the picture of the body |
//! | `fitting.rs` | words that fit a row, and labels before them |

pub mod build_menu;
pub mod closing;
mod fitting;
mod foot;
pub mod ground_rows;
mod growing;
pub mod income;
mod overview;
pub mod pages;
pub mod portrait;
pub mod yards;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::ui::RelativeCursorPosition;

use crate::client::frame::{PollTimer, WheelTaken, capital, visible_if};
use crate::client::hud::layout::fitting::cut_to_width;
use crate::client::hud::layout::places::{
    Outliner, PANEL_WIDTH, PANEL_WORDS, PanelFolded, PlanetPanel, TOP_BAR,
};
use crate::client::hud::planet::actions::{Cell, PanelAction, Row, Rows};
use crate::client::hud::planet::gather::PlanetData;
use crate::client::hud::planet::planet_list::PlanetList;
use crate::client::hud::planet::{BuildMenuAt, Page, ShownYard, Subject};
use crate::client::input::{InspectedStructure, Tool};
use crate::client::settings::{Action, Binding, Settings, keyed};
use crate::client::view::{BodyPlaces, Moment};
use crate::client::widgets::scroll::{BAR_ROOM, HintsAtMore, scroll_to};
use crate::client::widgets::{
    EDGE, EDGE_PIXELS, HEADING_PIXELS, QUIET, TITLE, TipsBeside, docked, show, spawn_scroll,
};
use crate::client::worlds::Kept;
use crate::level::BodyKind;
use crate::sim::{BodyId, ClassId};
use build_menu::{build_rows, refusal_row};
use fitting::{cut, width_beside};
use foot::{FootParts, OnlyFoot, PageRows, most_rows, spawn_foot};
use ground_rows::ground_rows;
use growing::growing_rows;
use income::{income_cell, worth_rows};
use overview::{fact_rows, ring_rows, slots_row};
use pages::Pages;
use portrait::{PORTRAIT_PIXELS, Portrait};
use yards::{yard_rows, yards_at};

/// Padding at the left, and at the right of the scroll bar, pixels: the rows keep [`PANEL_WORDS`].
const SIDES: (f32, f32) = (6.0, PANEL_WIDTH - EDGE_PIXELS - PANEL_WORDS - BAR_ROOM - 6.0);

/// Height of the stripe along the upper edge, in the colour of the owner, pixels.
const STRIPE_PIXELS: f32 = 3.0;

/// Marks the stripe in the colour of the owner.
#[derive(Component)]
pub struct OwnerStripe;

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
        right: px(0),
        top: px(TOP_BAR),
        width: px(PANEL_WIDTH),
        // `hud/layout/right_side/arrange.rs` sets its greatest height as soon as the size of the screen is known.
        max_height: Val::Vh(88.0),
        padding: UiRect::px(SIDES.0, SIDES.1, 10.0, 10.0),
        row_gap: px(2),
        flex_direction: FlexDirection::Column,
        overflow: Overflow::clip(),
        ..default()
    };
    let edges = UiRect { left: px(EDGE_PIXELS), bottom: px(EDGE_PIXELS), ..default() };
    let look = (docked(node, edges), Visibility::Hidden);
    let panel = commands.spawn((PlanetPanel, TipsBeside, RelativeCursorPosition::default(), look)).id();
    let stripe = Node {
        position_type: PositionType::Absolute,
        left: px(0),
        right: px(0),
        top: px(0),
        height: px(STRIPE_PIXELS),
        ..default()
    };
    commands.spawn((OwnerStripe, stripe, BackgroundColor(EDGE), Pickable::IGNORE, ChildOf(panel)));
    let head = Node {
        padding: UiRect::right(px(BAR_ROOM)),
        // Between the picture of the body and the buttons of the pages.
        row_gap: px(4),
        flex_direction: FlexDirection::Column,
        flex_shrink: 0.0,
        ..default()
    };
    commands.spawn((PlanetHead, Rows::default(), head, ChildOf(panel)));
    let rows = spawn_scroll(&mut commands, panel, (PlanetRows, Rows::default(), HintsAtMore));
    // Rows follow each other without a gap, so that every pixel of a button's pitch takes clicks.
    commands.entity(rows).entry::<Node>().and_modify(|mut node| node.row_gap = px(0));
    spawn_foot(&mut commands, panel);
}

/// The state of the panel besides the world itself.
#[derive(SystemParam)]
pub struct PanelChoice<'w> {
    subject: Res<'w, Subject>,
    page: Res<'w, Page>,
    menu: Res<'w, BuildMenuAt>,
    shown_yard: Res<'w, ShownYard>,
    tool: Res<'w, Tool>,
    clicked: Res<'w, InspectedStructure>,
    portrait: Res<'w, Portrait>,
    folded: Res<'w, PanelFolded>,
}

impl PanelChoice<'_> {
    fn has_changed(&self) -> bool {
        self.subject.is_changed()
            || self.page.is_changed()
            || self.menu.is_changed()
            || self.shown_yard.is_changed()
            || self.tool.is_changed()
            || self.clicked.is_changed()
            || self.portrait.is_changed()
            || self.folded.is_changed()
    }
}

type HeadParts = (Entity, &'static mut Rows);
type RowsParts = (Entity, &'static mut Rows, &'static mut ScrollPosition);
type PanelParts = (&'static Node, &'static mut Visibility);

/// The nodes of the panel.
#[derive(SystemParam)]
pub struct PanelNodes<'w, 's> {
    panel: Single<'w, 's, PanelParts, With<PlanetPanel>>,
    stripe: Single<'w, 's, &'static mut BackgroundColor, With<OwnerStripe>>,
    head: Single<'w, 's, HeadParts, (With<PlanetHead>, Without<PlanetRows>)>,
    rows: Single<'w, 's, RowsParts, With<PlanetRows>>,
    foot: Single<'w, 's, FootParts, OnlyFoot>,
}

/// What the panel showed when it was written last.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WrittenPanel {
    /// The body, and the open page.
    open: Option<(BodyId, Page)>,
    /// The class whose slot was being chosen.
    class: Option<ClassId>,
}

/// Writes the panel. Another body or another page begins at its top, whatever has turned to it; but a class that is
/// newly chosen is in sight.
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
    mut written: Kept<WrittenPanel>,
) {
    let (beat, written) = (beat.now(), written.now());
    let is_due = beat.is_due(time.elapsed_secs_f64());
    if !is_due && !choice.has_changed() {
        return;
    }
    let PanelNodes { panel, stripe, head, rows, foot } = nodes;
    let (node, mut visibility) = panel.into_inner();
    let body = choice.subject.0.filter(|body| planet_data.sky.system.bodies.get(*body).is_some());
    visibility.set_if_neq(visible_if(body.is_some()));
    let Some(body) = body else {
        *written = WrittenPanel::default();
        return;
    };
    let owner = planet_data.view().holding(body).owner;
    let stripe_color = owner.map_or(EDGE, |owner| planet_data.colors.of(owner));
    stripe.into_inner().set_if_neq(BackgroundColor(stripe_color));
    let pages = Pages::at(&planet_data, body, *choice.page, *choice.menu);
    let (column, mut shown) = head.into_inner();
    let portrait = choice.portrait.image.clone();
    let tabs = pages.tabs_row(yards_at(&planet_data, body).len(), choice.folded.0, &settings.keys);
    let head = head_row(&planet_data, body, portrait, &settings.keys);
    shown.show(&mut commands, column, [head].into_iter().chain(tabs).collect());
    let (column, mut shown, mut scrolled) = rows.into_inner();
    let now = WrittenPanel { open: Some((body, pages.open)), class: choice.tool.class() };
    let before = std::mem::replace(written, now);
    if before.open != now.open {
        scrolled.0 = Vec2::ZERO;
    }
    let wanted = match pages.open {
        Page::Overview => overview_page(&planet_data, body, &choice, &places, &moment),
        Page::Build => build_page(&planet_data, body, &choice, &settings.keys),
        Page::Yards => yards_page(&planet_data, body, &choice, &settings.keys),
    };
    let wanted = if planet_data.is_replay() { wanted.without_orders() } else { wanted };
    let most = most_rows(node.max_height);
    let (scrolled, queue) = wanted.parted(most);
    let chosen = chosen_row(&scrolled).filter(|_| before != now && pages.open == Page::Build);
    shown.show(&mut commands, column, scrolled);
    if let Some(row) = chosen.and_then(|chosen| shown.node(chosen)) {
        scroll_to(&mut commands, row);
    }
    let (column, mut shown, mut node) = foot.into_inner();
    show(&mut node, !queue.is_empty() && !choice.folded.0);
    shown.show(&mut commands, column, queue);
}

/// The overview: what the body brings, its ground and its rings, and at last facts about it.
fn overview_page(
    planet_data: &PlanetData,
    body: BodyId,
    choice: &PanelChoice,
    places: &BodyPlaces,
    moment: &Moment,
) -> PageRows {
    let (standing, clicked) = (planet_data.view().structures_at(body), choice.clicked.0);
    let refusal = refusal_row(planet_data, body);
    let page = [
        worth_rows(planet_data, body),
        ground_rows(planet_data, body),
        ring_rows(planet_data, body, &standing, clicked),
        refusal.into_iter().collect(),
        fact_rows(planet_data, places, moment, body),
    ];
    let queue = growing_rows(planet_data, body, &standing, clicked);
    PageRows { page: page.concat(), queue, last: Vec::new() }
}

/// The place of the row with what the player has chosen.
fn chosen_row(rows: &[Row]) -> Option<usize> {
    rows.iter().position(|row| row.cells.iter().any(|cell| cell.is_chosen))
}

/// The build menu, below the slots of the rings. While nothing is built, the classes have all the room.
fn build_page(
    planet_data: &PlanetData,
    body: BodyId,
    choice: &PanelChoice,
    bindings: &[Binding],
) -> PageRows {
    let (standing, clicked) = (planet_data.view().structures_at(body), choice.clicked.0);
    let slots = slots_row(planet_data, body, &standing, clicked);
    let building = build_rows(planet_data, body, &choice.tool, bindings);
    let queue = growing_rows(planet_data, body, &standing, clicked);
    let page = slots.into_iter().chain(building).collect();
    PageRows { page, queue, last: fight_rows(planet_data, body) }
}

/// The yards.
fn yards_page(
    planet_data: &PlanetData,
    body: BodyId,
    choice: &PanelChoice,
    bindings: &[Binding],
) -> PageRows {
    let (page, queue) = yard_rows(planet_data, body, choice.shown_yard.0, &choice.tool, bindings);
    PageRows { page, queue, last: fight_rows(planet_data, body) }
}

/// The ground of a body while invaders are known to fight there, for the pages with buttons; else no rows.
fn fight_rows(planet_data: &PlanetData, body: BodyId) -> Vec<Row> {
    let is_fought_over = planet_data.view().ground(body).is_some_and(|known| known.ground.is_fought_over());
    if is_fought_over { ground_rows(planet_data, body) } else { Vec::new() }
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

/// The picture of the body, which looks there, its name, below that its kind and its owner, what it brings the player,
/// and the button that closes the panel.
fn head_row(planet_data: &PlanetData, body: BodyId, portrait: Handle<Image>, bindings: &[Binding]) -> Row {
    let close = Cell::button("×", PanelAction::Close).at_top();
    let close = close.with_tip(keyed("Close", Action::Deselect, bindings));
    let picture = Cell::picture(portrait).sized(PORTRAIT_PIXELS);
    let picture = picture.with_press(PanelAction::LookAt(body)).with_tip("Look there");
    let income = income_cell(planet_data, body);
    let mut cells: Vec<Cell> = [picture].into_iter().chain(income).chain([close]).collect();
    let room = width_beside(&cells) - PORTRAIT_PIXELS;
    let name = cut_to_width(&planet_data.sky.system.bodies[body].name, room, HEADING_PIXELS);
    let (owner, color) = owner_words(planet_data, body);
    cells.insert(1, Cell::words(name, TITLE).titled().with_lines(vec![(cut(&owner, room), color)]));
    Row::of(cells)
}

/// The kind and the owner of a body, in the colour of the owner. The player's home is called so.
fn owner_words(planet_data: &PlanetData, body: BodyId) -> (String, Color) {
    let this = &planet_data.sky.system.bodies[body];
    let kind = kind_name(this.kind);
    match planet_data.view().holding(body).owner {
        Some(owner) => {
            let is_home =
                owner == planet_data.me() && planet_data.player.home.is_some_and(|(home, _)| home == body);
            let kind = if is_home { format!("home {kind}") } else { kind.to_owned() };
            let name = planet_data.almanac().faction_name(owner);
            (capital(&format!("{kind} of {name}")), planet_data.colors.of(owner))
        }
        None if this.kind == BodyKind::Star => (capital(kind), QUIET),
        None if planet_data.looks_at(body) => (format!("Unclaimed {kind}"), QUIET),
        None => (format!("{}, owner unknown", capital(kind)), QUIET),
    }
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

#[cfg(test)]
mod tests {
    use bevy::ecs::system::{RunSystemOnce, SystemId};

    use super::foot::PlanetFoot;
    use super::*;
    use crate::client::frame::Player;
    use crate::client::hud::planet::test_support::{ask_now, seen_by, watched_by};
    use crate::client::models::FactionColors;
    use crate::client::widgets::scroll::ScrollOnceLaid;
    use crate::sim::Simulation;
    use crate::sim::visibility::test_support::{EARTH, MARS, TERRA};

    /// A world before Terra, with the panel, and the system that writes it.
    fn with_panel() -> (Simulation, SystemId) {
        let mut simulation = watched_by(TERRA);
        let world = simulation.world_mut();
        world.init_resource::<Settings>();
        world.init_resource::<Time<Real>>();
        world.run_system_once(spawn_panel).expect("it runs");
        let write = world.register_system(write_panel);
        (simulation, write)
    }

    #[test]
    fn another_body_or_page_begins_at_its_top_and_the_same_one_stays_where_it_is() {
        let (mut simulation, write) = with_panel();
        let world = simulation.world_mut();
        let mut scrolled_after = |body: BodyId, turned: Option<BodyId>| {
            let mut columns = world.query_filtered::<&mut ScrollPosition, With<PlanetRows>>();
            columns.single_mut(world).expect("there is one").0 = Vec2::new(0.0, 150.0);
            world.insert_resource(Subject(Some(body)));
            world.insert_resource(BuildMenuAt(turned));
            world.run_system(write).expect("it runs");
            columns.single_mut(world).expect("there is one").y
        };
        assert_eq!(scrolled_after(MARS, None), 0.0, "the overview");
        assert_eq!(scrolled_after(MARS, None), 150.0);
        assert_eq!(scrolled_after(MARS, Some(MARS)), 0.0, "the build menu");
        assert_eq!(scrolled_after(MARS, Some(MARS)), 150.0);
        assert_eq!(scrolled_after(EARTH, Some(EARTH)), 0.0);
    }

    #[test]
    fn a_class_that_is_chosen_is_in_sight_once_and_has_the_room_of_an_empty_foot() {
        let (mut simulation, write) = with_panel();
        let class = ask_now(&mut simulation, |data| {
            let plot = data.plot(EARTH).expect("it is the player's");
            let mut classes = data.classes.0.iter_enumerated();
            let fitting = classes.find(|(_, class)| plot.starts(class).is_ok());
            Tool::Build(fitting.expect("there is a free slot").0)
        });
        let world = simulation.world_mut();
        world.insert_resource(Subject(Some(EARTH)));
        world.insert_resource(BuildMenuAt(Some(EARTH)));
        world.insert_resource(Page::Build);
        let mut asked = |tool: Tool| {
            world.insert_resource(tool);
            world.run_system(write).expect("it runs");
            let mut waiting = world.query_filtered::<Entity, With<ScrollOnceLaid>>();
            let waiting: Vec<Entity> = waiting.iter(world).collect();
            for row in &waiting {
                world.entity_mut(*row).remove::<ScrollOnceLaid>();
            }
            waiting.len()
        };
        assert_eq!([Tool::Select, class, class, Tool::Select].map(&mut asked), [0, 1, 0, 0]);
        let mut feet = world.query_filtered::<&Node, With<PlanetFoot>>();
        let foot = feet.single(world).expect("there is one");
        assert_eq!((foot.display, foot.min_height), (Display::None, Val::Auto), "nothing is built");
    }

    #[test]
    fn the_stripe_has_the_colour_of_the_owner_who_is_known() {
        let (mut simulation, write) = with_panel();
        let world = simulation.world_mut();
        let mut stripe_of = |body: BodyId| {
            world.insert_resource(Subject(Some(body)));
            world.run_system(write).expect("it runs");
            let mut stripes = world.query_filtered::<&BackgroundColor, With<OwnerStripe>>();
            stripes.single(world).expect("there is one").0
        };
        let (own, unknown) = (stripe_of(EARTH), stripe_of(MARS));
        let color = world.resource::<FactionColors>().of(TERRA);
        assert_eq!((own, unknown), (color, EDGE));
    }

    #[test]
    fn the_head_tells_the_income_of_an_own_body_and_names_the_home() {
        let cells = |body: BodyId| seen_by(TERRA, |data| head_row(data, body, Handle::default(), &[]).cells);
        let (own, foreign) = (cells(EARTH), cells(MARS));
        assert_eq!((own.len(), foreign.len()), (4, 3));
        assert!(own[2].words.starts_with('+') && own[2].words.ends_with(" money"), "{:?}", own[2]);
        assert_eq!(own[1].lines[0].0, "Planet of Terra");
        let mut simulation = watched_by(TERRA);
        simulation.world_mut().insert_resource(Player { faction: TERRA, home: Some((EARTH, 6371.0)) });
        let home = ask_now(&mut simulation, |data| owner_words(data, EARTH).0);
        assert_eq!(home, "Home planet of Terra");
    }

    #[test]
    fn the_head_ends_with_a_button_that_closes_the_panel_and_names_its_key() {
        let row = seen_by(TERRA, |data| head_row(data, EARTH, Handle::default(), &[]));
        let close = row.cells.last().expect("it has cells");
        assert_eq!((close.words.as_str(), &close.press), ("×", &Some(PanelAction::Close)));
        assert_eq!(close.tip, "Close [Esc]");
        assert_eq!(
            row.cells[0].press,
            Some(PanelAction::LookAt(EARTH)),
            "the picture shows the body in space"
        );
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
