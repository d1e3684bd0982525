//! The interface in windows and at scales from the smallest to the largest: no words leave the window or are cut
//! off, no panel lies over another one, and no words over other words of their panel.

use std::collections::BTreeMap;

use bevy::ecs::query::QueryFilter;
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::ui::{ComputedNode, OverflowAxis, UiGlobalTransform};

use super::*;
use crate::client::frame::PictureAwaited;
use crate::client::hud::encyclopedia::topics::Topic;
use crate::client::hud::layout::places::{PlanetPanel, Slot};
use crate::client::hud::layout::top_middle::TopPlate;
use crate::client::menu::MENU_LAYER;
use crate::client::scene::labels::markers::MarkerLayer;
use crate::client::widgets::{Cell, Row, RowIndex, Rows, WORDS};
use crate::level::MindChoice;

/// A window, logical pixels, and a scale of the interface.
pub(super) type Case = (u32, u32, f32);

/// The windows and scales of the tests; see [`cases`].
const CASES: [Case; 17] = [
    (1024, 600, 0.75),
    (1024, 600, 1.0),
    (1024, 600, 2.0),
    (1280, 720, 1.0),
    (1280, 720, 1.5),
    (1280, 720, 2.0),
    (1600, 900, 1.0),
    (1600, 900, 1.5),
    (1920, 1080, 0.75),
    (1920, 1080, 1.0),
    (1920, 1080, 1.5),
    (1920, 1080, 2.0),
    (2560, 1440, 1.0),
    (2560, 1440, 2.0),
    (3840, 2160, 0.75),
    (3840, 2160, 1.0),
    (3840, 2160, 2.0),
];
/// Frames until a new layout has settled: rows are written a few times a second.
const FRAMES: u32 = 12;
/// Texts that every page has at least.
const LEAST_WORDS: usize = 6;
/// Rows that the menu over a game has at least.
const LEAST_ROWS: usize = 10;
/// Buttons that the page of the statistics has at least.
const LEAST_BUTTONS: usize = 6;
/// Slack of all comparisons, physical pixels.
const SLACK: f32 = 1.5;
/// A background of at least this opacity makes a node a plate.
const PLATE_ALPHA: f32 = 0.5;

/// [`CASES`] without those that are laid out exactly as an earlier one: a window limits the scale.
fn cases() -> Vec<Case> {
    let mut settings = Settings::default();
    let mut effective = |(width, height, scale): Case| {
        settings.ui_scale = scale;
        (width, height, settings.scale_in(Vec2::new(width as f32, height as f32)))
    };
    let mut kept: Vec<Case> = Vec::new();
    for case in CASES {
        if kept.iter().all(|other| effective(*other) != effective(case)) {
            kept.push(case);
        }
    }
    kept
}

/// Words in a group, of whose members none lies over another one: the group, their area, and the words.
type Placed = (Entity, Rect, String);

/// The nodes of the interface as they are laid out.
struct Laid<'a> {
    world: &'a World,
    window: Rect,
}

