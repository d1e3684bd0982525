//! The column in the middle at the top: the acting player, the progress of victory, alerts, the report on a battle, and
//! warnings.
//!
//! The column is in the middle of the picture if it has room enough there. Otherwise it is in the middle of the
//! room between the outliner and the panel and, where both are at one height, beside the column at the lower left.
//! If even that room is too narrow, the column ends above the one at the lower left. The report on a battle is then as
//! high as its room, and scrolls; while it is open, the guide gives way to it. What still has no room is cut off.
//! All lengths are pixels of the user interface, logical ones divided by its scale.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::ui::ComputedNode;

use super::battle_place::battle_place;
use super::places::{
    CARD_WIDTH, CoversSky, LEFT_COLUMN_CORNER, LeftColumn, OUTLINER_ROOM, PANEL_CORNER, PANEL_ROOM,
    PANEL_WIDTH, TOP_BAR,
};
use super::plans_place::plans_place;
use super::side_panels::{ShownPanels, SidePanels};
use super::standing::Standing;
use crate::client::frame::FrameSystems;
use crate::client::hud::layout::fitting::broken;
use crate::client::view::ViewCamera;
use crate::client::widgets::{PANEL, Tip, WORDS, plate, show, text};
use crate::client::worlds::{AppState, SetUpSystems};
use crate::sim::OfWorld;

pub use super::places::Slot;

/// From the upper edge of the picture, pixels: below the bars.
const TOP: f32 = TOP_BAR.0 + TOP_BAR.1 + GAP;
/// From the edges of the picture at the sides, pixels.
const EDGE: f32 = 14.0;
/// Gap between the column and its neighbours, and between its parts, pixels.
const GAP: f32 = 6.0;
/// Width of the chips of alerts and of the report below them, in a picture that is wide enough, and so the least width
/// of the column in the middle of the picture, pixels; below that it moves aside.
const GOOD_WIDTH: f32 = 480.0;
/// The least width beside the column at the lower left, pixels.
const LEAST_WIDTH: f32 = 240.0;
/// Height of the report on a battle in which its title and some of its rows can be read, pixels.
const LEAST_REPORT: f32 = 170.0;
/// Font size of the acting player and the progress, pixels.
const WORD_PIXELS: f32 = 13.0;
/// Padding of these words, horizontal and vertical, pixels.
const PADDING: Vec2 = Vec2::new(10.0, 2.0);

/// Marks the column.
#[derive(Component)]
pub struct TopColumn;

/// Marks a part that is a plate with rows, as wide as the column has room for. Its width is a number of pixels: the
/// engine measures the height of a part in a column before it limits the width, and a plate with wrapped words would be
/// a line too low.
#[derive(Component)]
pub struct TopPlate;

/// Marks the words of a text-only part.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlotWords(Slot);

/// The room for the parts of the column.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct TopRoom {
    /// Pixels of the user interface.
    pub width: f32,
    /// The height that the guide leaves to the column above the one at the lower left, pixels of the user interface: 0
    /// unless a report on a battle is open there.
    pub kept_height: f32,
}

impl Default for TopRoom {
    fn default() -> Self {
        Self { width: GOOD_WIDTH, kept_height: 0.0 }
    }
}

impl TopRoom {
    /// Words of a size, broken into lines of the room; other parts take the width `beside`; all pixels.
    pub fn broken(&self, words: &str, pixels: f32, beside: f32) -> String {
        broken(words, self.width - beside, pixels)
    }

    /// Width of the plates with rows: always the same where there is room, so that the buttons at the right keep their
    /// places, whatever the words.
    fn plate_width(&self) -> f32 {
        self.width.min(GOOD_WIDTH)
    }
}

/// Adds the column.
pub fn plugin(app: &mut App) {
    app.init_of_world::<TopRoom>();
    app.add_systems(OnEnter(AppState::Playing), spawn_column.in_set(SetUpSystems::Frames));
    app.add_systems(PostUpdate, arrange.in_set(FrameSystems::Label));
}

/// Spawns the column with its empty parts.
pub fn spawn_column(mut commands: Commands) {
    let column = Node {
        position_type: PositionType::Absolute,
        left: px(EDGE),
        right: px(EDGE),
        top: px(TOP),
        flex_direction: FlexDirection::Column,
        align_items: AlignItems::Center,
        overflow: Overflow::clip(),
        ..default()
    };
    let column = commands.spawn((TopColumn, column, Pickable::IGNORE)).id();
    for slot in Slot::ALL {
        match slot {
            Slot::Seat | Slot::Progress => spawn_plate(&mut commands, column, slot),
            Slot::Verdict | Slot::Alerts | Slot::Report | Slot::Warnings => {
                spawn_list(&mut commands, column, slot)
            }
        }
    }
}

