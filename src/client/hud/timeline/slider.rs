//! The slider of [`Foresight`]: a bar above the status line with the displayed date. It is visible while its key
//! is held, while a later time is shown, and while the pointer is at its place.

use bevy::prelude::*;
use bevy::ui::RelativeCursorPosition;
use bevy::window::PrimaryWindow;

use super::{Foresight, ahead_words, share_of};
use crate::client::hud::status::date;
use crate::client::settings::{Action, Actions, Binding, first_key};
use crate::client::view::Moment;
use crate::client::widgets::{KeyTip, PANEL, QUIET, STRONG, WORDS, band, text};

/// Distance of the slider from the bottom of the screen, above the status line, logical pixels.
const BOTTOM: f32 = 42.0;
/// Height, logical pixels.
const HEIGHT: f32 = 28.0;
/// Width, as a share of the screen's.
const WIDTH_SHARE: f32 = 0.5;
/// Height of the track, which can be grabbed, logical pixels.
const TRACK_HEIGHT: f32 = 14.0;
/// Width of the words, so that the track does not change with them, logical pixels.
const WORDS_WIDTH: f32 = 210.0;
/// Size of the words, pixels.
const WORD_PIXELS: f32 = 14.0;
/// The track that is not filled.
const TRACK: Color = Color::srgba(0.16, 0.24, 0.34, 0.85);

/// Marks the slider as a whole.
#[derive(Component, Clone, Copy, Debug)]
pub struct Slider;

/// Marks the track in which the slider moves.
#[derive(Component, Clone, Copy, Debug)]
pub struct SliderTrack;

/// Marks the part of the track that is filled.
#[derive(Component, Clone, Copy, Debug)]
pub struct Fill;

/// Marks the words beside the track.
#[derive(Component, Clone, Copy, Debug)]
pub struct SliderWords;

/// Marks the button that goes back to now.
#[derive(Component, Clone, Copy, Debug)]
pub struct Back;

/// Spawns the slider, hidden.
pub fn spawn_slider(mut commands: Commands) {
    let bar = Node {
        width: percent(100.0 * WIDTH_SHARE),
        height: px(HEIGHT),
        padding: UiRect::horizontal(px(10)),
        column_gap: px(10),
        align_items: AlignItems::Center,
        border_radius: BorderRadius::all(px(6)),
        ..default()
    };
    let track = Node {
        flex_grow: 1.0,
        height: px(TRACK_HEIGHT),
        border_radius: BorderRadius::all(px(0.5 * TRACK_HEIGHT)),
        overflow: Overflow::clip(),
        ..default()
    };
    let fill = Node { width: percent(0), height: percent(100), ..default() };
    let words = Node { width: px(WORDS_WIDTH), flex_shrink: 0.0, ..default() };
    let button =
        Node { padding: UiRect::horizontal(px(7)), border_radius: BorderRadius::all(px(3)), ..default() };
    commands.spawn((
        band(auto(), px(BOTTOM)),
        children![(
            Slider,
            bar,
            BackgroundColor(PANEL),
            Visibility::Hidden,
            children![
                (
                    SliderTrack,
                    track,
                    RelativeCursorPosition::default(),
                    BackgroundColor(TRACK),
                    children![(Fill, fill, BackgroundColor(STRONG.with_alpha(0.7)))],
                ),
                (words, children![(SliderWords, text("", WORD_PIXELS, WORDS), TextLayout::no_wrap())]),
                (
                    Back,
                    Button,
                    KeyTip(back_tip),
                    button,
                    BackgroundColor(TRACK),
                    children![text("×", WORD_PIXELS, QUIET)],
                ),
            ],
        )],
    ));
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
    ui_scale: Res<UiScale>,
    mut slider: Single<&mut Visibility, With<Slider>>,
    mut fill: Single<&mut Node, With<Fill>>,
    mut words: Single<&mut Text, With<SliderWords>>,
) {
    let is_near = window.is_some_and(|window| {
        let size = Vec2::new(window.width(), window.height());
        window.cursor_position().is_some_and(|cursor| is_near(cursor, size, ui_scale.0))
    });
    // It must not appear during a drag for something else.
    let was_shown = **slider != Visibility::Hidden;
    let is_near = is_near && (was_shown || !buttons.any_pressed([MouseButton::Left, MouseButton::Right]));
    let is_shown = foresight.is_on() || foresight.is_dragged || actions.pressed(&Action::Foresee) || is_near;
    slider.set_if_neq(if is_shown { Visibility::Inherited } else { Visibility::Hidden });
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

/// Whether a cursor is at the slider's place; all in logical pixels of the window.
fn is_near(cursor: Vec2, size: Vec2, ui_scale: f32) -> bool {
    let above_bottom = (size.y - cursor.y) / ui_scale;
    let aside = (cursor.x - 0.5 * size.x).abs();
    (BOTTOM..=BOTTOM + HEIGHT).contains(&above_bottom) && aside < 0.5 * WIDTH_SHARE * size.x
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slider_comes_only_to_a_pointer_in_its_place() {
        let size = Vec2::new(1000.0, 800.0);
        assert!(is_near(Vec2::new(500.0, 750.0), size, 1.0));
        assert!(!is_near(Vec2::new(500.0, 790.0), size, 1.0), "the status line");
        assert!(!is_near(Vec2::new(500.0, 700.0), size, 1.0), "the sky");
        assert!(!is_near(Vec2::new(100.0, 750.0), size, 1.0), "beside it");
        assert!(is_near(Vec2::new(500.0, 700.0), size, 2.0), "larger words");
    }

    #[test]
    fn all_of_the_slider_is_there_from_the_start() {
        let mut world = World::new();
        spawn_slider(world.commands());
        world.flush();
        assert_eq!(world.query::<&SliderTrack>().iter(&world).count(), 1);
        assert_eq!(world.query::<&Fill>().iter(&world).count(), 1);
        assert_eq!(world.query::<&Back>().iter(&world).count(), 1);
        assert_eq!(world.query::<&SliderWords>().iter(&world).count(), 1);
    }
}
