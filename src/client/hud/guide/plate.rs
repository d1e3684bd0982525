//! The plate with the present step, in the column at the lower left.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::ui::ComputedNode;
use bevy::ui_widgets::Activate;

use super::advice::{Advice, Cap};
use super::progress::{Guide, SkirmishWanted, is_on, starts_clock};
use crate::client::frame::{AdviceShown, BriefingOpen, PageOpen, Player, Toasts};
use crate::client::hud::layout::places::{CARD_EDGE, CARD_WIDTH, GAP, GuideRow, LeftColumn, TOP_BAR};
use crate::client::hud::layout::top_middle::TopRoom;
use crate::client::input::pace::paused_words;
use crate::client::scene::battle::sources::sites::Sites;
use crate::client::settings::guide_step::GuideStep;
use crate::client::settings::{Action, Settings, first_key};
use crate::client::view::{PlayerOut, ViewCamera};
use crate::client::widgets::key_hint::key_hint;
use crate::client::widgets::{
    Cell, EDGE_PIXELS, GAIN, Icon, NOTE_PIXELS, QUIET, Row, Rows, STRONG, TITLE, WORD_PIXELS, WORDS, plate,
    show,
};
use crate::client::worlds::Kept;
use crate::sim::outcome::Verdict;

/// Padding of the plate, pixels.
const PADDING: Vec2 = Vec2::new(CARD_EDGE - EDGE_PIXELS, 6.0);
/// Why the clock stands after the briefing: the player starts it in a later step.
const CLOCK_WAITS: &str = "The clock waits for these steps";

/// Marks the plate.
#[derive(Component)]
pub struct GuidePlate;

/// A part of the plate with rows.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlateRows {
    /// Title and words.
    Head,
    /// Buttons.
    Foot,
}

/// Marks the keys and gestures.
#[derive(Component)]
pub struct PlateCaps;

/// The effect of a button.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub enum GuideButton {
    /// Passes the step over, or closes the farewell.
    Skip,
    /// Switches the guide off.
    End,
    /// Folds the plate to its title, or unfolds it.
    Fold(bool),
    /// Goes on to a skirmish.
    Skirmish,
}

/// Spawns the row in the column at the lower left, and in it the plate, hidden at first.
pub fn spawn(mut commands: Commands, column: Single<Entity, With<LeftColumn>>) {
    let row = Node {
        display: Display::None,
        width: px(CARD_WIDTH),
        // The text of `briefing.rs` is above the plate.
        flex_direction: FlexDirection::ColumnReverse,
        align_items: AlignItems::FlexStart,
        row_gap: px(GAP),
        ..default()
    };
    let row = commands.spawn((GuideRow, row, Pickable::IGNORE, ChildOf(*column))).id();
    let node = Node {
        display: Display::None,
        width: percent(100),
        padding: UiRect::axes(px(PADDING.x), px(PADDING.y)),
        row_gap: px(4),
        flex_direction: FlexDirection::Column,
        ..default()
    };
    let column = Node { flex_direction: FlexDirection::Column, ..default() };
    let beside = Node {
        flex_wrap: FlexWrap::Wrap,
        column_gap: px(10),
        row_gap: px(4),
        align_items: AlignItems::Center,
        ..default()
    };
    // In a row of their own, the buttons stay in their place from step to step.
    let foot = column.clone();
    let parts = (
        GuidePlate,
        plate(node),
        ChildOf(row),
        children![
            (PlateRows::Head, Rows::<GuideButton>::default(), column),
            (PlateCaps, beside),
            (PlateRows::Foot, Rows::<GuideButton>::default(), foot),
        ],
    );
    commands.spawn(parts);
}

