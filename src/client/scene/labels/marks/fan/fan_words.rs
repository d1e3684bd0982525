//! The words beside the marks of a fan.

use bevy::prelude::*;

use super::Fan;
use super::open_fan::{MOST_MARKS, WORD_PIXELS, width};
use crate::client::input::Pick;
use crate::client::scene::labels::layer::{MarkerLayer, legible};
use crate::client::scene::labels::marks::markers::Marker;
use crate::client::scene::labels::room::sky_label::{LINE_HEIGHT, SkyLabel, padded, weights};
use crate::client::scene::labels::room::wish::{NoRoom, Side, Wish};

/// From a mark to its words, pixels of the UI.
const GAP: f32 = 3.0;
/// Opacity of the plates of words.
const PLATE: f32 = 0.9;

/// The words beside a mark of the fan, by its place in the list.
#[derive(Component, Clone, Copy, Debug)]
pub struct FanWords(usize);

/// Spawns the words, hidden.
pub fn spawn_words(mut commands: Commands, layer: Single<Entity, With<MarkerLayer>>) {
    for index in 0..MOST_MARKS {
        commands.spawn((
            FanWords(index),
            SkyLabel::new(weights::FAN),
            padded(),
            ZIndex(1),
            legible("", WORD_PIXELS, Color::WHITE),
            Visibility::Hidden,
            Pickable::IGNORE,
            ChildOf(*layer),
        ));
    }
}

/// Asks for the words of the fan.
pub fn ask_words(
    fan: Res<Fan>,
    marked: Query<&Marker>,
    mut words: Query<(&FanWords, &mut SkyLabel, &mut Text)>,
) {
    for (index, mut label, mut text) in &mut words {
        let open = fan.open.as_ref();
        let shown = open.and_then(|open| Some((open, open.groups.get(index.0)?)));
        let Some((open, group, marker)) =
            shown.and_then(|(open, group)| Some((open, group, marked.get(group.ship).ok()?)))
        else {
            label.hide();
            continue;
        };
        label.set_owner(group.ship);
        label.set_plate(PLATE);
        let wish = Wish {
            anchor: open.pixel(index.0) / open.scale,
            reach: 0.5 * marker.mark_size() + GAP,
            mark: None,
            size: Vec2::new(width(&group.words), LINE_HEIGHT * WORD_PIXELS),
            sides: if open.is_left { &[Side::Left] } else { &[Side::Right] },
            spare: &[],
            steps: 0,
            no_room: NoRoom::Push,
        };
        label.ask(wish, marker.color());
        if text.0 != group.words {
            group.words.clone_into(&mut text.0);
        }
    }
}

/// Lets the mouse hit the ships of the fan by their words.
pub fn note_words(fan: Res<Fan>, words: Query<(&FanWords, &SkyLabel)>, mut picks: Query<&mut Pick>) {
    let Some(open) = &fan.open else { return };
    for (index, label) in &words {
        let Some(group) = open.groups.get(index.0) else { continue };
        if let Ok(mut pick) = picks.get_mut(group.ship) {
            let area = label.legible_area();
            pick.name = area.map(|area| Rect::from_corners(area.min * open.scale, area.max * open.scale));
        }
    }
}
