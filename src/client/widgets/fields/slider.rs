//! A value between two ends, dragged by the mouse.
//!
//! A change arrives as [`ValueChange<f32>`](bevy::ui_widgets::ValueChange); write the new [`SliderValue`] to move
//! the thumb. In a [row](crate::client::widgets::Row) the arrows to the left and right move it.

use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::ui_widgets::{
    Slider, SliderOrientation, SliderPrecision, SliderRange, SliderStep, SliderThumb, SliderValue, TrackClick,
};

use super::bar::{self, Bar, bar};
use crate::client::widgets::theme::WORDS;

/// Width of a slider and of its thumb, pixels.
const WIDTH: f32 = 150.0;
/// Width and height of its thumb, pixels.
const THUMB: Vec2 = Vec2::new(8.0, 16.0);

/// The ends of a slider, and its steps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SliderEnds {
    /// The left end.
    pub least: f32,
    /// The right end.
    pub most: f32,
    /// A step of the arrow keys. The mouse sets multiples of 10.
    pub step: f32,
}

/// A slider at a value.
pub fn slider(value: f32, scale: SliderEnds) -> impl Bundle {
    let node = Node { width: px(WIDTH), height: px(THUMB.y), align_items: AlignItems::Center, ..default() };
    let thumb = Node {
        position_type: PositionType::Absolute,
        width: px(THUMB.x),
        height: px(THUMB.y),
        border_radius: BorderRadius::all(px(2)),
        ..default()
    };
    (
        Slider { track_click: TrackClick::Snap, orientation: SliderOrientation::Horizontal },
        (
            SliderValue(value),
            SliderRange::new(scale.least, scale.most),
            SliderStep(scale.step),
            SliderPrecision(-1),
        ),
        Hovered::default(),
        node,
        children![bar(percent(100), 0.0), (SliderThumb, thumb, BackgroundColor(WORDS), Pickable::IGNORE)],
    )
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(PostUpdate, follow_values.before(bar::BarSystems));
}

/// Moves thumb and bar to the value.
fn follow_values(
    sliders: Query<(&SliderValue, &SliderRange, &Children), Changed<SliderValue>>,
    mut thumbs: Query<&mut Node, With<SliderThumb>>,
    mut bars: Query<&mut Bar>,
) {
    for (value, range, children) in &sliders {
        let share = range.thumb_position(value.0).clamp(0.0, 1.0);
        for child in children {
            if let Ok(mut node) = thumbs.get_mut(*child) {
                node.left = px(share * (WIDTH - THUMB.x));
            }
            if let Ok(mut bar) = bars.get_mut(*child) {
                bar.0 = share;
            }
        }
    }
}
