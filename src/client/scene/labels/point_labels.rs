//! Labels at points of the world, placed without overlaps among each other and with panels.

use bevy::prelude::*;
use glam::DVec3;

use super::label_room::{Room, place_words};
use super::markers::{MarkerLayer, floating, legible};
use crate::client::view::ViewCamera;
use crate::client::widgets::fonts::words_width;

/// Limit on simultaneous labels.
const LABELS: usize = 24;
/// Size of the words at a point, pixels.
const LABEL_PIXELS: f32 = 14.0;
/// Height of a line of text, as a share of the font size.
const LINE_HEIGHT: f32 = 1.2;
/// Background of labels, so that they are readable over lines.
const PLATE: Color = Color::srgba(0.01, 0.02, 0.035, 0.9);

/// Areas of the screen covered by panels, pixels of the UI: labels at points of the world avoid them.
#[derive(Resource, Clone, Debug, Default)]
pub struct CoveredAreas(pub Vec<Rect>);

/// A text at a point of the world.
#[derive(Component, Clone, Copy, Debug)]
pub struct PointLabel(usize);

/// The texts of this frame.
#[derive(Resource, Clone, Debug, Default)]
pub struct PointLabels(Vec<(DVec3, String, Color)>);

impl PointLabels {
    /// Shows words at a point of the world in this frame, heliocentric ecliptic km.
    pub fn say(&mut self, place: DVec3, words: String, color: Color) {
        self.0.push((place, words, color));
    }

    /// Adds a label below those of almost the same pixel, if there are any.
    pub fn say_below(&mut self, view: &ViewCamera, place: DVec3, words: String, color: Color) {
        let pixel = |place: DVec3| view.project(place).map(|projected| projected.pixel);
        let is_near = |other: DVec3| {
            pixel(place).zip(pixel(other)).is_some_and(|(one, other)| one.distance(other) < LABEL_PIXELS)
        };
        let known = self.0.iter().position(|(other, _, tint)| *tint == color && is_near(*other));
        match known.and_then(|at| self.0.get_mut(at)) {
            Some((_, known, _)) => {
                known.push('\n');
                known.push_str(&words);
            }
            None => self.say(place, words, color),
        }
    }
}

/// Spawns the labels, hidden.
pub fn spawn_labels(mut commands: Commands, layer: Single<Entity, With<MarkerLayer>>) {
    for index in 0..LABELS {
        commands.spawn((
            PointLabel(index),
            Node { border_radius: BorderRadius::all(px(3)), ..floating() },
            BackgroundColor(PLATE),
            // Above the names of that place, which would otherwise show through.
            ZIndex(1),
            legible("", LABEL_PIXELS, Color::WHITE),
            Visibility::Hidden,
            Pickable::IGNORE,
            ChildOf(*layer),
        ));
    }
}

/// Removes the texts of the frame before.
pub fn clear_labels(mut labels: ResMut<PointLabels>) {
    labels.0.clear();
}

/// The room that words take, pixels of the UI.
fn words_size(words: &str) -> Vec2 {
    let width = words.lines().map(|line| words_width(line, LABEL_PIXELS)).fold(0.0, f32::max);
    Vec2::new(width, words.lines().count() as f32 * LINE_HEIGHT * LABEL_PIXELS)
}

/// Puts the labels in their places.
pub fn place_labels(
    labels: Res<PointLabels>,
    view: Res<ViewCamera>,
    ui_scale: Res<UiScale>,
    covered: Res<CoveredAreas>,
    mut nodes: Query<(&PointLabel, &mut UiTransform, &mut Visibility, &mut Text, &mut TextColor)>,
) {
    let size = view.viewport.as_vec2() / ui_scale.0;
    let shown: Vec<(Vec2, &String, Color)> = labels
        .0
        .iter()
        .filter_map(|(place, words, color)| {
            let pixel = view.project(*place)?.pixel;
            Some((pixel / ui_scale.0, words, *color))
        })
        .take(LABELS)
        .collect();
    let wanted: Vec<(Vec2, Vec2)> =
        shown.iter().map(|(point, words, _)| (*point, words_size(words))).collect();
    let corners = place_words(&wanted, &Room { size, covered: &covered.0 });
    for (label, mut transform, mut visibility, mut text, mut color) in &mut nodes {
        let corner = corners.get(label.0).copied().flatten();
        visibility.set_if_neq(if corner.is_some() { Visibility::Inherited } else { Visibility::Hidden });
        let (Some(corner), Some((_, words, tint))) = (corner, shown.get(label.0)) else { continue };
        transform.set_if_neq(UiTransform::from_translation(Val2::px(corner.x, corner.y)));
        text.set_if_neq(Text((*words).clone()));
        color.set_if_neq(TextColor(tint.with_alpha(1.0)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_take_the_room_of_their_longest_line() {
        let size = words_size("one\nthree");
        assert_eq!(size, Vec2::new(words_width("three", LABEL_PIXELS), 2.0 * LINE_HEIGHT * LABEL_PIXELS));
    }
}