impl Laid<'_> {
    /// The area of a node, physical pixels.
    fn area(&self, node: Entity) -> Option<Rect> {
        let computed =
            self.world.get::<ComputedNode>(node).filter(|computed| computed.size.min_element() > 0.0)?;
        let place = self.world.get::<UiGlobalTransform>(node)?;
        Some(Rect::from_center_size(place.translation, computed.size))
    }

    fn is_shown(&self, node: Entity) -> bool {
        self.world.get::<InheritedVisibility>(node).is_some_and(|visibility| visibility.get())
    }

    fn ancestors(&self, node: Entity) -> impl Iterator<Item = Entity> {
        std::iter::successors(Some(node), |one| self.world.get::<ChildOf>(*one).map(ChildOf::parent)).skip(1)
    }

    fn overflow(&self, node: Entity) -> Overflow {
        self.world.get::<Node>(node).map_or(Overflow::visible(), |node| node.overflow)
    }

    /// Whether a node stands at a point of the world, or in a column that scrolls: it may be anywhere.
    fn roams(&self, node: Entity) -> bool {
        self.ancestors(node).any(|one| {
            self.overflow(one).y == OverflowAxis::Scroll || self.world.get::<MarkerLayer>(one).is_some()
        })
    }

    /// Words outside of the window, or of a part that cuts them off.
    fn cut_words(&self, texts: &[(Entity, String)]) -> Vec<String> {
        let shown = texts.iter().filter(|(node, words)| !words.trim().is_empty() && self.is_shown(*node));
        let cut = shown.filter_map(|(node, words)| {
            let area = self.area(*node).filter(|_| !self.roams(*node))?;
            let clips = self.ancestors(*node).filter(|one| self.overflow(*one).x == OverflowAxis::Clip);
            let rooms = clips.filter_map(|one| self.area(one)).chain([self.window]);
            let room = rooms.into_iter().find(|room| !holds(*room, area))?;
            Some(format!("{words:?} at {area:?} is cut off by {room:?}"))
        });
        cut.collect()
    }

    fn is_plate(&self, node: Entity) -> bool {
        let color = self.world.get::<BackgroundColor>(node).map(|color| color.0.alpha());
        color.is_some_and(|alpha| alpha >= PLATE_ALPHA) && self.is_shown(node)
    }

    /// Plates that lie over each other, without those that lie over everything for a while.
    fn overlaps(&self, nodes: &[Entity]) -> Vec<String> {
        let is_raised = |node: Entity| self.world.get::<GlobalZIndex>(node).is_some_and(|index| index.0 > 0);
        let is_outermost = |node: &Entity| {
            self.is_plate(*node)
                && !is_raised(*node)
                && !self.roams(*node)
                && !self.ancestors(*node).any(|one| self.is_plate(one) || is_raised(one))
        };
        let plates: Vec<(Entity, Rect)> = nodes
            .iter()
            .filter(|node| is_outermost(node))
            .filter_map(|node| self.area(*node).map(|area| (*node, area)))
            .collect();
        self.lying_over(&plates)
    }

    /// Plates that lie over other ones of these.
    fn lying_over(&self, plates: &[(Entity, Rect)]) -> Vec<String> {
        let mut found = Vec::new();
        for (index, (one, area)) in plates.iter().enumerate() {
            for (other, beside) in plates[..index].iter().filter(|(_, beside)| meet(*area, *beside)) {
                let [one, other] = [one, other].map(|plate| self.words_in(*plate));
                found.push(format!("{one:?} {area:?} lies over {other:?} {beside:?}"));
            }
        }
        found
    }

    /// The plates in no other plate, in all layers.
    fn outermost_plates(&self, nodes: &[Entity]) -> Vec<(Entity, Rect)> {
        let is_meant = |node: &&Entity| {
            self.is_plate(**node)
                && !self.roams(**node)
                && !self.ancestors(**node).any(|one| self.is_plate(one))
        };
        nodes.iter().filter(is_meant).filter_map(|node| Some((*node, self.area(*node)?))).collect()
    }

    /// The layer of a node; 0: that of the panels of the game.
    fn layer(&self, node: Entity) -> i32 {
        let mut outward = std::iter::once(node).chain(self.ancestors(node));
        outward.find_map(|one| self.world.get::<GlobalZIndex>(one)).map_or(0, |index| index.0)
    }

    /// Plates above the panels that lie over others of their layer.
    fn raised_overlaps(&self, nodes: &[Entity]) -> Vec<String> {
        let mut layers: BTreeMap<i32, Vec<(Entity, Rect)>> = BTreeMap::new();
        for (plate, area) in self.outermost_plates(nodes) {
            layers.entry(self.layer(plate)).or_default().push((plate, area));
        }
        let raised = layers.iter().filter(|(layer, _)| **layer > 0);
        let told = raised.flat_map(|(layer, plates)| {
            let found = self.lying_over(plates).into_iter();
            found.map(move |fault| format!("in layer {layer}: {fault}"))
        });
        told.collect()
    }

    /// Words that lie over other words of the same plate.
    fn jumbled_words(&self, texts: &[(Entity, String)]) -> Vec<String> {
        let plate = |node: Entity| self.ancestors(node).filter(|one| self.is_plate(*one)).last();
        let place = |(node, words): &(Entity, String)| {
            let is_shown = !words.trim().is_empty() && self.is_shown(*node) && !self.roams(*node);
            Some((plate(*node).filter(|_| is_shown)?, self.area(*node)?, words.clone()))
        };
        over_each_other(&texts.iter().filter_map(place).collect::<Vec<Placed>>())
    }

    /// Words that lie over other words of the same scrolled column, so far as nothing in it cuts them off.
    fn jumbled_rows(&self, texts: &[(Entity, String)]) -> Vec<String> {
        let place = |(node, words): &(Entity, String)| {
            let column = self.ancestors(*node).find(|one| self.overflow(*one).y == OverflowAxis::Scroll)?;
            let is_shown = !words.trim().is_empty() && self.is_shown(*node);
            let inner = self.ancestors(*node).take_while(|one| *one != column);
            let clips = inner.filter(|one| self.overflow(*one).x == OverflowAxis::Clip);
            let whole = self.area(*node).filter(|_| is_shown)?;
            let seen = clips.filter_map(|one| self.area(one)).fold(whole, |seen, clip| seen.intersect(clip));
            Some((column, seen, words.clone()))
        };
        let found = over_each_other(&texts.iter().filter_map(place).collect::<Vec<Placed>>());
        found.into_iter().map(|fault| format!("in a scrolled column: {fault}")).collect()
    }

    /// The first words in a node, to tell which one it is.
    fn words_in(&self, node: Entity) -> String {
        let own = self.world.get::<Text>(node).map(|text| text.0.clone()).filter(|words| !words.is_empty());
        let children = self.world.get::<Children>(node);
        let below = || {
            let words = children?.iter().map(|child| self.words_in(child));
            words.into_iter().find(|words| !words.is_empty())
        };
        own.or_else(below).unwrap_or_default()
    }
}

