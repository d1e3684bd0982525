//! The chart on the screen: the bars and words of [`DepartureWindows`]. Without a journey it is a line that says why.

use bevy::prelude::*;
use bevy::ui::ComputedNode;

use super::subject::ChartWords;
use crate::client::frame::{capital, date_words, days_words, visible_if};
use crate::client::hud::layout::fitting::cut_to_width;
use crate::client::hud::layout::places::CoversSky;
use crate::client::hud::timeline::{Foresight, ahead_words};
use crate::client::widgets::fonts::words_width;
use crate::client::widgets::theme::SMALL_PIXELS;
use crate::client::widgets::{
    EDGE, EDGE_PIXELS, GAIN, KeyTip, PANEL, QUIET, RESTING, WORDS, plate, show, text,
};
use crate::sim::Calendar;
use crate::sim::forecast::DepartureWindows;
use crate::sim::forecast::windows::SAMPLES;

/// Size of the panel, logical pixels.
pub(super) const SIZE: Vec2 = Vec2::new(400.0, 150.0);
/// Its least width, logical pixels: the button stands beside the best date.
pub(super) const LEAST_WIDTH: f32 = 300.0;
/// Its padding and its edge, horizontal and vertical, logical pixels.
const PADDING: Vec2 = Vec2::new(10.0, 6.0);
/// Height of the bars, logical pixels.
const BARS_HEIGHT: f32 = 72.0;
/// Between two parts of a line, logical pixels.
const GAP: f32 = 8.0;
/// A journey that takes no time still has a bar that is seen, percent of the height.
const LEAST_BAR: f32 = 10.0;
/// Opacity of the plate of the words at the upper end of the scale.
const SCALE_PLATE: f32 = 0.7;
/// The colour of the bars.
const BAR: Color = Color::srgba(0.35, 0.55, 0.75, 0.85);

/// Marks the panel.
#[derive(Component, Clone, Copy, Debug)]
pub struct ChartPanel;

/// Marks a bar, by its place in the chart.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChartBar(usize);

/// Marks what is there only with bars: these, and their axis.
#[derive(Component, Clone, Copy, Debug)]
pub struct WithBars;

/// The words of the chart.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChartLine {
    /// Fleet and destination.
    Title,
    /// The journey that begins now, or at the later time that is shown.
    Now,
    /// The longest journey: the height of the bars.
    Longest,
    /// The best departure.
    Best,
    /// The date in the middle of the axis; at its beginning is now.
    Middle,
    /// The date at its end.
    End,
}

/// Marks the button that orders a departure at the best date.
#[derive(Component, Clone, Copy, Debug)]
pub struct SetOut;

/// Spawns the chart, hidden.
pub fn spawn_chart(mut commands: Commands) {
    let panel = Node {
        position_type: PositionType::Absolute,
        width: px(SIZE.x),
        height: px(SIZE.y),
        padding: UiRect::axes(px(PADDING.x - EDGE_PIXELS), px(PADDING.y - EDGE_PIXELS)),
        row_gap: px(3),
        flex_direction: FlexDirection::Column,
        overflow: Overflow::clip(),
        ..default()
    };
    let bars = Node {
        height: px(BARS_HEIGHT),
        column_gap: px(1),
        align_items: AlignItems::FlexEnd,
        flex_shrink: 0.0,
        ..default()
    };
    let row = Node {
        column_gap: px(GAP),
        align_items: AlignItems::Center,
        justify_content: JustifyContent::SpaceBetween,
        flex_shrink: 0.0,
        ..default()
    };
    let panel = commands.spawn((ChartPanel, CoversSky, plate(panel), Visibility::Hidden)).id();
    let first = commands.spawn((row.clone(), ChildOf(panel))).id();
    commands.spawn((line(ChartLine::Title, WORDS), ChildOf(first)));
    commands.spawn((line(ChartLine::Now, WORDS), ChildOf(first)));
    let bars = commands.spawn((WithBars, bars, ChildOf(panel))).id();
    for sample in 0..SAMPLES {
        let bar = Node { flex_grow: 1.0, height: percent(0), ..default() };
        commands.spawn((ChartBar(sample), bar, BackgroundColor(BAR), ChildOf(bars)));
    }
    spawn_scale(&mut commands, bars);
    spawn_axis(&mut commands, panel);
    let last = commands.spawn((row, ChildOf(panel))).id();
    commands.spawn((line(ChartLine::Best, GAIN), ChildOf(last)));
    let button =
        Node { padding: UiRect::horizontal(px(6)), border_radius: BorderRadius::all(px(3)), ..default() };
    commands.spawn((
        SetOut,
        Button,
        KeyTip(|_| "Departs on the date of the shortest journey.".to_owned()),
        button,
        BackgroundColor(RESTING),
        ChildOf(last),
        children![(text("Depart then", SMALL_PIXELS, WORDS), TextLayout::no_wrap())],
    ));
}

