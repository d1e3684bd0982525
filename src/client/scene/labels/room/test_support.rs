//! A picture with panels, and words that want a place in it, for tests.

use bevy::prelude::*;

use super::label_room::{Candidate, LabelRoom};
use super::wish::{NoRoom, Side, Slot, Wish};

/// The size of a name, pixels.
const SIZE: Vec2 = Vec2::new(100.0, 16.0);
/// The size of the picture, pixels.
pub(super) const WINDOW: Vec2 = Vec2::new(1280.0, 720.0);
/// The anchor of most words.
pub(super) const AT: Vec2 = Vec2::new(400.0, 300.0);
/// A minimap in the lower right corner of the picture.
pub(super) const MAP: Rect = Rect { min: Vec2::new(1066.0, 476.0), max: Vec2::new(1266.0, 676.0) };
/// A line along the lower edge of the picture.
pub(super) const LINE: Rect = Rect { min: Vec2::new(0.0, 686.0), max: Vec2::new(1280.0, 720.0) };

/// The wish of a name.
pub(super) fn name(anchor: Vec2) -> Wish {
    Wish { reach: 12.0, sides: Side::OF_NAMES, steps: 2, ..Wish::over(anchor, SIZE) }
}

/// The wish of a tip.
pub(super) fn tip(anchor: Vec2) -> Wish {
    let wish = Wish::over(anchor, Vec2::new(320.0, 80.0));
    Wish { reach: 18.0, sides: Side::OF_POINTS, steps: 2, no_room: NoRoom::Push, ..wish }
}

/// New words with these weights and wishes.
pub(super) fn candidates(wishes: impl IntoIterator<Item = (f32, Wish)>) -> Vec<Candidate> {
    let mut world = World::new();
    let all = wishes.into_iter();
    all.map(|(weight, wish)| Candidate {
        words: world.spawn_empty().id(),
        owner: None,
        weight,
        wish,
        slot: None,
    })
    .collect()
}

/// A picture with nothing but its panels.
pub(super) fn room() -> LabelRoom {
    let mut room = LabelRoom::default();
    room.clear(WINDOW, &[MAP, LINE]);
    room
}

/// The place of the words of this weight.
pub(super) fn slot_of(all: &[Candidate], weight: f32) -> Option<Slot> {
    all.iter().find(|one| one.weight == weight).and_then(|one| one.slot)
}