/// Whether a room holds an area, except for the slack.
fn holds(room: Rect, area: Rect) -> bool {
    room.inflate(SLACK).contains(area.min) && room.inflate(SLACK).contains(area.max)
}

/// Whether two areas have a part in common, except for the slack.
fn meet(one: Rect, other: Rect) -> bool {
    let common = one.intersect(other);
    common.width() > SLACK && common.height() > SLACK
}

/// Words that lie over others of their group.
fn over_each_other(placed: &[Placed]) -> Vec<String> {
    let mut found = Vec::new();
    for (index, (group, area, words)) in placed.iter().enumerate() {
        let others =
            placed[..index].iter().filter(|(other, beside, _)| other == group && meet(*area, *beside));
        found.extend(
            others.map(|(_, other, below)| format!("{words:?} {area:?} lies over {below:?} {other:?}")),
        );
    }
    found
}

/// The area of the window, physical pixels.
fn window_area(world: &mut World) -> Rect {
    let size = world.query_filtered::<&Window, With<PrimaryWindow>>().single(world).unwrap().physical_size();
    Rect::from_corners(Vec2::ZERO, size.as_vec2())
}

/// All nodes.
fn all_nodes(world: &mut World) -> Vec<Entity> {
    world.query_filtered::<Entity, With<Node>>().iter(world).collect()
}

