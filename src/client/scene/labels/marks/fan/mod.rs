//! The fan of a stack: while the pointer rests on marks that lie on top of each other, their ships fan out in an arc
//! beside it, a mark with words for each class of each fleet. These marks can be clicked as all others; a body beneath
//! is free again.
//!
//! - Enters: the pointer, markers with their stacks, fights.
//! - Leaves: places for the marks of the members, words beside them; the counts of stacks.
//! - Must never: decide which icons make a stack; `stacks.rs` does.
//!
//! | file | does |
//! |---|---|
//! | `open_fan.rs` | the places of the marks of an open fan |
//! | `fan_words.rs` | the words beside these marks |
//! | `stack_words.rs` | the count of a stack beside its mark |

pub(in crate::client::scene::labels) mod fan_words;
mod open_fan;
pub(in crate::client::scene::labels) mod stack_words;

use std::collections::BTreeMap;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::client::input::{MouseHits, SceneCursor, Tool};
use crate::client::scene::labels::marks::fights::FightPlaces;
use crate::client::scene::labels::marks::fights::knots::Knots;
use crate::client::scene::labels::marks::markers::Marker;
use crate::client::scene::labels::point_labels::PointLabels;
use crate::client::scene::labels::room::sky_label::SkyLabel;
use crate::client::settings::Settings;
use crate::client::view::{ScreenAnchor, SeenShips, ViewCamera};
use crate::level::counted;
use crate::sim::{ClassId, ShipClasses};
use open_fan::{Group, OpenFan, opened};

/// Seconds for which the pointer rests on a stack before it fans out, and in which it does.
const REST_S: f32 = 0.25;
const OPENING_S: f32 = 0.15;

/// The ships of each class of each fleet in a stack, with the name of the fleet: the first ship, and their number.
type Parts = BTreeMap<(String, ClassId), (Entity, usize)>;

/// The stack under the pointer, and its fan.
#[derive(Resource, Clone, Debug, Default)]
pub struct Fan {
    /// The first mark under the pointer, and for how long, seconds.
    rest: Option<(Entity, f32)>,
    open: Option<OpenFan>,
}

impl Fan {
    /// Where the mark of an object is drawn while it is fanned out, logical pixels.
    pub fn pixel_of(&self, entity: Entity) -> Option<Vec2> {
        let open = self.open.as_ref()?;
        let index = open.groups.iter().position(|group| group.ship == entity)?;
        Some(open.pixel(index))
    }

    /// Whether a fan is open: its words are all that is said at the pointer.
    pub fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Whether a mark stood for ships that are fanned out.
    pub fn is_of(&self, head: Entity) -> bool {
        self.open.as_ref().is_some_and(|open| open.heads.contains(&head))
    }

    /// Opens by a step and follows its stack, which is at `anchor`. Closes where the stack has left the picture, and
    /// once the pointer has left the fan; both logical pixels.
    fn go_on(&mut self, pointer: Vec2, anchor: Option<Vec2>, step: f32) {
        let Some(open) = &mut self.open else { return };
        open.share = (open.share + step).min(1.0);
        open.anchor = anchor.unwrap_or(open.anchor);
        if anchor.is_none() || !open.holds(pointer) {
            *self = Self::default();
        }
    }

    /// Counts the seconds for which the pointer rests on a mark. Returns whether a fan may open there.
    fn has_rested_on(&mut self, first: Option<Entity>, seconds: f32) -> bool {
        let before = self.rest.filter(|(before, _)| Some(*before) == first);
        let rested_s = before.map_or(0.0, |(_, rested_s)| rested_s + seconds);
        self.rest = first.map(|first| (first, rested_s));
        first.is_some() && rested_s >= REST_S
    }
}

/// Query bundle for the stack under the pointer.
#[derive(SystemParam)]
pub struct StackInputs<'w, 's> {
    hits: Res<'w, MouseHits>,
    marked: Query<'w, 's, (Entity, &'static Marker, &'static ScreenAnchor)>,
    ships: SeenShips<'w, 's>,
    classes: Res<'w, ShipClasses>,
    knots: Res<'w, Knots>,
    fights: Res<'w, FightPlaces>,
    signs: Query<'w, 's, &'static SkyLabel>,
    ui_scale: Res<'w, UiScale>,
}

impl StackInputs<'_, '_> {
    /// The marks under the pointer that stand for themselves or for others, the nearest first.
    fn heads(&self) -> Vec<Entity> {
        let mut heads: Vec<Entity> = Vec::new();
        for hit in self.hits.0.iter().filter(|hit| hit.is_mark) {
            let Ok((_, marker, _)) = self.marked.get(hit.entity) else { continue };
            let head = marker.stack().unwrap_or(hit.entity);
            if self.ships.get(head).is_some() && !heads.contains(&head) {
                heads.push(head);
            }
        }
        heads
    }

    /// The mark that stands for an object; `None` for one without a mark.
    fn head_of(&self, entity: Entity) -> Option<Entity> {
        let (entity, marker, _) = self.marked.get(entity).ok()?;
        Some(marker.stack().unwrap_or(entity))
    }

    /// The area of the side of a mark in the sign of its battle, logical pixels; `None` for a mark in no knot.
    fn area_in_sign(&self, mark: Entity) -> Option<Rect> {
        let (battle, side) = self.knots.place_of(mark)?;
        let sign = self.signs.get(self.fights.sign_of(battle)?).ok()?;
        let areas = self.knots.of(battle)?.areas_in(sign.legible_area()?, self.ui_scale.0);
        areas.get(side).copied()
    }