/// A press on one of the buttons. A clock that waited for the guide stands until the player starts it; where no step
/// says so any more, a message does.
pub fn take_press(
    press: On<Activate>,
    buttons: Query<&GuideButton>,
    player: Option<Res<Player>>,
    time: Res<Time<Virtual>>,
    mut guide: ResMut<Guide>,
    mut settings: ResMut<Settings>,
    mut toasts: ResMut<Toasts>,
    mut skirmish: MessageWriter<SkirmishWanted>,
) {
    match buttons.get(press.entity) {
        Ok(GuideButton::Skip) => {
            let did_wait = guide.is_to_come(GuideStep::Pace, &settings.guide_done);
            guide.skip();
            let waits = guide.is_to_come(GuideStep::Pace, &settings.guide_done);
            if did_wait && !waits && time.is_paused() {
                toasts.say(paused_words(&settings.keys));
            }
        }
        Ok(GuideButton::End) => {
            if time.is_paused() && starts_clock(&settings, player.as_deref(), &guide) {
                toasts.say(paused_words(&settings.keys));
            }
            settings.guide_off = true;
        }
        Ok(GuideButton::Fold(is_folded)) => guide.fold_plate(*is_folded),
        Ok(GuideButton::Skirmish) => {
            skirmish.write(SkirmishWanted);
        }
        Err(_) => {}
    }
}

/// Query bundle for the room of the plate.
#[derive(SystemParam)]
pub struct PlateRoom<'w, 's> {
    page: Res<'w, PageOpen>,
    briefing: Res<'w, BriefingOpen>,
    verdict: Res<'w, Verdict>,
    out: Res<'w, PlayerOut>,
    sites: Res<'w, Sites>,
    view: Res<'w, ViewCamera>,
    ui_scale: Res<'w, UiScale>,
    top: Res<'w, TopRoom>,
    column: Single<'w, 's, &'static ComputedNode, With<LeftColumn>>,
    /// The last height of the plate while it was shown, pixels.
    height: Kept<'w, 's, f32>,
}

impl PlateRoom<'_, '_> {
    /// Whether the screen is the guide's: no page of the menu, no briefing, no attack on the player, and no war that is
    /// over for the player.
    fn is_open(&self) -> bool {
        let is_over = self.verdict.0.is_some() || self.out.is_out();
        !self.briefing.0 && is_time_to_learn(*self.page, is_over, &self.sites)
    }

    /// Whether the column has room for the plate below the bars at the top, and below what the player has opened there.
    fn is_enough_for(&mut self, plate: &ComputedNode) -> bool {
        let now = plate.size.y * plate.inverse_scale_factor;
        let height = self.height.now();
        if now > 0.0 {
            *height = now;
        }
        let screen = self.view.screen(self.ui_scale.0).y;
        let column = self.column.size.y * self.column.inverse_scale_factor;
        fits(column - now + self.top.kept_height, *height, screen)
    }
}

/// Whether a player may look at hints: no page lies over the game, the war is not over for the player, and nothing of
/// the player's is under attack. Then the fight comes first, and marks of the guide would lie on its signs.
fn is_time_to_learn(page: PageOpen, is_over: bool, sites: &Sites) -> bool {
    !page.0 && !is_over && !sites.is_player_attacked()
}

/// Whether the plate fits on a screen of a height beside other content of a height in its column and above it, pixels.
fn fits(others: f32, plate: f32, screen: f32) -> bool {
    others + plate + GAP <= screen - TOP_BAR
}

type PlateParts = (&'static mut Node, &'static ComputedNode);
type RowsParts = (Entity, &'static PlateRows, &'static mut Rows<GuideButton>);

