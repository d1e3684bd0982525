//! The slider of [`Foresight`]: a thin ruler from now to the latest date, with marks, a handle and the displayed date,
//! above the status line. It is visible while its key is held, while a later time is shown, and while the pointer is at
//! its place; an open briefing keeps the place free.

use bevy::prelude::*;
use bevy::ui::RelativeCursorPosition;
use bevy::window::PrimaryWindow;

use super::{Foresight, ahead_words, share_of};
use crate::client::frame::{BriefingOpen, visible_if};
use crate::client::hud::layout::places::{GAP, SLIDER_TOP, STATUS_HEIGHT};
use crate::client::hud::status::date;
use crate::client::scene::labels::declutter::CoveredAreas;
use crate::client::settings::{Action, Actions, Binding, first_key};
use crate::client::view::{Moment, ViewCamera};
use crate::client::widgets::theme::SMALL_PIXELS;
use crate::client::widgets::{CORNER_PIXELS, KeyTip, NOTE_PIXELS, PANEL, QUIET, WORDS, text};

/// Distance of the slider from the bottom of the screen, above the status line, logical pixels.
const BOTTOM: f32 = STATUS_HEIGHT + GAP;
/// Height, logical pixels.
const HEIGHT: f32 = SLIDER_TOP - BOTTOM;
/// Width, as a share of the screen's, where panels leave room for it.
const WIDTH_SHARE: f32 = 0.5;
/// Least width beside panels, logical pixels; with less room it is as wide as without them.
const LEAST_WIDTH: f32 = 380.0;
/// From the top of the slider to its ruler, the width of the ruler, and the diameter of the handle on it, logical
/// pixels. All of the height can be grabbed.
const RULER_TOP: f32 = 6.0;
const RULER: f32 = 3.0;
const HANDLE: f32 = 11.0;
/// From the top of the slider to the words at its marks, the length of a mark, and half the room of its words, logical
/// pixels.
const MARK_WORDS_TOP: f32 = 12.0;
const MARK: f32 = 8.0;
const MARK_ROOM: f32 = 20.0;
/// Marks of the ruler: days ahead, and their words. It begins now, and ends after three years.
const MARKS: [(f64, &str); 2] = [(10.0, "10 d"), (100.0, "100 d")];
const LAST_WORDS: &str = "3 y";
/// Width of the words, so that the track does not change with them, logical pixels.
const WORDS_WIDTH: f32 = 210.0;
/// The ruler that is not filled, and the filled part of it.
const TRACK: Color = Color::srgba(0.16, 0.24, 0.34, 0.85);
const FILLED: Color = Color::srgb(0.42, 0.55, 0.69);

/// Marks the slider as a whole.
#[derive(Component, Clone, Copy, Debug)]
pub struct Slider;

/// Marks the track in which the slider moves.
#[derive(Component, Clone, Copy, Debug)]
pub struct SliderTrack;

/// Marks the part of the track that is filled.
#[derive(Component, Clone, Copy, Debug)]
pub struct Fill;

/// Marks the handle at the end of that part.
#[derive(Component, Clone, Copy, Debug)]
pub struct SliderHandle;

/// Marks the words beside the track.
#[derive(Component, Clone, Copy, Debug)]
pub struct SliderWords;

/// Marks the button that goes back to now.
#[derive(Component, Clone, Copy, Debug)]
pub struct Back;

/// Spawns the slider, hidden.
pub fn spawn_slider(mut commands: Commands) {
    let bar = Node {
        position_type: PositionType::Absolute,
        bottom: px(BOTTOM),
        height: px(HEIGHT),
        padding: UiRect::horizontal(px(10)),
        column_gap: px(10),
        align_items: AlignItems::Center,
        border_radius: BorderRadius::all(px(CORNER_PIXELS)),
        ..default()
    };
    let track = Node { flex_grow: 1.0, height: percent(100), ..default() };
    let words = Node { width: px(WORDS_WIDTH), flex_shrink: 0.0, ..default() };
    let button =
        Node { padding: UiRect::horizontal(px(7)), border_radius: BorderRadius::all(px(3)), ..default() };
    let slider = commands.spawn((Slider, bar, BackgroundColor(PANEL), Visibility::Hidden)).id();
    let track = commands.spawn((SliderTrack, track, RelativeCursorPosition::default(), ChildOf(slider))).id();
    spawn_ruler(&mut commands, track);
    let date = (SliderWords, text("", NOTE_PIXELS, WORDS), TextLayout::no_wrap());
    commands.spawn((words, ChildOf(slider), children![date]));
    commands.spawn((
        Back,
        Button,
        KeyTip(back_tip),
        button,
        BackgroundColor(TRACK),
        ChildOf(slider),
        children![text("×", NOTE_PIXELS, QUIET)],
    ));
}

