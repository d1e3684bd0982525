//! The marks beside which names of fleets stand. Ships of a fleet may be far apart: at its middle there may be nothing,
//! or a mark of another fleet. All lengths are pixels of the UI.

use bevy::ecs::system::SystemParam;
use bevy::platform::collections::HashMap;
use bevy::prelude::*;

use crate::client::scene::labels::marks::markers::Marker;
use crate::client::scene::labels::room::label_room::BESIDE_MARK;
use crate::client::scene::labels::room::wish::Wish;
use crate::client::worlds::Kept;
use crate::sim::MemberOf;

/// The name of a fleet goes from one of its marks to another that is nearer to its middle by more than this.
const HOP: f32 = 24.0;

/// Query bundle for the marks beside which names of fleets stand.
#[derive(SystemParam)]
pub struct FleetMarks<'w, 's> {
    ships: Query<'w, 's, (Entity, &'static Marker, &'static MemberOf)>,
    markers: Query<'w, 's, &'static Marker>,
    memory: Kept<'w, 's, Memory>,
}

/// What is kept from frame to frame.
#[derive(Debug, Default)]
struct Memory {
    /// The marks of this frame. Their list is kept so that no frame allocates it.
    links: Links,
    /// The mark at the name of each fleet in the frame before.
    named: HashMap<Entity, Entity>,
}

/// The marks that stand for the ships of each fleet: pairs of a fleet and a mark, each once, in order.
#[derive(Debug, Default)]
struct Links(Vec<(Entity, Entity)>);

/// A mark that may have the name of its fleet beside it.
#[derive(Clone, Copy, Debug, PartialEq)]
struct FleetMark {
    entity: Entity,
    middle: Vec2,
    /// From its middle to the name.
    reach: f32,
}

impl FleetMarks<'_, '_> {
    /// Finds the marks of all fleets in this frame, in one pass over the ships in the picture.
    pub(super) fn gather(&mut self) {
        let marked =
            self.ships.iter().filter(|(_, marker, _)| marker.placement.is_some() && !marker.is_in_knot);
        let pairs = marked.map(|(ship, marker, fleet)| (fleet.0, marker.stack.unwrap_or(ship)));
        self.memory.now().links.fill(pairs);
    }

    /// What the name of an object asks for: that of a fleet stands beside one of the marks of its ships, if the picture
    /// has any.
    pub(super) fn beside_mark(&mut self, fleet: Entity, wish: Wish, picture: Rect, ui_scale: f32) -> Wish {
        let Memory { links, named } = self.memory.now();
        let marks =
            links.of(fleet).filter_map(|mark| FleetMark::of(mark, self.markers.get(mark).ok()?, ui_scale));
        let in_picture = marks.filter(|mark| picture.contains(mark.middle));
        match nearest(in_picture, wish.anchor, named.get(&fleet).copied()) {
            Some(mark) => {
                named.insert(fleet, mark.entity);
                Wish { anchor: mark.middle, reach: mark.reach, ..wish }
            }
            None => wish,
        }
    }
}

impl Links {
    /// Fills the list anew. The ships of a stack often follow each other, so most repetitions are never in the list.
    fn fill(&mut self, pairs: impl Iterator<Item = (Entity, Entity)>) {
        self.0.clear();
        for pair in pairs {
            if self.0.last() != Some(&pair) {
                self.0.push(pair);
            }
        }
        self.0.sort_unstable();
        self.0.dedup();
    }

    /// The marks of a fleet.
    fn of(&self, fleet: Entity) -> impl Iterator<Item = Entity> + '_ {
        let first = self.0.partition_point(|(other, _)| *other < fleet);
        let onward = self.0.iter().skip(first);
        onward.take_while(move |(other, _)| *other == fleet).map(|(_, mark)| *mark)
    }
}

impl FleetMark {
    /// The mark of a ship; `None` out of the picture.
    fn of(entity: Entity, marker: &Marker, ui_scale: f32) -> Option<Self> {
        let placement = marker.placement?;
        let hull = marker.reach_at(&placement, ui_scale).max(placement.radius / ui_scale);
        let reach = hull.max(0.5 * marker.mark_size()) + BESIDE_MARK;
        Some(Self { entity, middle: placement.pixel / ui_scale, reach })
    }
}

/// The mark nearest to the middle of a fleet. The one before stays while no other is much nearer.
fn nearest(
    marks: impl Iterator<Item = FleetMark>,
    middle: Vec2,
    before: Option<Entity>,
) -> Option<FleetMark> {
    let distance =
        |mark: &FleetMark| mark.middle.distance(middle) - if before == Some(mark.entity) { HOP } else { 0.0 };
    marks.min_by(|one, other| distance(one).total_cmp(&distance(other)))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::client::scene::labels::marks::markers::{MarkerStyle, Placement};

    #[test]
    fn a_stack_is_a_mark_of_every_fleet_in_it_once() {
        let mut world = World::new();
        let [fleet, other, shipless, stack, alone] = [(); 5].map(|()| world.spawn_empty().id());
        let mut links = Links::default();
        let marks = |links: &Links, fleet: Entity| links.of(fleet).collect::<Vec<Entity>>();
        links.fill(
            [(other, stack), (fleet, stack), (other, alone), (other, stack), (other, stack)].into_iter(),
        );
        assert_eq!(marks(&links, fleet), [stack]);
        assert_eq!(BTreeSet::from_iter(marks(&links, other)), BTreeSet::from([stack, alone]));
        assert_eq!((links.0.len(), marks(&links, shipless).len()), (3, 0));
        links.fill(std::iter::empty());
        assert!(marks(&links, fleet).is_empty(), "the next frame");
    }

    #[test]
    fn the_name_of_a_fleet_stands_at_a_mark_of_its_ships() {
        let mut world = World::new();
        let [one, other] = [(); 2].map(|()| world.spawn_empty().id());
        let style = MarkerStyle { size: 14.0, ..default() };
        let mark = |entity: Entity, x: f32, radius: f32| {
            let placement = Placement {
                pixel: Vec2::new(x, 600.0),
                radius,
                hull: Rect::default(),
                icon_alpha: 1.0,
                name_alpha: 1.0,
            };
            FleetMark::of(entity, &Marker::placed(style, 0.0, placement), 2.0).expect("it is in the picture")
        };
        let named_from = |middle: f32, before: Option<Entity>| {
            let marks = [mark(one, 400.0, 1.0), mark(other, 800.0, 90.0)];
            nearest(marks.into_iter(), Vec2::new(middle, 300.0), before).map(|mark| mark.entity)
        };
        // The marks are at 200 and 400 pixels of the UI.
        assert_eq!([290.0, 310.0].map(|middle| named_from(middle, None)), [Some(one), Some(other)]);
        assert_eq!(named_from(310.0, Some(one)), Some(one), "it does not hop");
        assert_eq!(named_from(313.0, Some(one)), Some(other));
        assert_eq!(nearest(std::iter::empty(), Vec2::ZERO, Some(one)), None);
        let reaches = [1.0, 90.0].map(|radius| mark(one, 400.0, radius).reach);
        assert_eq!(reaches, [7.0 + BESIDE_MARK, 45.0 + BESIDE_MARK]);
    }
}
