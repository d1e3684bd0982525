//! The fan of a stack: while the pointer rests on marks that lie on top of each other, their ships fan out in an arc
//! beside it, a mark with words for each class of each fleet. These marks can be clicked as all others; a body beneath
//! is free again.
//!
//! - Enters: the pointer, markers with their stacks, fights.
//! - Leaves: places for the marks of the members, words beside them; the counts of stacks.
//! - Must never: decide which icons make a stack; `stacks.rs` does.
//!
//! `stack_words.rs` writes the count of a stack and the names of its classes beside its mark.

pub(in crate::client::scene::labels) mod stack_words;

use std::collections::BTreeMap;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::client::input::{MouseHits, Pick, SceneCursor, Tool};
use crate::client::scene::labels::layer::{MarkerLayer, legible};
use crate::client::scene::labels::marks::fights::FightPlaces;
use crate::client::scene::labels::marks::fights::knots::Knots;
use crate::client::scene::labels::marks::markers::Marker;
use crate::client::scene::labels::point_labels::PointLabels;
use crate::client::scene::labels::room::sky_label::{SkyLabel, padded, padded_size, weights};
use crate::client::scene::labels::room::wish::{NoRoom, Side, Wish};
use crate::client::settings::Settings;
use crate::client::view::{ScreenAnchor, SeenShips, ViewCamera};
use crate::client::widgets::fonts::words_width;
use crate::level::counted;
use crate::sim::{ClassId, ShipClasses};

/// Seconds for which the pointer rests on a stack before it fans out, and in which it does.
const REST_S: f32 = 0.25;
const OPENING_S: f32 = 0.15;
/// The most marks of a fan.
const MOST_MARKS: usize = 8;
/// From one mark of a fan to the next, pixels of the UI.
const ROW: f32 = 28.0;
/// Least radius of the arc, pixels of the UI, and its radius as a share of half its height.
const LEAST_RADIUS: f32 = 44.0;
const BENDING: f32 = 1.2;
/// A fan is left at this distance from its marks and words, pixels of the UI.
const MARGIN: f32 = 16.0;
/// Size of its words, from a mark to its words, pixels of the UI, and opacity of their plates.
const WORD_PIXELS: f32 = 14.0;
const GAP: f32 = 3.0;
const PLATE: f32 = 0.9;

/// The ships of a class in a fleet, in a stack.
#[derive(Clone, Debug, PartialEq)]
struct Group {
    /// The ship whose mark stands for them.
    ship: Entity,
    words: String,
}

/// Groups that are fanned out.
#[derive(Clone, Debug, Default, PartialEq)]
struct OpenFan {
    /// The marks that stood for all of them.
    heads: Vec<Entity>,
    groups: Vec<Group>,
    /// Whether the arc is to the left of the stack.
    is_left: bool,
    /// The place of the stack, and the length of a pixel of the UI, logical pixels.
    anchor: Vec2,
    scale: f32,
    /// How far it is open, 0 to 1.
    share: f32,
}

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

impl OpenFan {
    /// The place of a group's mark, logical pixels.
    fn pixel(&self, index: usize) -> Vec2 {
        let away = on_arc(index, self.groups.len(), self.is_left);
        let share = self.share * (2.0 - self.share);
        self.anchor + away * self.scale * share
    }

    /// Whether the pointer is still at the stack, at a mark of the fan or at words.
    fn holds(&self, pointer: Vec2) -> bool {
        let widest = self.groups.iter().map(|group| width(&group.words)).fold(0.0, f32::max);
        let side = if self.is_left { -1.0 } else { 1.0 };
        let marks = (0..self.groups.len()).map(|index| self.pixel(index));
        let area =
            marks.fold(Rect::from_corners(self.anchor, self.anchor), |area, mark| area.union_point(mark));
        let words = Vec2::new(side * (widest + 2.0 * MARGIN) * self.scale, 0.0);
        let area = area.union_point(area.center() + 0.5 * area.size() * side + words);
        area.inflate(MARGIN * self.scale).contains(pointer)
    }
}

/// From a stack to a mark of its fan, pixels of the UI.
fn on_arc(index: usize, count: usize, is_left: bool) -> Vec2 {
    let half = 0.5 * ROW * count.saturating_sub(1) as f32;
    let radius = (BENDING * half).max(LEAST_RADIUS);
    let down = ROW * index as f32 - half;
    let right = (radius * radius - down * down).max(0.0).sqrt();
    Vec2::new(if is_left { -right } else { right }, down)
}