/// Spawns the ruler in its track: a line, its filled part with the handle at its end, and the marks with their words.
fn spawn_ruler(commands: &mut Commands, track: Entity) {
    let line = Node {
        position_type: PositionType::Absolute,
        left: px(0),
        top: px(RULER_TOP),
        width: percent(100),
        height: px(RULER),
        border_radius: BorderRadius::all(px(0.5 * RULER)),
        ..default()
    };
    let handle = Node {
        position_type: PositionType::Absolute,
        right: px(-0.5 * HANDLE),
        top: px(0.5 * (RULER - HANDLE)),
        width: px(HANDLE),
        height: px(HANDLE),
        border_radius: BorderRadius::all(px(0.5 * HANDLE)),
        ..default()
    };
    commands.spawn((line.clone(), BackgroundColor(TRACK), ChildOf(track)));
    for (days, words) in MARKS {
        let (place, half) = (percent(100.0 * share_of(days) as f32), MARK_ROOM);
        let tick =
            Node { left: place, top: px(RULER_TOP - 0.5 * (MARK - RULER)), height: px(MARK), ..line.clone() };
        commands.spawn((Node { width: px(1), ..tick }, BackgroundColor(QUIET), ChildOf(track)));
        let room =
            Node { left: place, width: px(2.0 * half), margin: UiRect::left(px(-half)), ..words_room() };
        spawn_mark_words(commands, track, Node { justify_content: JustifyContent::Center, ..room }, words);
    }
    spawn_mark_words(commands, track, Node { left: px(0), ..words_room() }, "Now");
    spawn_mark_words(commands, track, Node { right: px(0), ..words_room() }, LAST_WORDS);
    let fill = Node { width: percent(0), ..line };
    commands.spawn((
        Fill,
        fill,
        BackgroundColor(FILLED),
        ChildOf(track),
        children![(SliderHandle, handle, BackgroundColor(WORDS))],
    ));
}

/// The room of words below the ruler.
fn words_room() -> Node {
    Node { position_type: PositionType::Absolute, top: px(MARK_WORDS_TOP), ..default() }
}

fn spawn_mark_words(commands: &mut Commands, track: Entity, room: Node, words: &str) {
    let words = (text(words, SMALL_PIXELS, QUIET), TextLayout::no_wrap());
    commands.spawn((room, ChildOf(track), children![words]));
}

/// The tip of the button that returns to the present, with its key.
fn back_tip(bindings: &[Binding]) -> String {
    format!("Back to now [{} twice].", first_key(Action::Foresee, bindings))
}

/// Shows and hides the slider, and writes its date.
pub fn write_slider(
    foresight: Res<Foresight>,
    moment: Res<Moment>,
    actions: Actions,
    buttons: Res<ButtonInput<MouseButton>>,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    briefing: Res<BriefingOpen>,
    (view, ui_scale, covered): (Res<ViewCamera>, Res<UiScale>, Res<CoveredAreas>),
    slider: Single<(&mut Visibility, &mut Node), With<Slider>>,
    mut fill: Single<&mut Node, (With<Fill>, Without<Slider>)>,
    mut words: Single<&mut Text, With<SliderWords>>,
) {
    let (mut visibility, mut node) = slider.into_inner();
    let place = place_on(view.screen(ui_scale.0), &covered.0);
    let cursor = window.and_then(|window| window.cursor_position()).map(|cursor| cursor / ui_scale.0);
    let is_near = cursor.is_some_and(|cursor| place.contains(cursor));
    let (left, width) = (px(place.min.x), px(place.width()));
    if (node.left, node.width) != (left, width) {
        (node.left, node.width) = (left, width);
    }
    // It must not appear during a drag for something else.
    let was_shown = *visibility != Visibility::Hidden;
    let is_near = is_near && (was_shown || !buttons.any_pressed([MouseButton::Left, MouseButton::Right]));
    let is_shown = is_shown(&foresight, actions.pressed(&Action::Foresee) || is_near, *briefing);
    visibility.set_if_neq(visible_if(is_shown));
    if !is_shown {
        return;
    }
    let width: Val = percent(100.0 * share_of(foresight.days) as f32);
    if fill.width != width {
        fill.width = width;
    }
    let line = format!("{}, {}", date(moment.jd + foresight.days), ahead_words(foresight.days));
    words.set_if_neq(Text(line));
}

/// Whether the slider is shown. A level that begins with its briefing shows no more than that until it is read.
fn is_shown(foresight: &Foresight, is_asked: bool, briefing: BriefingOpen) -> bool {
    foresight.is_on() || foresight.is_dragged || is_asked && !briefing.0
}