/// Spawns the scale before the bars: lines at the height of the longest journey and at half of it, and how long it is.
fn spawn_scale(commands: &mut Commands, bars: Entity) {
    for height in [0, 50] {
        let place = Node {
            position_type: PositionType::Absolute,
            left: px(0),
            right: px(0),
            top: percent(height),
            height: px(1),
            ..default()
        };
        commands.spawn((place, BackgroundColor(EDGE), ChildOf(bars)));
    }
    let place = Node { position_type: PositionType::Absolute, left: px(0), top: px(1), ..default() };
    let plate = BackgroundColor(PANEL.with_alpha(SCALE_PLATE));
    commands.spawn((place, plate, ChildOf(bars), children![line(ChartLine::Longest, QUIET)]));
}

/// Spawns the axis below the bars: a line with now, a date in the middle, and a date at the end.
fn spawn_axis(commands: &mut Commands, panel: Entity) {
    let axis = Node { border: UiRect::top(px(1)), flex_shrink: 0.0, ..default() };
    let axis = commands.spawn((WithBars, axis, BorderColor::all(EDGE), ChildOf(panel))).id();
    let third = |place: JustifyContent| Node {
        justify_content: place,
        flex_grow: 1.0,
        flex_basis: px(0),
        ..default()
    };
    let now = (text("Now", SMALL_PIXELS, QUIET), TextLayout::no_wrap());
    commands.spawn((third(JustifyContent::FlexStart), ChildOf(axis), children![now]));
    let middle = line(ChartLine::Middle, QUIET);
    commands.spawn((third(JustifyContent::Center), ChildOf(axis), children![middle]));
    commands.spawn((third(JustifyContent::FlexEnd), ChildOf(axis), children![line(ChartLine::End, QUIET)]));
}

/// A line of words.
fn line(which: ChartLine, color: Color) -> impl Bundle {
    (which, text("", SMALL_PIXELS, color), TextLayout::no_wrap())
}

type OnlyParts = (With<WithBars>, Without<ChartBar>);
type OnlyButton = (With<SetOut>, Without<WithBars>, Without<ChartBar>);

/// Shows and hides the chart, and draws its bars and words. Without a journey it has neither bars nor a button.
pub fn write_chart(
    foresight: Res<Foresight>,
    windows: Res<DepartureWindows>,
    words: Res<ChartWords>,
    calendar: Res<Calendar>,
    panel: Single<(&mut Visibility, &ComputedNode), With<ChartPanel>>,
    mut bars: Query<(&ChartBar, &mut Node, &mut BackgroundColor)>,
    mut parts: Query<&mut Node, OnlyParts>,
    mut button: Single<&mut Node, OnlyButton>,
    mut lines: Query<(&ChartLine, &mut Text)>,
) {
    let is_shown = !words.title.is_empty();
    let (mut visibility, panel) = panel.into_inner();
    visibility.set_if_neq(visible_if(is_shown));
    if !is_shown {
        return;
    }
    let has_bars = words.instead.is_empty();
    let best = windows.best().map(|(sample, _)| sample);
    let shown_now = foresight.is_on().then(|| windows.sample_at(calendar.now_jd() + foresight.days));
    let longest = windows.longest();
    parts.iter_mut().for_each(|mut part| show(&mut part, has_bars));
    show(&mut button, has_bars && best.is_some());
    for (bar, mut node, mut background) in &mut bars {
        let days = windows.days().get(bar.0).copied().flatten().filter(|_| has_bars);
        let height: Val = percent(days.map_or(0.0, |days| bar_height(days, longest)));
        if node.height != height {
            node.height = height;
        }
        let color = if best == Some(bar.0) {
            GAIN
        } else if shown_now == Some(bar.0) {
            WORDS
        } else {
            BAR
        };
        background.set_if_neq(BackgroundColor(color));
    }
    let journey = if has_bars { journey_words(&foresight, &windows, shown_now) } else { String::new() };
    for (which, mut text) in &mut lines {
        let line = match which {
            ChartLine::Title => {
                let room = words_room(panel) - GAP - words_width(&journey, SMALL_PIXELS);
                cut_to_width(&words.title, room, SMALL_PIXELS)
            }
            ChartLine::Now => journey.clone(),
            ChartLine::Longest => longest_words(longest),
            ChartLine::Best if !has_bars => words.instead.clone(),
            ChartLine::Best => best_words(&windows),
            ChartLine::Middle => date_words(windows.jd(SAMPLES / 2)),
            ChartLine::End => date_words(windows.jd(SAMPLES)),
        };
        text.set_if_neq(Text(line));
    }
}