    /// The place of a mark in a view, logical pixels; `None` out of it. A mark in a knot is in the sign of its battle.
    fn pixel_of(&self, mark: Entity, view: &ViewCamera) -> Option<Vec2> {
        if let Some(area) = self.area_in_sign(mark) {
            return Some(area.center());
        }
        let (_, marker, seen) = self.marked.get(mark).ok().filter(|(.., seen)| !seen.is_hidden)?;
        let own = view.project(seen.place)?.pixel;
        // A mark beside a body fans out from where it is drawn.
        Some(own + marker.aside)
    }

    /// The ships of these marks, by fleet and class.
    fn groups(&self, heads: &[Entity]) -> Vec<Group> {
        let mut parts = Parts::new();
        let is_member = |(entity, marker, _): &(Entity, &Marker, &ScreenAnchor)| {
            heads.contains(entity) || marker.stack().is_some_and(|head| heads.contains(&head))
        };
        for ship in self.marked.iter().filter(is_member).filter_map(|(entity, ..)| self.ships.get(entity)) {
            let fleet = self.ships.name_of_fleet(&ship).to_owned();
            parts.entry((fleet, ship.ship.class)).or_insert((ship.entity, 0)).1 += 1;
        }
        // In the sign of a battle the fleets of the marks have no names beside them.
        let is_named = heads.iter().all(|head| self.knots.place_of(*head).is_none());
        let name = |class: ClassId| self.classes.0.get(class).map_or("ship", |class| class.name.as_str());
        in_words(parts, is_named, name)
    }
}

/// The groups of a stack, with words. Those of one fleet leave its name out if that stands beside the stack.
fn in_words<'a>(parts: Parts, is_named: bool, name: impl Fn(ClassId) -> &'a str) -> Vec<Group> {
    let mut fleets: Vec<&String> = parts.keys().map(|(fleet, _)| fleet).collect();
    fleets.dedup();
    let is_short = is_named && fleets.len() == 1 && parts.len() > 1;
    let group = |((fleet, class), (ship, count)): ((String, ClassId), (Entity, usize))| {
        let ships = counted(count, name(class));
        let words = if is_short { ships } else { format!("{fleet}: {ships}") };
        Group { ship, words }
    };
    parts.into_iter().map(group).collect()
}

/// Opens the fan of the stack on which the pointer rests, and closes it once the pointer leaves.
pub fn update_fan(
    stack: StackInputs,
    cursor: SceneCursor,
    buttons: Res<ButtonInput<MouseButton>>,
    tool: Res<Tool>,
    time: Res<Time<Real>>,
    settings: Res<Settings>,
    (view, ui_scale): (Res<ViewCamera>, Res<UiScale>),
    mut fan: ResMut<Fan>,
    mut labels: ResMut<PointLabels>,
) {
    let Some(pointer) = cursor.pixel() else {
        *fan = Fan::default();
        return;
    };
    let seconds = time.delta_secs();
    if let Some(open) = &mut fan.open {
        // A click into the fan selects another fleet, whose mark stands for the stack from now on.
        for head in &mut open.heads {
            *head = stack.head_of(*head).unwrap_or(*head);
        }
        let anchor = stack.pixel_of(open.heads[0], &view);
        let step = if settings.reduced_motion { 1.0 } else { seconds / OPENING_S };
        return fan.go_on(pointer, anchor, step);
    }
    let is_free = buttons.get_pressed().next().is_none() && !matches!(*tool, Tool::Build(_));
    let first = cursor.entity().and_then(|entity| stack.head_of(entity));
    if !fan.has_rested_on(first.filter(|_| is_free), seconds) {
        return;
    }
    let heads = stack.heads();
    let groups = stack.groups(&heads);
    let Some((head, marker, seen)) = heads.first().and_then(|head| stack.marked.get(*head).ok()) else {
        return;
    };
    let Some(anchor) = stack.pixel_of(head, &view) else { return };
    match groups.as_slice() {
        [] => {}
        [only] if heads.len() == 1 && is_several(&stack, heads[0]) => {
            labels.say(seen.place, only.words.clone(), marker.color());
        }
        [_] => {}
        _ => {
            let leans_left = stack.knots.is_left(head);
            fan.open = Some(opened(heads, groups, (anchor, leans_left), &view, ui_scale.0));
        }
    }
}

/// Whether a mark stands for others as well.
fn is_several(stack: &StackInputs, head: Entity) -> bool {
    stack.marked.iter().any(|(_, marker, _)| marker.stack() == Some(head))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_a_fan_repeat_no_name_that_stands_beside_it() {
        let words = |parts: &[(&str, usize, usize)], is_named: bool| {
            let part = |(fleet, class, count): &(&str, usize, usize)| {
                let class: ClassId = (*class).into();
                (((*fleet).to_owned(), class), (Entity::PLACEHOLDER, *count))
            };
            let name = |class: ClassId| if class == ClassId::FIRST { "scout" } else { "corvette" };
            let groups = in_words(parts.iter().map(part).collect(), is_named, name);
            groups.into_iter().map(|group| group.words).collect::<Vec<String>>()
        };
        let one = [("Pathfinders", 0, 2), ("Pathfinders", 1, 1)];
        assert_eq!(words(&one, true), ["2 scouts", "1 corvette"]);
        assert_eq!(words(&one, false), ["Pathfinders: 2 scouts", "Pathfinders: 1 corvette"]);
        assert_eq!(words(&one[..1], true), ["Pathfinders: 2 scouts"], "it has no fan");
        let two = [("Guard", 0, 2), ("Pathfinders", 0, 1)];
        assert_eq!(words(&two, true), ["Guard: 2 scouts", "Pathfinders: 1 scout"]);
    }
}