/// What is wrong with the present layout. Panels of the game may lie below the menu.
pub(super) fn faults(app: &mut App) -> Vec<String> {
    let world = app.world_mut();
    let texts: Vec<(Entity, String)> =
        world.query::<(Entity, &Text)>().iter(world).map(|(node, text)| (node, text.0.clone())).collect();
    let (nodes, window) = (all_nodes(world), window_area(world));
    let laid = Laid { world, window };
    let is_menu = world.resource::<Menu>().is_open();
    let shown = texts.iter().filter(|(node, _)| laid.is_shown(*node) && laid.area(*node).is_some()).count();
    assert!(shown >= LEAST_WORDS, "{shown} texts are shown");
    let mut found = laid.cut_words(&texts);
    if !is_menu {
        found.extend(laid.overlaps(&nodes));
    }
    found.extend(laid.raised_overlaps(&nodes));
    found.extend(laid.jumbled_words(&texts));
    found.extend(laid.jumbled_rows(&texts));
    found
}

/// The panels with these components, and their areas.
fn shown_panels<Wanted: QueryFilter>(app: &mut App) -> Vec<(Entity, Rect)> {
    let world = app.world_mut();
    let panels: Vec<Entity> = world.query_filtered::<Entity, Wanted>().iter(world).collect();
    let laid = Laid { world, window: Rect::default() };
    let shown = panels.into_iter().filter(|panel| laid.is_shown(*panel));
    shown.filter_map(|panel| Some((panel, laid.area(panel)?))).collect()
}

/// What is wrong with the present layout, in which there is a panel with these components.
pub(super) fn faults_with<Wanted: QueryFilter>(app: &mut App) -> Vec<String> {
    let mut found = faults(app);
    let shown = shown_panels::<Wanted>(app);
    if shown.is_empty() {
        found.push("the panel is not shown".to_owned());
    }
    let window = window_area(app.world_mut());
    let outside = shown.iter().filter(|(_, area)| !holds(window, *area));
    found.extend(outside.map(|(_, area)| format!("the panel at {area:?} leaves the window {window:?}")));
    found
}

/// The plates that a panel with these components lies over, or that lie over it.
pub(super) fn plates_at<Wanted: QueryFilter>(app: &mut App) -> Vec<String> {
    let shown = shown_panels::<Wanted>(app);
    let world = app.world_mut();
    let nodes = all_nodes(world);
    let laid = Laid { world, window: Rect::default() };
    let plates = laid.outermost_plates(&nodes);
    let mut found = Vec::new();
    for (panel, area) in shown {
        let others = plates.iter().filter(|(plate, other)| *plate != panel && meet(area, *other));
        found.extend(others.map(|(plate, other)| {
            format!("the panel at {area:?} and {:?} at {other:?} lie over each other", laid.words_in(*plate))
        }));
    }
    found
}

/// Runs the frames until a new layout has settled.
pub(super) fn settle(app: &mut App) {
    (0..FRAMES).for_each(|_| app.update());
}

/// Shows the interface in a window, at a scale.
fn resize(app: &mut App, (width, height, scale): Case) {
    let mut windows = app.world_mut().query_filtered::<&mut Window, With<PrimaryWindow>>();
    let mut window = windows.single_mut(app.world_mut()).unwrap();
    window.resolution.set_physical_resolution(width, height);
    app.world_mut().resource_mut::<Settings>().ui_scale = scale;
    settle(app);
}

/// The places of pictures that a part above them cuts off.
fn cut_pictures(app: &mut App) -> Vec<Rect> {
    let world = app.world_mut();
    let pictures: Vec<Entity> = world.query_filtered::<Entity, With<ImageNode>>().iter(world).collect();
    let laid = Laid { world, window: Rect::default() };
    let shown = pictures.into_iter().filter(|node| laid.is_shown(*node) && !laid.roams(*node));
    let cut = shown.filter_map(|node| {
        let area = laid.area(node)?;
        let clips = laid.ancestors(node).filter(|one| laid.overflow(*one).x == OverflowAxis::Clip);
        clips.filter_map(|one| laid.area(one)).any(|room| !holds(room, area)).then_some(area)
    });
    cut.collect()
}