/// Writes the plate, or only its title, and hides it behind pages and the briefing, during an attack, and where it has
/// no room.
pub fn write(
    mut commands: Commands,
    mut guide: ResMut<Guide>,
    (settings, time): (Res<Settings>, Res<Time<Virtual>>),
    player: Option<Res<Player>>,
    mut room: PlateRoom,
    plate: Single<PlateParts, With<GuidePlate>>,
    mut columns: Query<RowsParts>,
    caps: Single<Entity, With<PlateCaps>>,
    mut shown_caps: Kept<Vec<Cap>>,
    mut advised: ResMut<AdviceShown>,
) {
    let (mut node, computed) = plate.into_inner();
    let is_open = is_on(&settings, player.as_deref()) && room.is_open();
    guide.set_pointing(is_open);
    let is_folded = guide.is_folded();
    let step = guide.shown().filter(|_| is_open);
    let is_shown = step.is_some() && room.is_enough_for(computed);
    show(&mut node, is_shown);
    advised.set_if_neq(AdviceShown(is_shown));
    let Some((advice, is_done)) = step else { return };
    let menu_key = first_key(Action::Menu, &settings.keys);
    let waits = advice.step != GuideStep::Pace && guide.is_to_come(GuideStep::Pace, &settings.guide_done);
    let clock = (waits && time.is_paused()).then(|| paused_words(&settings.keys));
    for (entity, part, mut rows) in &mut columns {
        let wanted = match part {
            PlateRows::Head if is_folded => vec![folded_row(guide.title(advice), is_done)],
            PlateRows::Foot if is_folded => Vec::new(),
            PlateRows::Head => head_rows(advice, head_row(&guide, advice, is_done), is_done),
            PlateRows::Foot if guide.says_farewell() => vec![close_button(&menu_key, guide.offers_war())],
            PlateRows::Foot => vec![buttons(&menu_key, clock.as_deref())],
        };
        rows.show(&mut commands, entity, wanted);
    }
    let shown_caps = shown_caps.now();
    let wanted_caps: &[Cap] = if is_folded { &[] } else { &advice.caps };
    if *shown_caps != wanted_caps {
        *shown_caps = wanted_caps.to_vec();
        commands.entity(*caps).despawn_children();
        for (key, does) in wanted_caps.iter().filter(|(key, _)| !key.is_empty()) {
            commands.entity(*caps).with_child(key_hint(key.clone(), *does));
        }
    }
}

/// The title, with a tick if the step is done.
fn title_cell(title: String, is_done: bool) -> Cell<GuideButton> {
    let (icon, color) = if is_done { (Icon::Done, GAIN) } else { (Icon::Objective, TITLE) };
    Cell::words(title, color).sized(WORD_PIXELS).with_icon(icon).wrapped()
}

/// All that a folded plate shows: the title, and the button that unfolds it.
fn folded_row(title: String, is_done: bool) -> Row<GuideButton> {
    let open = Cell::button("Show", GuideButton::Fold(false)).with_tip("Shows what to do.");
    Row::of(vec![title_cell(title, is_done), open])
}

/// The title of an open plate, and the button that folds it, at the place of the one that unfolds it.
fn open_row(title: String, is_done: bool) -> Row<GuideButton> {
    let fold = Cell::button("Hide", GuideButton::Fold(true)).with_tip("Leaves only the titles of the steps.");
    Row::of(vec![title_cell(title, is_done), fold])
}

/// The title row of an open plate. The farewell has its own button at the foot.
fn head_row(guide: &Guide, advice: &Advice, is_done: bool) -> Row<GuideButton> {
    let title = guide.title(advice);
    if guide.says_farewell() { Row::of(vec![title_cell(title, is_done)]) } else { open_row(title, is_done) }
}

/// The title and the words.
fn head_rows(advice: &Advice, title: Row<GuideButton>, is_done: bool) -> Vec<Row<GuideButton>> {
    let color = if is_done { QUIET } else { WORDS };
    let words =
        |words: &str, color: Color| Row::of(vec![Cell::words(words, color).sized(NOTE_PIXELS).wrapped()]);
    let note = (!advice.note.is_empty()).then(|| words(&advice.note, if is_done { QUIET } else { STRONG }));
    let rows = [title, words(&advice.words, color)];
    rows.into_iter().chain(note).collect()
}

/// The buttons, far apart: a second click on the button of the briefing, at the right, must not end the guide. Between
/// them, while the clock waits for a later step, the reason why it stands; `clock` is the tip of that.
fn buttons(menu_key: &str, clock: Option<&str>) -> Row<GuideButton> {
    let reason = clock.map_or_else(
        || Cell::words("", WORDS),
        |how_to_start| Cell::words(CLOCK_WAITS, WORDS).with_tip(how_to_start),
    );
    let end_tip = format!("Switches the guide off; the menu [{menu_key}] brings it back.");
    Row::of(vec![
        Cell::button("No more hints", GuideButton::End).with_tip(end_tip),
        reason,
        Cell::button("Skip", GuideButton::Skip).with_tip("Skips this step for now."),
    ])
}