fn width(words: &str) -> f32 {
    padded_size(Vec2::new(words_width(words, WORD_PIXELS), 0.0)).x
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
        let mut parts: BTreeMap<(String, ClassId), (Entity, usize)> = BTreeMap::new();
        let is_member = |(entity, marker, _): &(Entity, &Marker, &ScreenAnchor)| {
            heads.contains(entity) || marker.stack().is_some_and(|head| heads.contains(&head))
        };
        for ship in self.marked.iter().filter(is_member).filter_map(|(entity, ..)| self.ships.get(entity)) {
            let fleet = self.ships.name_of_fleet(&ship).to_owned();
            parts.entry((fleet, ship.ship.class)).or_insert((ship.entity, 0)).1 += 1;
        }
        let name = |class: ClassId| self.classes.0.get(class).map_or("ship", |class| class.name.as_str());
        let group = |((fleet, class), (ship, count)): ((String, ClassId), (Entity, usize))| Group {
            ship,
            words: format!("{fleet}: {}", counted(count, name(class))),
        };
        parts.into_iter().map(group).collect()
    }
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
    if let Some(open) = &fan.open {
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

/// A fan that begins to open at a place, logical pixels, to the right or, if it leans there, to the left: where it has
/// room.
fn opened(
    heads: Vec<Entity>,
    mut groups: Vec<Group>,
    (anchor, leans_left): (Vec2, bool),
    view: &ViewCamera,
    scale: f32,
) -> OpenFan {
    if groups.len() > MOST_MARKS {
        let more = groups.len() - MOST_MARKS;
        groups.truncate(MOST_MARKS);
        if let Some(last) = groups.last_mut() {
            last.words.push_str(&format!(" … and {more} more"));
        }
    }
    let widest = groups.iter().map(|group| width(&group.words)).fold(0.0, f32::max);
    let middle = on_arc(groups.len() / 2, groups.len(), false).x;
    let reach = (middle + widest + 2.0 * MARGIN) * scale;
    let has_room_right = anchor.x + reach <= view.viewport.x as f32;
    let is_left = !has_room_right || (leans_left && anchor.x >= reach);
    OpenFan { heads, groups, is_left, anchor, scale, share: 0.0 }
}

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
            size: Vec2::new(width(&group.words), 1.2 * WORD_PIXELS),
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

#[cfg(test)]
mod tests {
    use super::*;

    fn fan(count: usize) -> OpenFan {
        let group =
            |index: usize| Group { ship: Entity::PLACEHOLDER, words: format!("Fleet {index}: 1 scout") };
        let groups = (0..count).map(group).collect();
        let anchor = Vec2::new(400.0, 300.0);
        let view = ViewCamera::default();
        OpenFan { share: 1.0, ..opened(vec![Entity::PLACEHOLDER], groups, (anchor, false), &view, 1.0) }
    }

    #[test]
    fn the_marks_of_a_fan_keep_apart_from_each_other_and_from_the_stack() {
        for count in 2..=MOST_MARKS {
            let open = fan(count);
            let pixels: Vec<Vec2> = (0..count).map(|index| open.pixel(index)).collect();
            assert!(pixels.windows(2).all(|pair| pair[0].distance(pair[1]) >= ROW - 0.01), "{pixels:?}");
            assert!(pixels.iter().all(|pixel| pixel.distance(open.anchor) >= LEAST_RADIUS - 0.01));
            assert!(pixels.iter().all(|pixel| pixel.x > open.anchor.x));
        }
    }

    #[test]
    fn rows_of_words_have_room_below_each_other() {
        const { assert!(ROW >= 1.2 * WORD_PIXELS + crate::client::scene::labels::room::label_room::CLEARANCE) };
    }

    #[test]
    fn a_fan_stays_while_the_pointer_is_at_its_marks_or_words() {
        let open = fan(3);
        for index in 0..3 {
            let mark = open.pixel(index);
            assert!(open.holds(mark) && open.holds(mark + Vec2::new(80.0, 0.0)), "{index}");
        }
        assert!(open.holds(open.anchor));
        assert!(!open.holds(open.anchor - Vec2::new(60.0, 0.0)));
        assert!(!open.holds(open.anchor + Vec2::new(0.0, 120.0)));
    }

    #[test]
    fn a_fan_at_the_right_edge_opens_to_the_left() {
        let groups = vec![Group { ship: Entity::PLACEHOLDER, words: "Fleet: 3 scouts".to_owned() }; 2];
        let view = ViewCamera::default();
        let at = |x: f32, leans_left: bool| {
            opened(Vec::new(), groups.clone(), (Vec2::new(x, 300.0), leans_left), &view, 1.0).is_left
        };
        assert!(!at(400.0, false) && at(1200.0, false));
        assert!(at(400.0, true) && at(1200.0, true) && !at(40.0, true), "where it has room");
    }

    #[test]
    fn a_large_stack_shows_a_few_groups_and_the_number_of_the_others() {
        let open = fan(12);
        assert_eq!(open.groups.len(), MOST_MARKS);
        assert!(open.groups[MOST_MARKS - 1].words.ends_with("and 4 more"));
    }
}