/// The rows with these components in the menu over a game that are not seen whole where the page is not scrolled. There
/// are at least this many such rows.
fn rows_out_of_sight<Wanted: QueryFilter>(app: &mut App, least: usize) -> Vec<String> {
    let world = app.world_mut();
    let rows: Vec<Entity> = world.query_filtered::<Entity, Wanted>().iter(world).collect();
    let laid = Laid { world, window: Rect::default() };
    let is_raised =
        |node: Entity| laid.world.get::<GlobalZIndex>(node).is_some_and(|index| index.0 >= MENU_LAYER);
    let is_seen = |row: &Entity| laid.is_shown(*row) && laid.ancestors(*row).any(is_raised);
    let shown: Vec<Entity> = rows.into_iter().filter(is_seen).collect();
    assert!(shown.len() >= least, "{} rows are looked at", shown.len());
    let hidden = shown.into_iter().filter(|row| {
        let column = laid.ancestors(*row).find(|one| laid.overflow(*one).y == OverflowAxis::Scroll);
        let room = column.and_then(|column| laid.area(column));
        room.zip(laid.area(*row)).is_none_or(|(room, area)| !holds(room, area))
    });
    hidden.map(|row| laid.words_in(row)).collect()
}

/// Shows the interface in all windows; returns what is wrong, with the window.
fn faults_everywhere(app: &mut App, what: &str) -> Vec<String> {
    faults_in(app, &cases(), what, faults)
}

/// Shows the interface in some windows; returns what is found to be wrong there, with the window.
pub(super) fn faults_in(
    app: &mut App,
    cases: &[Case],
    what: &str,
    look: impl Fn(&mut App) -> Vec<String>,
) -> Vec<String> {
    let mut found = Vec::new();
    for &(width, height, scale) in cases {
        resize(app, (width, height, scale));
        let wrong = look(app);
        found.extend(wrong.into_iter().map(|fault| format!("{what}, {width}x{height} at {scale}: {fault}")));
    }
    found
}

/// Opens a page of the menu, shows it in all windows, and goes back; returns what is wrong.
fn faults_on_page(app: &mut App, page: &str) -> Vec<String> {
    choose(app, page);
    settle(app);
    assert_ne!(chosen(app), page, "the page is open");
    let found = faults_everywhere(app, page);
    press(app, KeyCode::Escape);
    found
}

#[test]
fn words_that_have_no_room_beside_others_go_below_them() {
    let mut app = main_menu();
    let world = app.world_mut();
    let node = Node { width: px(300), flex_direction: FlexDirection::Column, ..default() };
    let column = world.spawn(node).id();
    let row = |course: &str| {
        let cells = vec![Cell::words("Rivalry: raid Thale", WORDS), Cell::label(course, WORDS).wrapped()];
        // It is never pressed: any effect will do.
        Row::<RowIndex> { wraps: true, ..Row::of(cells) }
    };
    let long = "At its target, 3 ships, departed 2455-09-28, arrived 2455-10-13, now 100 %";
    Rows::default().show(&mut world.commands(), column, vec![row("Gathers"), row(long)]);
    world.flush();
    settle(&mut app);
    let laid = Laid { world: app.world(), window: Rect::default() };
    let area = |node: Entity| laid.area(node).expect("it is laid out");
    let children = |node: Entity| app.world().get::<Children>(node).expect("it has some").to_vec();
    let cells = |row: usize| children(children(column)[row]).into_iter().map(area).collect::<Vec<Rect>>();
    let (room, beside, below) = (area(column), cells(0), cells(1));
    assert!((beside[0].center().y - beside[1].center().y).abs() <= SLACK, "{beside:?}");
    assert!((beside[1].max.x - room.max.x).abs() <= SLACK, "it stands at the right: {beside:?} in {room:?}");
    assert!(below[1].min.y >= below[0].max.y - SLACK && holds(room, below[1]), "{below:?} in {room:?}");
    assert!(below[1].height() > 1.5 * beside[1].height(), "it takes several lines: {below:?}");
}

