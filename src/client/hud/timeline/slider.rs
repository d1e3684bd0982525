//! The slider of [`Foresight`]: a thin ruler from now to the latest date, with marks, a handle and the displayed date,
//! above the status line. It is visible while its key is held, while a later time is shown, and while the pointer is at
//! its place. It does not come up under a pointer with a tool or over something that can be clicked, and an open
//! briefing keeps the place free.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::ui::RelativeCursorPosition;
use bevy::window::PrimaryWindow;

use super::{Foresight, ahead_words, share_of};
use crate::client::frame::{BriefingOpen, visible_if};
use crate::client::hud::layout::places::{GAP, SLIDER_TOP, STATUS_HEIGHT};
use crate::client::hud::status::date;
use crate::client::input::{HoveredStructure, Pointed, Tool, UnderPointer};
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

/// Query bundle for a pointer that comes to the place of the slider.
#[derive(SystemParam)]
pub struct Approach<'w, 's> {
    window: Option<Single<'w, 's, &'static Window, With<PrimaryWindow>>>,
    buttons: Res<'w, ButtonInput<MouseButton>>,
    tool: Res<'w, Tool>,
    under: Res<'w, UnderPointer>,
    structure: Res<'w, HoveredStructure>,
    pointed: Res<'w, Pointed>,
}

impl Approach<'_, '_> {
    /// Whether the pointer asks for the slider at this place, logical pixels of the UI. Where a click means something
    /// else the slider does not come up under it; `is_there`: it is there already, and hides what is behind it.
    fn asks_for(&self, place: Rect, ui_scale: f32, is_there: bool) -> bool {
        let cursor = self.window.as_ref().and_then(|window| window.cursor_position());
        let is_near = cursor.is_some_and(|cursor| place.contains(cursor / ui_scale));
        is_near && *self.tool == Tool::Select && (is_there || self.is_free())
    }

    /// Whether nothing is under the pointer that could be clicked, and nothing is being dragged.
    fn is_free(&self) -> bool {
        let is_dragging = self.buttons.any_pressed([MouseButton::Left, MouseButton::Right]);
        let is_on_unit = self.under.entity.is_some() || self.structure.0.is_some();
        // Signs of battles and arrows at the edge lie in the sky, and are panels to the pointer.
        !(is_dragging || is_on_unit || self.under.is_panel() || self.pointed.ring.is_some())
    }
}

/// Puts the slider between the panels, and shows or hides it.
pub fn show_slider(
    foresight: Res<Foresight>,
    actions: Actions,
    approach: Approach,
    briefing: Res<BriefingOpen>,
    (view, ui_scale, covered): (Res<ViewCamera>, Res<UiScale>, Res<CoveredAreas>),
    slider: Single<(&mut Visibility, &mut Node), With<Slider>>,
) {
    let (mut visibility, mut node) = slider.into_inner();
    let place = place_on(view.screen(ui_scale.0), &covered.0);
    let (left, width) = (px(place.min.x), px(place.width()));
    if (node.left, node.width) != (left, width) {
        (node.left, node.width) = (left, width);
    }
    let is_there = *visibility != Visibility::Hidden;
    let is_asked = actions.pressed(&Action::Foresee) || approach.asks_for(place, ui_scale.0, is_there);
    visibility.set_if_neq(visible_if(is_shown(&foresight, is_asked, *briefing)));
}