/// The buttons of the farewell, which has nothing more to end or to pass over; in a level without a war one leads to a
/// war.
fn close_button(menu_key: &str, offers_war: bool) -> Row<GuideButton> {
    let tip = format!("The menu [{menu_key}] shows the steps again.");
    let war = Cell::button("Skirmish", GuideButton::Skirmish);
    let war = war.with_tip("A war against an AI player. A cadet is the easiest opponent.");
    let rest = [Cell::words("", WORDS), Cell::button("Close", GuideButton::Skip).with_tip(tip)];
    Row::of(offers_war.then_some(war).into_iter().chain(rest).collect())
}

/// Hides the row while it is empty.
pub fn settle_row(
    parts: Query<&Node, Without<GuideRow>>,
    row: Single<(&mut Node, &Children), With<GuideRow>>,
) {
    let (mut node, children) = row.into_inner();
    let is_shown = |part: &Entity| parts.get(*part).is_ok_and(|part| part.display != Display::None);
    show(&mut node, children.into_iter().any(is_shown));
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::super::advice::advise;
    use super::super::advice::test_support::states;
    use super::super::progress::farewell_words;
    use super::*;
    use crate::client::hud::layout::fitting::broken;
    use crate::client::hud::planet::words::rare_sentence;
    use crate::client::scene::battle::sources::sites::under_attack;
    use crate::client::widgets::fonts::words_width;

    /// Room of the words, pixels.
    const ROOM: f32 = CARD_WIDTH - 2.0 * CARD_EDGE;
    /// Width of an icon with its gap, pixels.
    const ICON: f32 = 24.0;
    /// Width of the frame and the gaps of a key, pixels.
    const CAP: f32 = 28.0;

    #[test]
    fn the_words_of_every_step_fit() {
        for facts in states() {
            for step in GuideStep::ALL {
                let advice = advise(step, &facts, &[]).unwrap_or_else(|| panic!("{step:?} is possible"));
                let lines = broken(&advice.words, ROOM, NOTE_PIXELS).lines().count();
                assert!((1..=2).contains(&lines), "{}", advice.words);
                let title = format!("10 of 11: {}", advice.title);
                let row = open_row(title.clone(), false);
                let button = row.cells[1].room();
                assert!(words_width(&title, WORD_PIXELS) < ROOM - ICON - button, "{title}");
                assert!(advice.caps.iter().all(|(key, _)| !key.is_empty()), "{step:?}");
                let width = |(key, does): &Cap| CAP + words_width(&format!("{key}{does}"), NOTE_PIXELS);
                let caps: f32 = advice.caps.iter().map(width).sum();
                assert!(caps <= ROOM, "{step:?}: {caps}, the keys stand in one row");
                assert_orphanless(&advice.words);
                assert!(words_width(&advice.note, NOTE_PIXELS) <= ROOM, "{}", advice.note);
            }
        }
    }

    /// Asserts that no word stands alone in the last line.
    fn assert_orphanless(words: &str) {
        let lines = broken(words, ROOM, NOTE_PIXELS);
        let last = lines.lines().last().unwrap_or_default();
        assert!(lines == words || last.contains(' '), "{last:?} stands alone: {words}");
    }

    #[test]
    fn the_buttons_stay_in_their_place() {
        let mut world = World::new();
        world.spawn(LeftColumn);
        world.run_system_once(spawn).expect("it runs");
        let mut parts = world.query::<(&PlateRows, &ChildOf)>();
        let foot = parts.iter(&world).find(|(part, _)| **part == PlateRows::Foot);
        let (_, parent) = foot.expect("it has buttons");
        assert!(world.get::<GuidePlate>(parent.parent()).is_some(), "no keys stand beside them");
    }

    #[test]
    fn a_second_click_on_the_button_of_the_briefing_does_not_end_the_guide() {
        let row = buttons("F10", None);
        let presses: Vec<Option<GuideButton>> = row.cells.iter().map(|cell| cell.press).collect();
        assert_eq!(presses, [Some(GuideButton::End), None, Some(GuideButton::Skip)]);
        assert!(row.cells[1].is_wide, "the one that ends it is at the other side");
    }

    #[test]
    fn the_foot_says_why_the_clock_stands() {
        let row = buttons("F10", Some("Paused. Space starts the clock"));
        assert_eq!((row.cells[1].words.as_str(), row.cells[1].is_wide), (CLOCK_WAITS, true));
        assert_eq!(row.cells[1].tip, "Paused. Space starts the clock");
        let room: f32 = row.cells.iter().map(|cell| cell.room()).sum();
        assert!(room <= ROOM, "it stands in one line: {room}");
    }

    #[test]
    fn the_plate_is_folded_and_unfolded_by_a_button_at_the_same_place_and_by_nothing_else() {
        let title = || "5 of 11: Find Lull".to_owned();
        for (row, folds) in [(open_row(title(), false), true), (folded_row(title(), false), false)] {
            let [title, button] = &row.cells[..] else { panic!("{row:?}") };
            assert_eq!((title.words.as_str(), title.press), ("5 of 11: Find Lull", None));
            assert_eq!((button.press, title.is_wide), (Some(GuideButton::Fold(folds)), true));
        }
        let mut guide = Guide::default();
        assert!(!guide.is_folded());
        guide.fold_plate(true);
        assert!(guide.is_folded());
        guide.fold_plate(false);
        assert!(!guide.is_folded());
    }

    #[test]
    fn the_farewell_has_few_buttons_and_its_words_fit() {
        let presses = |offers_war: bool| {
            let row = close_button("F10", offers_war);
            row.cells.iter().map(|cell| cell.press).collect::<Vec<Option<GuideButton>>>()
        };
        assert_eq!(presses(false), [None, Some(GuideButton::Skip)]);
        assert_eq!(presses(true), [Some(GuideButton::Skirmish), None, Some(GuideButton::Skip)]);
        let war = "Victory: take or destroy every enemy planet, shipyard, warship and trooper".to_owned();
        let landing = "Troopers take Mote: land 81 or more at once.".to_owned();
        let offers = [rare_sentence("miner", Some("Wisp")), landing];
        for words in [farewell_words(&[], &offers), farewell_words(&[war], &offers)] {
            assert!(broken(&words, ROOM, NOTE_PIXELS).lines().count() <= 3, "{words}");
            assert_orphanless(&words);
        }
        assert!(!farewell_words(&["Victory".to_owned()], &offers).contains("Mote"), "a war has its aims");
    }

    #[test]
    fn a_war_that_is_over_and_an_attack_have_no_hints() {
        let calm = Sites::default();
        assert!(is_time_to_learn(PageOpen(false), false, &calm));
        assert!(!is_time_to_learn(PageOpen(true), false, &calm));
        assert!(!is_time_to_learn(PageOpen(false), true, &calm));
        assert!(!is_time_to_learn(PageOpen(false), false, &under_attack()));
    }

    #[test]
    fn the_plate_has_room_below_the_bars_at_the_top() {
        assert!(fits(100.0, 110.0, 576.0));
        assert!(!fits(430.0, 110.0, 576.0));
    }

    #[test]
    fn the_row_is_there_while_something_stands_in_it() {
        let mut world = World::new();
        let column = world.spawn(LeftColumn).id();
        world.run_system_once(spawn).expect("it runs");
        let now = |world: &mut World| {
            world.run_system_once(settle_row).expect("it runs");
            let mut rows = world.query_filtered::<(&Node, &ChildOf), With<GuideRow>>();
            let (node, parent) = rows.single(world).expect("there is one row");
            assert_eq!(parent.parent(), column, "it stacks up with the rows of orders");
            assert_ne!(node.position_type, PositionType::Absolute);
            node.display
        };
        assert_eq!(now(&mut world), Display::None);
        let plate = Node { display: Display::Flex, ..default() };
        let row = world.query_filtered::<Entity, With<GuideRow>>().single(&world).expect("there is one row");
        let plate = world.spawn((plate, ChildOf(row))).id();
        assert_eq!(now(&mut world), Display::Flex);
        world.entity_mut(plate).despawn();
        assert_eq!(now(&mut world), Display::None);
    }
}