/// The place of the slider on a screen, between the panels beside its middle; all in logical pixels of the UI.
fn place_on(screen: Vec2, covered: &[Rect]) -> Rect {
    let (top, middle) = (screen.y - BOTTOM - HEIGHT, 0.5 * screen.x);
    let usual = Rect::from_center_size(
        Vec2::new(middle, top + 0.5 * HEIGHT),
        Vec2::new(WIDTH_SHARE * screen.x, HEIGHT),
    );
    let row = Rect { min: usual.min.with_x(0.0), max: usual.max.with_x(screen.x) };
    let (mut from, mut to) = (0.0, screen.x);
    for area in covered.iter().filter(|area| !area.intersect(row).is_empty()) {
        if area.center().x < middle {
            from = f32::max(from, area.max.x + GAP);
        } else {
            to = f32::min(to, area.min.x - GAP);
        }
    }
    let width = usual.width().min(to - from);
    if width < LEAST_WIDTH.min(usual.width()) {
        return usual;
    }
    // Rounding can set `to - width` before `from`, between which a clamp would panic.
    let left = usual.min.x.min(to - width).max(from);
    Rect { min: usual.min.with_x(left), max: usual.max.with_x(left + width) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::hud::timeline::MOST_DAYS;
    use crate::client::widgets::fonts::words_width;

    const SCREEN: Vec2 = Vec2::new(1280.0, 720.0);

    #[test]
    fn the_slider_waits_for_the_end_of_the_briefing() {
        let (now, later) = (Foresight::default(), Foresight { days: 3.0, ..Foresight::default() });
        let (open, closed) = (BriefingOpen(true), BriefingOpen(false));
        assert!(
            is_shown(&now, true, closed) && !is_shown(&now, true, open) && !is_shown(&now, false, closed)
        );
        assert!(is_shown(&later, false, open), "the date of what is shown stays");
    }

    #[test]
    fn the_slider_stands_above_the_status_line() {
        let place = place_on(SCREEN, &[]);
        assert_eq!((place.min.x, place.max.x), (320.0, 960.0));
        assert_eq!((place.min.y, place.max.y), (650.0, 678.0));
        let line = Rect::new(0.0, 686.0, 1280.0, 720.0);
        let panel = Rect::new(900.0, 40.0, 1280.0, 640.0);
        assert_eq!(place_on(SCREEN, &[line, panel]), place, "what is not beside it does not matter");
    }

    #[test]
    fn the_slider_is_clear_of_the_panels_beside_it() {
        let (fleet, map) = (Rect::new(14.0, 450.0, 438.0, 672.0), Rect::new(1066.0, 476.0, 1266.0, 676.0));
        let place = place_on(SCREEN, &[fleet, map]);
        assert_eq!((place.min.x, place.max.x), (446.0, 1058.0));
        let wide = place_on(Vec2::new(2560.0, 720.0), &[fleet]);
        assert_eq!((wide.min.x, wide.width()), (640.0, 1280.0), "there is room enough");
        let narrow = Vec2::new(800.0, 720.0);
        assert_eq!(place_on(narrow, &[fleet, Rect::new(600.0, 476.0, 800.0, 676.0)]), place_on(narrow, &[]));
    }

    #[test]
    fn room_of_the_exact_width_is_taken_whatever_the_rounding() {
        let area = |from: f32, to: f32| Rect::new(from, 640.0, to, 680.0);
        let panels = [area(0.0, 419.6), area(948.1, 1280.0)];
        let (from, to): (f32, f32) = (419.6 + GAP, 948.1 - GAP);
        assert!(to - (to - from) < from, "the case is a case");
        let place = place_on(SCREEN, &panels);
        assert!((place.min.x - from).abs() < 1.0e-3 && (place.max.x - to).abs() < 1.0e-3, "{place:?}");
    }

    #[test]
    fn all_of_the_slider_is_there_from_the_start() {
        let mut world = World::new();
        spawn_slider(world.commands());
        world.flush();
        assert_eq!(world.query::<&SliderTrack>().iter(&world).count(), 1);
        assert_eq!(world.query::<&Fill>().iter(&world).count(), 1);
        assert_eq!(world.query::<&SliderHandle>().iter(&world).count(), 1);
        assert_eq!(world.query::<&Back>().iter(&world).count(), 1);
        assert_eq!(world.query::<&SliderWords>().iter(&world).count(), 1);
    }

    #[test]
    fn the_marks_of_the_ruler_are_apart_on_the_narrowest_slider() {
        assert_eq!(MOST_DAYS, 3.0 * 365.25, "{LAST_WORDS}");
        // The padding, two gaps, the date and the button.
        let room = LEAST_WIDTH - 2.0 * 10.0 - 2.0 * 10.0 - WORDS_WIDTH - 26.0;
        let wide = |words: &str| words_width(words, SMALL_PIXELS);
        let [ten, hundred] = MARKS.map(|(days, words)| (room * share_of(days) as f32, 0.5 * wide(words)));
        assert!(wide("Now") < ten.0 - ten.1 && ten.0 + ten.1 < hundred.0 - hundred.1, "{ten:?} {hundred:?}");
        assert!(hundred.0 + hundred.1 < room - wide(LAST_WORDS), "{hundred:?} of {room}");
        assert!(MARKS.iter().all(|(_, words)| wide(words) < 2.0 * MARK_ROOM));
    }
}