#[test]
fn wrapped_words_at_the_top_have_room_for_all_their_lines() {
    let mut app = client(&opened("duel.ron"));
    start(&mut app);
    // No alert may come or go meanwhile.
    app.world_mut().resource_mut::<Time<Virtual>>().pause();
    let world = app.world_mut();
    let mut plates = world.query_filtered::<(Entity, &Slot), With<TopPlate>>();
    let plate = plates.iter(world).find(|(_, slot)| **slot == Slot::Alerts).expect("it is there").0;
    world.get_mut::<Node>(plate).expect("it is a node").display = Display::Flex;
    let node = Node { flex_direction: FlexDirection::Column, flex_shrink: 0.0, ..default() };
    let column = world.spawn((node, ChildOf(plate))).id();
    let row = |count: usize| {
        let words = Cell::words("ships ".repeat(count), WORDS).wrapped();
        Row::<RowIndex>::of(vec![words, Cell::label("What killed us?", WORDS)])
    };
    Rows::default().show(&mut world.commands(), column, (9..25).map(row).collect());
    world.flush();
    let mut widths = Vec::new();
    for case in cases() {
        resize(&mut app, case);
        let laid = Laid { world: app.world(), window: Rect::default() };
        let room = laid.area(plate).expect("it is laid out");
        let rows = app.world().get::<Children>(column).expect("it has some");
        let last = rows.last().and_then(|row| laid.area(*row)).expect("it is laid out");
        assert!(last.max.y <= room.max.y + SLACK, "{case:?}: {last:?} in {room:?}");
        let computed = app.world().get::<ComputedNode>(plate).expect("it is a node");
        widths.push(room.width() * computed.inverse_scale_factor);
    }
    let (narrow, wide) = widths
        .iter()
        .fold((f32::MAX, 0.0_f32), |(narrow, wide), width| (narrow.min(*width), wide.max(*width)));
    assert!(narrow + 10.0 < wide, "not every window has the room for a whole plate: {widths:?}");
}

