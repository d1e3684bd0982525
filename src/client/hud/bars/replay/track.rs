//! The track: filled up to the present tick and, in a second tone, on to the one that is sought.

use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::ui::RelativeCursorPosition;

use super::signs::{LANE_HEIGHT, Lane};
use super::sought::{ReplayPress, Sought, result_tick};
use crate::client::frame::PageOpen;
use crate::client::widgets::{ACCENT, PANEL, RESTING, WORDS};
use crate::client::worlds::{LogSpan, Playback};
use crate::sim::Calendar;

/// Height of the track with its signs, which can be grabbed, pixels.
const HEIGHT: f32 = 20.0;
/// Height of the groove below the signs, pixels.
const GROOVE: f32 = 5.0;
/// Least width, pixels.
const LEAST_WIDTH: f32 = 80.0;
/// Width of the thumb, pixels.
const THUMB: f32 = 3.0;
/// Opacity of the part that was shown, and of the part on the way.
const ALPHAS: (f32, f32) = (0.75, 0.35);
/// Opacity of the shade over what comes after the result.
const SHADE: f32 = 0.6;

/// Marks the track as a whole.
#[derive(Component, Clone, Copy, Debug)]
pub struct Track;

/// A part of the groove.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// From the beginning to the present tick.
    Shown,
    /// From there to the tick that is sought.
    Ahead,
    /// What was only watched: from the result to the end of the log.
    AfterResult,
    /// At the tick that is sought, else at the present one.
    Thumb,
}

/// Spawns the track, empty.
pub fn spawn(commands: &mut Commands, bar: Entity) {
    let track = Node { flex_grow: 1.0, min_width: px(LEAST_WIDTH), height: px(HEIGHT), ..default() };
    let whole = Node { position_type: PositionType::Absolute, left: px(0), right: px(0), ..default() };
    let lane = Node { top: px(0), height: px(LANE_HEIGHT), ..whole.clone() };
    let groove = Node {
        bottom: px(0),
        height: px(GROOVE),
        border_radius: BorderRadius::all(px(0.5 * GROOVE)),
        overflow: Overflow::clip(),
        ..whole
    };
    let tone = |part: Part, color: Color| {
        let node = Node { position_type: PositionType::Absolute, height: percent(100), ..default() };
        (part, node, BackgroundColor(color), Pickable::IGNORE)
    };
    let parts = children![
        tone(Part::Shown, ACCENT.with_alpha(ALPHAS.0)),
        tone(Part::Ahead, ACCENT.with_alpha(ALPHAS.1)),
        tone(Part::AfterResult, PANEL.with_alpha(SHADE)),
    ];
    let thumb = Node {
        position_type: PositionType::Absolute,
        bottom: px(-1),
        width: px(THUMB),
        height: px(GROOVE + 2.0),
        margin: UiRect::left(px(-0.5 * THUMB)),
        ..default()
    };
    commands.spawn((
        Track,
        track,
        RelativeCursorPosition::default(),
        ChildOf(bar),
        children![
            (groove, BackgroundColor(RESTING), Pickable::IGNORE, parts),
            (Part::Thumb, thumb, BackgroundColor(WORDS), Pickable::IGNORE),
            (Lane::default(), lane, Pickable::IGNORE),
        ],
    ));
}

/// Seeks the tick under the hand: by a click, or by a drag with the left button. A click on a sign is the sign's.
pub fn drag(
    buttons: Res<ButtonInput<MouseButton>>,
    page: Res<PageOpen>,
    track: Single<(&RelativeCursorPosition, &InheritedVisibility), With<Track>>,
    signs: Query<&Hovered, With<ReplayPress>>,
    playback: Res<Playback>,
    mut sought: ResMut<Sought>,
) {
    let (cursor, visibility) = *track;
    let begins = buttons.just_pressed(MouseButton::Left)
        && visibility.get()
        && cursor.cursor_over()
        && !page.0
        && !signs.iter().any(Hovered::get);
    if sought.dragged.is_none() && !begins {
        return;
    }
    if let Some(place) = cursor.normalized {
        // Counted from the middle of the track, -0.5 to 0.5 within it.
        let tick = playback.span().tick_at(f64::from(place.x) + 0.5);
        if sought.dragged.replace(tick) != Some(tick) {
            sought.seek(&playback, tick);
        }
    }
    // A click within a frame is no longer held, but just pressed.
    if !buttons.pressed(MouseButton::Left) {
        sought.dragged = None;
    }
}

/// Fills the groove.
pub fn fill(
    playback: Res<Playback>,
    calendar: Res<Calendar>,
    sought: Res<Sought>,
    mut parts: Query<(&Part, &mut Node)>,
) {
    let span = playback.span();
    let goal = sought.goal(&playback).unwrap_or(calendar.tick);
    let result = result_tick(playback.log.marks());
    for (part, mut node) in &mut parts {
        let (left, width) = extent(*part, span, (calendar.tick, goal), result);
        let (left, width): (Val, Val) =
            (percent(100.0 * left), width.map_or(px(THUMB), |width| percent(100.0 * width)));
        if (node.left, node.width) != (left, width) {
            (node.left, node.width) = (left, width);
        }
    }
}

/// The beginning and the width of a part, shares of the track; no width for the thumb.
fn extent(part: Part, span: LogSpan, (now, goal): (u64, u64), result: Option<u64>) -> (f32, Option<f32>) {
    let (now, goal) = (span.share(now) as f32, span.share(goal) as f32);
    match part {
        Part::Shown => (0.0, Some(now)),
        Part::Ahead => (now, Some((goal - now).max(0.0))),
        Part::AfterResult => {
            let result = result.map_or(1.0, |tick| span.share(tick) as f32);
            (result, Some(1.0 - result))
        }
        Part::Thumb => (goal, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_groove_is_filled_to_the_present_and_on_to_what_is_sought() {
        let span = LogSpan { first: 100, last: 500 };
        let extents = |now: u64, goal: u64| {
            [Part::Shown, Part::Ahead, Part::Thumb].map(|part| extent(part, span, (now, goal), None))
        };
        assert_eq!(extents(200, 200), [(0.0, Some(0.25)), (0.25, Some(0.0)), (0.25, None)]);
        assert_eq!(extents(200, 400), [(0.0, Some(0.25)), (0.25, Some(0.5)), (0.75, None)]);
        assert_eq!(extents(400, 100), [(0.0, Some(0.75)), (0.75, Some(0.0)), (0.0, None)], "the way back");
        let after = |result: Option<u64>| extent(Part::AfterResult, span, (200, 200), result);
        assert_eq!([None, Some(400)].map(after), [(1.0, Some(0.0)), (0.75, Some(0.25))]);
    }
}