/// Spawns a text-only part.
fn spawn_plate(commands: &mut Commands, column: Entity, slot: Slot) {
    let plate = Node {
        display: Display::None,
        padding: UiRect::axes(px(PADDING.x), px(PADDING.y)),
        margin: UiRect::bottom(px(GAP)),
        border_radius: BorderRadius::all(px(5)),
        flex_shrink: 0.0,
        ..default()
    };
    let words = (SlotWords(slot), text("", WORD_PIXELS, WORDS), TextLayout::no_wrap());
    commands.spawn((
        (slot, CoversSky),
        plate,
        BackgroundColor(PANEL),
        (Tip(String::new()), Pickable::IGNORE),
        ChildOf(column),
        children![(words, Pickable::IGNORE)],
    ));
}

/// Spawns a part that holds rows.
fn spawn_list(commands: &mut Commands, column: Entity, slot: Slot) {
    let list = Node {
        flex_direction: FlexDirection::Column,
        align_items: AlignItems::FlexStart,
        row_gap: px(4),
        flex_shrink: 0.0,
        ..default()
    };
    commands.spawn((slot, CoversSky, list, Pickable::IGNORE, ChildOf(column)));
}

/// Makes a part a plate for rows, hidden at first, and returns it; `shaped` sets what is special about its node.
pub fn furnish(
    commands: &mut Commands,
    slots: &Query<(Entity, &Slot, &Node)>,
    slot: Slot,
    shaped: impl FnOnce(Node) -> Node,
) -> Option<Entity> {
    let (part, _, node) = slots.iter().find(|(_, other, _)| **other == slot)?;
    let node = Node {
        display: Display::None,
        width: px(GOOD_WIDTH),
        align_items: AlignItems::Stretch,
        ..node.clone()
    };
    commands.entity(part).insert((TopPlate, plate(shaped(node))));
    Some(part)
}

/// Writes the text-only parts.
#[derive(SystemParam)]
pub struct TopWords<'w, 's> {
    room: Res<'w, TopRoom>,
    standing: ResMut<'w, Standing>,
    time: Res<'w, Time<Real>>,
    plates: Query<'w, 's, (&'static Slot, &'static mut Node)>,
    words: Query<'w, 's, (&'static SlotWords, &'static mut Text)>,
    tips: Query<'w, 's, (&'static Slot, &'static mut Tip, &'static mut Pickable)>,
}

impl TopWords<'_, '_> {
    /// Sets the text of a part: a line that stays, and lines that are shown for a while.
    pub fn show_lines(&mut self, slot: Slot, stays: Option<String>, lines: &[String]) {
        let shown = self.standing.take(slot, lines, self.time.elapsed_secs_f64());
        let all: Vec<String> = stays.into_iter().chain(shown).collect();
        self.write(slot, &all.join("\n"));
    }

    /// Takes the lines of a part that the player reads in another place now.
    pub fn know_lines(&mut self, slot: Slot, lines: &[String]) {
        self.standing.know(slot, lines);
    }

    /// Sets the text of a part, broken into lines of the available width. A part without text is hidden.
    fn write(&mut self, slot: Slot, words: &str) {
        let wanted = self.room.broken(words, WORD_PIXELS, 2.0 * PADDING.x);
        for (_, mut node) in self.plates.iter_mut().filter(|(other, _)| **other == slot) {
            show(&mut node, !wanted.is_empty());
        }
        for (_, mut text) in self.words.iter_mut().filter(|(other, _)| other.0 == slot) {
            text.set_if_neq(Text(wanted.clone()));
        }
    }

    /// Sets the tip of a part. A part without a tip lets the mouse through.
    pub fn explain(&mut self, slot: Slot, tip: String) {
        for (_, mut shown, mut pickable) in self.tips.iter_mut().filter(|(other, ..)| **other == slot) {
            pickable.set_if_neq(if tip.is_empty() { Pickable::IGNORE } else { Pickable::default() });
            shown.set_if_neq(Tip(tip.clone()));
        }
    }
}

/// The extent of the column at the lower left, from the upper left corner of the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LowerLeft {
    /// Right edge.
    pub right: f32,
    /// Upper edge.
    pub top: f32,
}