#[test]
fn the_game_is_laid_out_in_every_window() {
    let mut app = client(&opened("duel.ron"));
    update_until(&mut app, |app| {
        state(app) == AppState::Playing && !app.world().resource::<PictureAwaited>().0
    });
    let mut found = faults_everywhere(&mut app, "briefing");
    press(&mut app, KeyCode::Escape);
    app.world_mut().resource_mut::<Time<Virtual>>().unpause();
    found.extend(faults_everywhere(&mut app, "play"));
    let is_guided = says(&mut app, |words| words.ends_with("Look around"));
    assert!(is_guided, "the guide begins once the briefing is closed");
    let world = app.world_mut();
    let has_panel =
        world.query_filtered::<&InheritedVisibility, With<PlanetPanel>>().iter(world).any(|one| one.get());
    assert!(has_panel, "the panel of the home planet is open");
    for page in ["the next page of a planet", "its last page"] {
        press(&mut app, KeyCode::KeyC);
        found.extend(faults_everywhere(&mut app, page));
    }
    press(&mut app, KeyCode::F10);
    choose(&mut app, "Save game");
    found.extend(faults_everywhere(&mut app, "saves"));
    press(&mut app, KeyCode::Escape);
    press(&mut app, KeyCode::Escape);
    assert!(!app.world().resource::<Menu>().is_open());
    app.world_mut().run_system_once(select_all).unwrap();
    found.extend(faults_everywhere(&mut app, "selection"));
    press(&mut app, KeyCode::KeyM);
    found.extend(faults_everywhere(&mut app, "all events"));
    press(&mut app, KeyCode::F1);
    found.extend(faults_everywhere(&mut app, "keys"));
    press(&mut app, KeyCode::F4);
    found.extend(faults_everywhere(&mut app, "encyclopedia"));
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn a_replay_is_laid_out_in_every_window() {
    let mut app = watched_duel();
    let mut found = faults_everywhere(&mut app, "replay");
    app.world_mut().resource_mut::<Playback>().differs = true;
    found.extend(faults_everywhere(&mut app, "replay that differs"));
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn the_pages_of_the_menu_are_laid_out_in_every_window() {
    let mut app = main_menu();
    let mut found = faults_everywhere(&mut app, "main menu");
    for page in ["Skirmish", "Levels", "Replays", "Encyclopedia", "Settings", "Key bindings", "Credits"] {
        found.extend(faults_on_page(&mut app, page));
    }
    choose(&mut app, "Encyclopedia");
    for topic in [Topic::Ships, Topic::Wells, Topic::Marks] {
        found.extend(faults_on_page(&mut app, topic.title()));
    }
    press(&mut app, KeyCode::Escape);
    turn_to_skirmish(&mut app);
    choose(&mut app, "Level");
    found.extend(faults_everywhere(&mut app, "levels of a skirmish"));
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn the_map_of_a_new_system_is_whole_in_every_window() {
    let mut app = main_menu();
    turn_to_skirmish(&mut app);
    choose(&mut app, "Generate system");
    for case in cases() {
        resize(&mut app, case);
        let cut = cut_pictures(&mut app);
        assert!(cut.is_empty(), "{case:?}: {cut:?}");
    }
}

#[test]
fn no_line_about_a_new_system_is_cut() {
    let mut app = main_menu();
    turn_to_skirmish(&mut app);
    choose(&mut app, "Generate system");
    let is_drawn = |app: &mut App| says(app, |words| words.contains("Homes: "));
    for _ in 0..MOST_FRAMES {
        if is_drawn(&mut app) {
            break;
        }
        app.update();
        std::thread::sleep(Duration::from_millis(1));
    }
    assert!(is_drawn(&mut app), "the system is on the page");
    let found = faults_everywhere(&mut app, "new system");
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn the_pages_of_the_menu_over_a_game_are_laid_out_in_every_window() {
    let mut duel = opened("duel.ron");
    duel.level.factions[1].mind = Some(MindChoice::new("captain", "corsair"));
    let mut app = client(&duel);
    start(&mut app);
    update_until(&mut app, |app| tick(app) > 60);
    press_with(&mut app, KeyCode::ControlLeft, KeyCode::KeyS);
    update_until(&mut app, |app| saves(app).len() == 1 && !is_saving(app));
    press(&mut app, KeyCode::F10);
    for case in [(1280, 720, 1.0), (1280, 720, 1.5), (1600, 900, 1.05)] {
        resize(&mut app, case);
        let hidden = rows_out_of_sight::<With<RowIndex>>(&mut app, LEAST_ROWS);
        assert!(hidden.is_empty(), "{case:?}: {hidden:?}");
    }
    let mut found = faults_everywhere(&mut app, "menu over a game");
    for page in ["Load game", "Replays", "Rewind", "Opponents"] {
        found.extend(faults_on_page(&mut app, page));
    }
    choose(&mut app, "Opponents");
    choose(&mut app, "Ferrum");
    found.extend(faults_everywhere(&mut app, "another difficulty"));
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn the_buttons_of_the_result_are_in_view_on_a_low_screen() {
    let mut app = client(&opened("duel.ron"));
    start(&mut app);
    press(&mut app, KeyCode::F10);
    choose(&mut app, "Statistics");
    resize(&mut app, (1280, 720, 1.5));
    let hidden = rows_out_of_sight::<(With<RowIndex>, With<TabIndex>)>(&mut app, LEAST_BUTTONS);
    assert!(hidden.is_empty(), "{hidden:?}");
    let found = faults_everywhere(&mut app, "statistics");
    assert!(found.is_empty(), "{}", found.join("\n"));
}