/// Writes the date of the slider, and fills its ruler up to there.
pub fn write_slider(
    foresight: Res<Foresight>,
    moment: Res<Moment>,
    slider: Single<&Visibility, With<Slider>>,
    mut fill: Single<&mut Node, With<Fill>>,
    mut words: Single<&mut Text, With<SliderWords>>,
) {
    if **slider == Visibility::Hidden {
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
    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::client::hud::timeline::MOST_DAYS;
    use crate::client::input::structure_pick::Hovered;
    use crate::client::view::RingPoint;
    use crate::client::widgets::fonts::words_width;
    use crate::level::Assault;
    use crate::sim::{BodyId, ClassId, RingPlace, StructureId};

    const SCREEN: Vec2 = Vec2::new(1280.0, 720.0);
    /// A point of the slider on it.
    const ON_SLIDER: Vec2 = Vec2::new(640.0, 664.0);

    #[test]
    fn the_slider_waits_for_the_end_of_the_briefing() {
        let (now, later) = (Foresight::default(), Foresight { days: 3.0, ..Foresight::default() });
        let (open, closed) = (BriefingOpen(true), BriefingOpen(false));
        assert!(
            is_shown(&now, true, closed) && !is_shown(&now, true, open) && !is_shown(&now, false, closed)
        );
        assert!(is_shown(&later, false, open), "the date of what is shown stays");
    }

    /// A world with the pointer at a place of the window, over nothing and with no tool.
    fn pointer_at(at: Vec2) -> World {
        let mut world = World::new();
        world.init_resource::<ButtonInput<MouseButton>>();
        world.init_resource::<Tool>();
        world.init_resource::<UnderPointer>();
        world.init_resource::<HoveredStructure>();
        world.init_resource::<Pointed>();
        let mut window = Window::default();
        window.set_cursor_position(Some(at));
        world.spawn((window, PrimaryWindow));
        world
    }

    /// Whether the pointer asks for the slider that is not there yet, and for the one that is there.
    fn asks(world: &mut World) -> [bool; 2] {
        let place = place_on(SCREEN, &[]);
        [false, true].map(|is_there| {
            let ask = move |approach: Approach| approach.asks_for(place, 1.0, is_there);
            world.run_system_once(ask).expect("it runs")
        })
    }

    #[test]
    fn a_free_pointer_at_its_place_brings_the_slider_up() {
        assert_eq!(asks(&mut pointer_at(ON_SLIDER)), [true; 2]);
        assert_eq!(asks(&mut pointer_at(Vec2::new(640.0, 600.0))), [false; 2]);
    }

    #[test]
    fn the_slider_leaves_the_clicks_of_a_tool_alone() {
        let mut world = pointer_at(ON_SLIDER);
        let tools = [
            Tool::Attack,
            Tool::Go,
            Tool::Guard,
            Tool::Ground(Assault::Land),
            Tool::Build(ClassId::FIRST),
            Tool::Rally(StructureId(1)),
        ];
        for tool in tools {
            world.insert_resource(tool);
            assert_eq!(asks(&mut world), [false; 2], "{tool:?}");
        }
    }

    #[test]
    fn the_slider_does_not_come_up_over_what_can_be_clicked() {
        let body = BodyId(4);
        let mut over_body = pointer_at(ON_SLIDER);
        over_body.insert_resource(UnderPointer { entity: Some(Entity::PLACEHOLDER), ..default() });
        let mut over_structure = pointer_at(ON_SLIDER);
        let stands = RingPlace { ring: 1, slot: 2, slots: 1 };
        let hovered = Hovered { id: StructureId(7), body, stands, radius_km: 600.0, is_exact: false };
        over_structure.insert_resource(HoveredStructure(Some(hovered)));
        let mut over_ring = pointer_at(ON_SLIDER);
        let ring = Some(RingPoint { body, ring: 1, place: bevy::math::DVec3::Z });
        over_ring.insert_resource(Pointed { ring, ..default() });
        let mut over_sign = pointer_at(ON_SLIDER);
        over_sign.insert_resource(UnderPointer { panel: Some(Entity::PLACEHOLDER), ..default() });
        let mut in_a_drag = pointer_at(ON_SLIDER);
        in_a_drag.resource_mut::<ButtonInput<MouseButton>>().press(MouseButton::Right);
        for mut world in [over_body, over_structure, over_ring, over_sign, in_a_drag] {
            assert_eq!(asks(&mut world), [false, true], "one that is there stays");
        }
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