/// The place of the column at the top.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TopPlace {
    /// From the left edge of the picture.
    pub left: f32,
    /// From the right edge of the picture.
    pub right: f32,
    /// Greatest height; `None`: unlimited.
    pub most_height: Option<f32>,
}

impl TopPlace {
    /// Width in a picture of this size.
    pub fn width(&self, screen: Vec2) -> f32 {
        screen.x - self.left - self.right
    }

    /// The room between parts of these widths at the left and right of the picture.
    fn between(screen: Vec2, left: f32, right: f32) -> Self {
        let both = left.max(right);
        let has_middle = screen.x - 2.0 * both >= GOOD_WIDTH;
        let (left, right) = if has_middle { (both, both) } else { (left, right) };
        Self { left, right, most_height: None }
    }
}

/// The edge of the room of the column beside these panels, from the right edge of a picture of this size.
fn room_right(screen: Vec2, sides: ShownPanels) -> f32 {
    let plans = sides.plans.then(|| plans_place(screen, sides.panel).right + PANEL_WIDTH + GAP);
    let battle = sides.battle.then(|| battle_place(screen, sides));
    // Left of the map and below the planet panel it is not in the way.
    let battle = battle.filter(|place| place.top == PANEL_CORNER.y);
    let battle = battle.map(|place| place.right + PANEL_WIDTH + GAP);
    let panel = if sides.panel { PANEL_ROOM + GAP } else { EDGE };
    [plans, battle].into_iter().flatten().fold(panel, f32::max)
}

/// The edge of the room of the column beside these panels, from the left edge of the picture.
fn room_left(sides: ShownPanels) -> f32 {
    if sides.outliner { OUTLINER_ROOM + GAP } else { EDGE }
}

/// The place beside a column at the lower left with this right edge; `None` if it is too narrow.
fn beside(screen: Vec2, sides: ShownPanels, lower_right: f32) -> Option<TopPlace> {
    let left = room_left(sides).max(lower_right + GAP);
    let place = TopPlace::between(screen, left, room_right(screen, sides));
    (place.width(screen) >= LEAST_WIDTH).then_some(place)
}

/// Finds the place of the column in a picture of a size. `height` is the height of all of its parts. Without room
/// beside the column at the lower left it is limited even if it is not too high: the limit may have made it shorter.
pub fn lay_out(screen: Vec2, height: f32, sides: ShownPanels, lower_left: Option<LowerLeft>) -> TopPlace {
    let above = TopPlace::between(screen, room_left(sides), room_right(screen, sides));
    let Some(lower_left) = lower_left else { return above };
    match beside(screen, sides, lower_left.right) {
        Some(beside) if TOP + height + GAP > lower_left.top => beside,
        Some(_) => above,
        None => TopPlace { most_height: Some((lower_left.top - GAP - TOP).max(0.0)), ..above },
    }
}

/// The height that the guide leaves to the column, whose parts have these heights: what is needed to read the report on
/// a battle while it is open, where the column has no room beside the cards at the lower left.
fn kept_height(screen: Vec2, sides: ShownPanels, parts: &[(Slot, f32)]) -> f32 {
    let is_open = parts.iter().any(|(slot, height)| *slot == Slot::Report && *height > 0.0);
    if !is_open || beside(screen, sides, LEFT_COLUMN_CORNER.x + CARD_WIDTH).is_some() {
        return 0.0;
    }
    let least = |(slot, height): &(Slot, f32)| if *slot == Slot::Report { LEAST_REPORT } else { *height };
    parts.iter().filter(|(_, height)| *height > 0.0).map(|part| least(part) + GAP).sum()
}

