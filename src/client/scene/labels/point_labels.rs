//! Labels at points of the world, placed without overlaps among each other and with panels.

use bevy::prelude::*;
use glam::DVec3;

use super::label_room::{Room, place_words};
use super::markers::{MarkerLayer, floating, legible};
use crate::client::input::Pick;
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
pub struct PointLabels {
    labels: Vec<(DVec3, String, Color)>,
    /// Those of little importance, with the size of their letters, pixels.
    faint: Vec<(DVec3, String, Color, f32)>,
}

impl PointLabels {
    /// Shows words at a point of the world in this frame, heliocentric ecliptic km.
    pub fn say(&mut self, place: DVec3, words: String, color: Color) {
        self.labels.push((place, words, color));
    }

    /// Shows words of little importance, of a size in pixels and as opaque as their colour, unless something else
    /// stands in the way.
    pub fn whisper(&mut self, place: DVec3, words: String, color: Color, pixels: f32) {
        self.faint.push((place, words, color, pixels));
    }

    /// Adds a label below those of almost the same pixel, if there are any.
    pub fn say_below(&mut self, view: &ViewCamera, place: DVec3, words: String, color: Color) {
        let pixel = |place: DVec3| view.project(place).map(|projected| projected.pixel);
        let is_near = |other: DVec3| {
            pixel(place).zip(pixel(other)).is_some_and(|(one, other)| one.distance(other) < LABEL_PIXELS)
        };
        let known = self.labels.iter().position(|(other, _, tint)| *tint == color && is_near(*other));
        match known.and_then(|at| self.labels.get_mut(at)) {
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
    labels.labels.clear();
    labels.faint.clear();
}

/// The room that words of a size take, pixels of the UI.
fn words_size(words: &str, pixels: f32) -> Vec2 {
    let width = words.lines().map(|line| words_width(line, pixels)).fold(0.0, f32::max);
    Vec2::new(width, words.lines().count() as f32 * LINE_HEIGHT * pixels)
}

/// A label in its place.
struct PlacedLabel<'a> {
    area: Rect,
    words: &'a str,
    color: Color,
    pixels: f32,
}

type LabelParts = (
    &'static PointLabel,
    &'static mut UiTransform,
    &'static mut Visibility,
    &'static mut Text,
    &'static mut TextColor,
    &'static mut TextFont,
    &'static mut BackgroundColor,
);

/// Puts the labels in their places.
pub fn place_labels(
    labels: Res<PointLabels>,
    view: Res<ViewCamera>,
    ui_scale: Res<UiScale>,
    covered: Res<CoveredAreas>,
    picks: Query<&Pick>,
    mut nodes: Query<LabelParts>,
) {
    let room = Room { size: view.viewport.as_vec2() / ui_scale.0, covered: &covered.0 };
    let point_of = |place: DVec3| view.project(place).map(|projected| projected.pixel / ui_scale.0);
    let mut placed = labels.placed(&room, point_of);
    if !labels.faint.is_empty() {
        let names = picks.iter().filter_map(|pick| pick.name);
        let names = names.map(|name| Rect::from_corners(name.min / ui_scale.0, name.max / ui_scale.0));
        let taken = placed.iter().map(|label| label.area).chain(names).collect();
        placed.extend(labels.faint_placed(&room, point_of, taken));
    }
    for (label, mut transform, mut visibility, mut text, mut color, mut font, mut plate) in &mut nodes {
        let Some(placed) = placed.get(label.0) else {
            visibility.set_if_neq(Visibility::Hidden);
            continue;
        };
        visibility.set_if_neq(Visibility::Inherited);
        transform.set_if_neq(UiTransform::from_translation(Val2::px(placed.area.min.x, placed.area.min.y)));
        if text.0 != placed.words {
            text.0 = placed.words.to_owned();
        }
        color.set_if_neq(TextColor(placed.color));
        plate.set_if_neq(BackgroundColor(PLATE.with_alpha(PLATE.alpha() * placed.color.alpha())));
        if font.font_size != FontSize::Px(placed.pixels) {
            font.font_size = FontSize::Px(placed.pixels);
        }
    }
}

impl PointLabels {
    /// The labels in their places; `point_of` gives the point of a place, pixels of the UI.
    fn placed(&self, room: &Room, point_of: impl Fn(DVec3) -> Option<Vec2>) -> Vec<PlacedLabel<'_>> {
        let shown = self.labels.iter().filter_map(|(place, words, color)| {
            Some((point_of(*place)?, words_size(words, LABEL_PIXELS), words.as_str(), *color))
        });
        let shown: Vec<(Vec2, Vec2, &str, Color)> = shown.take(LABELS).collect();
        let wanted: Vec<(Vec2, Vec2)> = shown.iter().map(|(point, size, ..)| (*point, *size)).collect();
        let corners = place_words(&wanted, room).into_iter().zip(shown);
        let labels = corners.filter_map(|(corner, (_, size, words, color))| {
            let corner = corner?;
            let (area, color) = (Rect::from_corners(corner, corner + size), color.with_alpha(1.0));
            Some(PlacedLabel { area, words, color, pixels: LABEL_PIXELS })
        });
        labels.collect()
    }

    /// The labels of little importance that have room beside these areas.
    fn faint_placed(
        &self,
        room: &Room,
        point_of: impl Fn(DVec3) -> Option<Vec2>,
        mut taken: Vec<Rect>,
    ) -> Vec<PlacedLabel<'_>> {
        let labels = self.faint.iter().filter_map(|(place, words, color, pixels)| {
            let area = room.free_place(point_of(*place)?, words_size(words, *pixels), &taken)?;
            taken.push(area);
            Some(PlacedLabel { area, words, color: *color, pixels: *pixels })
        });
        labels.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_take_the_room_of_their_longest_line() {
        let size = words_size("one\nthree", LABEL_PIXELS);
        assert_eq!(size, Vec2::new(words_width("three", LABEL_PIXELS), 2.0 * LINE_HEIGHT * LABEL_PIXELS));
    }

    #[test]
    fn words_of_little_importance_give_way_and_keep_their_opacity() {
        let mut labels = PointLabels::default();
        let faint = Color::WHITE.with_alpha(0.5);
        labels.say(DVec3::X, "loud".to_owned(), faint);
        labels.whisper(DVec3::X, "first".to_owned(), faint, 11.0);
        labels.whisper(DVec3::X, "second".to_owned(), faint, 11.0);
        let room = Room { size: Vec2::new(400.0, 300.0), covered: &[] };
        let point_of = |_| Some(Vec2::new(200.0, 100.0));
        let placed = labels.placed(&room, point_of);
        assert_eq!(placed.iter().map(|label| label.color.alpha()).collect::<Vec<_>>(), [1.0]);
        let areas = |faint: &[PlacedLabel]| faint.iter().map(|label| label.area).collect::<Vec<Rect>>();
        let found = labels.faint_placed(&room, point_of, areas(&placed));
        assert_eq!(found.iter().map(|label| label.words).collect::<Vec<_>>(), ["first", "second"]);
        assert!(found.iter().all(|label| label.color == faint));
        let all: Vec<Rect> = areas(&placed).into_iter().chain(areas(&found)).collect();
        let overlap = |one: &Rect, other: &Rect| !one.intersect(*other).is_empty();
        assert!((1..all.len()).all(|at| all[..at].iter().all(|other| !overlap(&all[at], other))), "{all:?}");
        let everything = vec![Rect::from_corners(Vec2::ZERO, room.size)];
        assert!(labels.faint_placed(&room, point_of, everything).is_empty());
    }
}
