//! The layer of icons and words on the sky, under everything else.

use bevy::prelude::*;

use crate::client::widgets::{covering, text};

/// The part of the screen's tree that holds icons and words on the sky.
#[derive(Component)]
pub struct MarkerLayer;

/// Spawns the layer.
pub fn spawn_layer(mut commands: Commands) {
    commands.spawn((MarkerLayer, covering(), Pickable::IGNORE, GlobalZIndex(-10)));
}

/// A node that is placed by its `UiTransform`.
pub fn floating() -> Node {
    Node { position_type: PositionType::Absolute, left: px(0), top: px(0), ..default() }
}

/// Words in one line, with a shadow so that they are legible before a bright planet.
pub fn legible(words: &str, pixels: f32, color: Color) -> impl Bundle + use<> {
    let shadow = TextShadow { offset: Vec2::splat(1.0), color: Color::BLACK };
    (text(words, pixels, color), shadow, TextLayout::no_wrap())
}

/// A node of the layer for words of a size, pixels; without words, and hidden until it is put in its place.
pub fn floating_words(layer: Entity, pixels: f32) -> impl Bundle + use<> {
    (floating(), legible("", pixels, Color::WHITE), Visibility::Hidden, Pickable::IGNORE, ChildOf(layer))
}