/// Places the column, and makes its plates as wide as it has room for. A column that has moved aside is narrower and so
/// higher; it stays aside.
pub fn arrange(
    view: Res<ViewCamera>,
    ui_scale: Res<UiScale>,
    panels: SidePanels,
    left_column: Option<Single<&ComputedNode, With<LeftColumn>>>,
    slots: Query<(&Slot, &ComputedNode)>,
    mut column: Single<&mut Node, With<TopColumn>>,
    mut plates: Query<&mut Node, (With<TopPlate>, Without<TopColumn>)>,
    mut room: ResMut<TopRoom>,
) {
    let screen = view.screen(ui_scale.0);
    let size = |computed: &ComputedNode| computed.size * computed.inverse_scale_factor;
    let parts: Vec<(Slot, f32)> = slots.iter().map(|(slot, node)| (*slot, size(node).y)).collect();
    let height: f32 = parts.iter().map(|(_, height)| height + GAP).sum();
    let lower_left = left_column.map(|column| {
        let Vec2 { x, y } = size(*column);
        let Vec2 { x: from_left, y: from_bottom } = LEFT_COLUMN_CORNER;
        LowerLeft { right: from_left + x, top: screen.y - from_bottom - y }
    });
    let sides = panels.shown(screen);
    let place = lay_out(screen, height, sides, lower_left);
    let width = place.width(screen).max(0.0);
    room.set_if_neq(TopRoom { width, kept_height: kept_height(screen, sides, &parts) });
    let (left, right): (Val, Val) = (px(place.left), px(place.right));
    let most_height: Val = place.most_height.map_or(Val::Auto, px);
    if (column.left, column.right, column.max_height) != (left, right, most_height) {
        (column.left, column.right, column.max_height) = (left, right, most_height);
    }
    let width: Val = px(room.plate_width());
    for mut plate in plates.iter_mut().filter(|plate| plate.width != width) {
        plate.width = width;
    }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::client::hud::layout::places::PlanetPanel;
    use crate::client::hud::layout::test_support::{picture, screens_in};

    /// Sizes of the user interface, in windows from 1024x640 up.
    fn screens() -> Vec<Vec2> {
        screens_in(&[(1024.0, 640.0), (1280.0, 720.0), (1366.0, 768.0), (1920.0, 1080.0), (3440.0, 1440.0)])
    }

    #[test]
    fn the_column_covers_nothing() {
        for screen in screens() {
            let all = [(40.0, false), (40.0, true), (220.0, false), (220.0, true)];
            for (height, panel, outliner) in
                all.into_iter().flat_map(|(height, panel)| [(height, panel, false), (height, panel, true)])
            {
                for (right, share) in [(14.0, 1.0), (300.0, 0.6), (380.0, 0.2), (900.0, 0.4)] {
                    let other = LowerLeft { right, top: share * screen.y };
                    let sides = ShownPanels { outliner, panel, ..default() };
                    let place = lay_out(screen, height, sides, Some(other));
                    let case = format!("{place:?} on {screen}, {sides:?}, {other:?}");
                    let edge = |is_shown: bool, room: f32| if is_shown { room } else { 0.0 };
                    let (left, right) = (edge(outliner, OUTLINER_ROOM), edge(panel, PANEL_ROOM));
                    assert!(place.left >= EDGE && place.left > left && place.right > right, "{case}");
                    assert!(place.width(screen) > 100.0, "{case}");
                    let bottom = TOP + place.most_height.unwrap_or(height).min(height);
                    assert!(place.left > other.right || bottom < other.top, "{case}");
                }
            }
        }
    }

    #[test]
    fn the_column_makes_room_for_the_card_of_a_battle() {
        for screen in screens() {
            for (panel, plans) in [(false, false), (true, false), (false, true), (true, true)] {
                let sides = ShownPanels { outliner: true, panel, plans, battle: true };
                let place = lay_out(screen, 150.0, sides, None);
                let card = battle_place(screen, sides);
                let case = format!("{place:?} on {screen}, {sides:?}");
                assert!(card.top > PANEL_CORNER.y || place.right > card.right + PANEL_WIDTH, "{case}");
                assert!(place.left > OUTLINER_ROOM && place.width(screen) > 100.0, "{case}");
            }
        }
    }

    #[test]
    fn the_column_makes_room_for_the_plans_of_minds() {
        for screen in screens() {
            for panel in [false, true] {
                let sides = ShownPanels { outliner: true, panel, plans: true, battle: false };
                let place = lay_out(screen, 150.0, sides, None);
                let plans = plans_place(screen, panel).right + PANEL_WIDTH;
                let case = format!("{place:?} on {screen}, {sides:?}");
                assert!(place.left > OUTLINER_ROOM && place.right > plans, "{case}");
                assert!(place.width(screen) > 100.0, "{case}");
            }
        }
    }

    #[test]
    fn it_stands_in_the_middle_where_there_is_room() {
        let screen = Vec2::new(1280.0, 720.0);
        let panel = ShownPanels { panel: true, ..default() };
        let free = lay_out(screen, 150.0, ShownPanels::default(), None);
        assert_eq!((free.left, free.right, free.most_height), (EDGE, EDGE, None));
        let with_panel = lay_out(screen, 150.0, panel, None);
        assert_eq!(with_panel.left, with_panel.right);
        let low = LowerLeft { right: 380.0, top: 400.0 };
        assert_eq!(lay_out(screen, 150.0, panel, Some(low)), with_panel, "it does not reach so far down");
        let high = LowerLeft { top: 100.0, ..low };
        assert_eq!(lay_out(screen, 150.0, panel, Some(high)).left, 380.0 + GAP);
        // Words at 150 %.
        let small = Vec2::new(1280.0, 720.0) / 1.5;
        assert_eq!(lay_out(small, 150.0, panel, None).left, EDGE, "beside the panel");
        assert_eq!(lay_out(small, 150.0, panel, Some(high)).most_height, Some(100.0 - GAP - TOP));
    }

    #[test]
    fn a_column_that_its_limit_made_shorter_stays_limited() {
        let small = Vec2::new(1024.0, 576.0);
        let sides = ShownPanels { outliner: true, panel: true, ..default() };
        let lower_left = Some(LowerLeft { right: 438.0, top: 343.0 });
        let limited = lay_out(small, 500.0, sides, lower_left);
        assert_eq!(limited.most_height, Some(343.0 - GAP - TOP));
        assert_eq!(lay_out(small, 100.0, sides, lower_left), limited);
    }

    #[test]
    fn the_guide_leaves_an_open_report_its_room() {
        let small = Vec2::new(1024.0, 576.0);
        let sides = ShownPanels { outliner: true, panel: true, ..default() };
        let parts = |report: f32| [(Slot::Progress, 40.0), (Slot::Alerts, 0.0), (Slot::Report, report)];
        assert_eq!(kept_height(small, sides, &parts(0.0)), 0.0, "it is closed");
        let kept = 40.0 + GAP + LEAST_REPORT + GAP;
        for height in [60.0, 480.0] {
            assert_eq!(kept_height(small, sides, &parts(height)), kept, "however high it is now");
        }
        let wide = Vec2::new(1600.0, 900.0);
        assert_eq!(kept_height(wide, sides, &parts(480.0)), 0.0, "it stands beside the guide");
    }

    #[test]
    fn plates_are_as_wide_as_there_is_room() {
        let mut world = picture(Vec2::new(853.0, 480.0));
        world.init_resource::<TopRoom>();
        spawn_column(world.commands());
        world.flush();
        let plate = world.spawn((TopPlate, Node::default())).id();
        let panel = world.spawn((PlanetPanel, Visibility::Hidden)).id();
        let mut width_beside = |visibility: Visibility| {
            world.entity_mut(panel).insert(visibility);
            world.run_system_once(arrange).expect("it runs");
            (world.get::<Node>(plate).map(|node| node.width), world.resource::<TopRoom>().width)
        };
        assert_eq!(width_beside(Visibility::Hidden).0, Some(px(GOOD_WIDTH)));
        let (width, room) = width_beside(Visibility::Inherited);
        assert!(width == Some(px(room)) && room < GOOD_WIDTH, "{width:?}, {room}");
    }

    fn say(mut top: TopWords) {
        top.show_lines(Slot::Progress, None, &["hold 4 planets: 34 of 60 s".to_owned()]);
        top.show_lines(Slot::Seat, None, &[]);
    }

    #[test]
    fn parts_show_their_words_in_their_order() {
        let mut world = World::new();
        world.insert_resource(TopRoom { width: 112.0, ..default() });
        world.init_resource::<Standing>();
        world.init_resource::<Time<Real>>();
        spawn_column(world.commands());
        world.flush();
        world.run_system_once(say).expect("it runs");
        let mut columns = world.query_filtered::<&Children, With<TopColumn>>();
        let column = columns.single(&world).expect("there is one column");
        let mut found = Vec::new();
        for part in column {
            let (slot, node) = (world.get::<Slot>(*part), world.get::<Node>(*part));
            found.extend(slot.zip(node).map(|(slot, node)| (*slot, node.display)));
        }
        let (none, flex) = (Display::None, Display::Flex);
        let expected = [
            (Slot::Verdict, flex),
            (Slot::Seat, none),
            (Slot::Progress, flex),
            (Slot::Alerts, flex),
            (Slot::Report, flex),
            (Slot::Warnings, flex),
        ];
        assert_eq!(found, expected);
        let mut texts = world.query::<(&SlotWords, &Text)>();
        let of_progress = texts.iter(&world).filter(|(part, _)| part.0 == Slot::Progress);
        let texts_shown: Vec<&str> = of_progress.map(|(_, text)| text.0.as_str()).collect();
        assert_eq!(texts_shown, ["hold 4 planets:\n34 of 60 s"]);
    }
}