/// Width of the words, logical pixels. A chart that has not been laid out has its usual one.
fn words_room(panel: &ComputedNode) -> f32 {
    let width = panel.size.x * panel.inverse_scale_factor;
    (if width > 0.0 { width } else { SIZE.x }) - 2.0 * PADDING.x
}

/// The height of a bar, percent.
fn bar_height(days: f64, longest: f64) -> f32 {
    ((100.0 * days / longest.max(f64::MIN_POSITIVE)) as f32).clamp(LEAST_BAR, 100.0)
}

/// The best departure and the duration of its journey, in words.
fn best_words(windows: &DepartureWindows) -> String {
    match windows.best() {
        Some((0, days)) => format!("Best now: {}", days_words(days)),
        Some((sample, days)) => format!("Best {}: {}", date_words(windows.jd(sample)), days_words(days)),
        None if windows.is_done() => "Out of reach".to_owned(),
        None => "Calculating…".to_owned(),
    }
}

/// The journey that begins now in words or, while a later time is shown, the one that begins then, whose bar is white;
/// empty without it.
fn journey_words(foresight: &Foresight, windows: &DepartureWindows, shown: Option<usize>) -> String {
    let days = match shown {
        Some(sample) => windows.days().get(sample).copied().flatten(),
        None => windows.now(),
    };
    days.map_or_else(String::new, |days| {
        let when = capital(&ahead_words(foresight.days));
        format!("{when}: {}", days_words(days))
    })
}

/// The longest journey, days, in words; empty before one is known.
fn longest_words(longest: f64) -> String {
    if longest > 0.0 { days_words(longest) } else { String::new() }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::orbit::{GameClock, J2000_JD};

    #[test]
    fn bars_stand_within_the_chart() {
        assert_eq!(bar_height(10.0, 10.0), 100.0);
        assert_eq!(bar_height(5.0, 10.0), 50.0);
        assert_eq!(bar_height(0.0, 10.0), LEAST_BAR);
        assert_eq!(bar_height(0.0, 0.0), LEAST_BAR);
    }

    #[test]
    fn the_words_have_room_in_the_narrowest_chart() {
        let room = LEAST_WIDTH - 2.0 * PADDING.x;
        let best = words_width("Best 2412-12-28: 1112 days", SMALL_PIXELS);
        let button = words_width("Depart then", SMALL_PIXELS) + 12.0;
        assert!(best + GAP + button <= room, "{best}, {button}");
        assert!(words_width("2412-12-28", SMALL_PIXELS) <= room / 3.0, "each date has a third of the axis");
        let then = words_width("+1096 days: 1112 days", SMALL_PIXELS);
        assert!(then <= 0.5 * room, "the title has the other half: {then}");
    }

    #[test]
    fn the_best_departure_is_unknown_at_first() {
        assert_eq!(best_words(&DepartureWindows::default()), "Calculating…");
        let none = DepartureWindows::default();
        assert_eq!(journey_words(&Foresight::default(), &none, None), "");
    }

    #[test]
    fn every_date_has_a_bar_from_the_start() {
        let mut world = World::new();
        spawn_chart(world.commands());
        world.flush();
        assert_eq!(world.query::<&ChartBar>().iter(&world).count(), SAMPLES);
        assert_eq!(world.query::<&ChartLine>().iter(&world).count(), 6);
        assert_eq!(world.query::<&ChartPanel>().iter(&world).count(), 1);
    }

    #[test]
    fn without_a_journey_there_are_neither_bars_nor_a_button() {
        let mut world = World::new();
        world.init_resource::<Foresight>();
        world.init_resource::<DepartureWindows>();
        let clock = GameClock { epoch_jd: J2000_JD, days_per_second: 0.5 };
        world.insert_resource(Calendar { clock, tick: 0, seed: 0 });
        spawn_chart(world.commands());
        world.flush();
        let mut shown = |instead: &str| {
            let (title, instead) = ("Guard to Thale".to_owned(), instead.to_owned());
            world.insert_resource(ChartWords { title, instead });
            world.run_system_once(write_chart).expect("it runs");
            let mut parts = world.query_filtered::<&Node, Or<(With<WithBars>, With<SetOut>)>>();
            parts.iter(&world).filter(|node| node.display != Display::None).count()
        };
        assert_eq!(shown("Guard is already there"), 0);
        assert_eq!(shown(""), 2, "no date is known yet on which to depart");
    }

    #[test]
    fn the_names_of_the_sky_and_the_free_area_avoid_the_chart() {
        let mut world = World::new();
        spawn_chart(world.commands());
        world.flush();
        let mut covers =
            world.query_filtered::<Has<InheritedVisibility>, (With<ChartPanel>, With<CoversSky>)>();
        assert!(covers.single(&world).expect("the panel covers the sky"), "while it is shown");
    }
}
