//! Selection of ships: by click, box, class and control group.
//!
//! A click selects the fleet of a ship, because fleets fly as one. A click on a ship of a selected fleet narrows
//! the selection to that ship, and a double click selects all of its class on the screen. Only own ships can be
//! selected.

use bevy::platform::collections::HashMap;
use bevy::prelude::*;

use crate::client::frame::{Player, Toasts};
use crate::client::input::picking::Pick;
use crate::client::input::press::Press;
use crate::client::input::structure_pick::{Beneath, HoveredStructure, InspectedStructure};
use crate::client::input::{Gesture, Held};
use crate::client::settings::{Action, Settings, first_key};
use crate::client::view::framing::structure_distance_km;
use crate::client::view::{
    BodyPlaces, FocusTarget, Gaze, Looking, ScreenAnchor, Slots, body_distance_km, ship_distance_km,
};
use crate::sim::{Body, BodyId, Fleet, MemberOf, Members, Ship, Sky};

/// Greatest time between two presses of a group's digit that focus the group, s.
const DOUBLE_PRESS_SECONDS: f64 = 0.4;

/// Marks a selected ship.
#[derive(Component, Clone, Copy, Debug)]
pub struct Selected;

/// The body that was clicked last; panels describe it.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct Inspected(pub Option<BodyId>);

/// The ships of the control groups.
#[derive(Resource, Clone, Debug, Default)]
pub struct Groups {
    ships: HashMap<u8, Vec<Entity>>,
    last: Option<(u8, f64)>,
}

impl Groups {
    /// The lowest number of a control group with a ship.
    pub fn number_of(&self, ship: Entity) -> Option<u8> {
        let with_it = self.ships.iter().filter(|(_, ships)| ships.contains(&ship));
        with_it.map(|(number, _)| *number).min()
    }

    /// The ships of a control group; some of them may be gone.
    pub fn ships(&self, number: u8) -> &[Entity] {
        self.ships.get(&number).map_or(&[], Vec::as_slice)
    }

    /// The groups with ships, by number.
    pub fn all(&self) -> impl Iterator<Item = (u8, &[Entity])> {
        let groups = self.ships.iter().map(|(number, ships)| (*number, ships.as_slice()));
        let mut groups: Vec<(u8, &[Entity])> = groups.filter(|(_, ships)| !ships.is_empty()).collect();
        groups.sort_unstable_by_key(|(number, _)| *number);
        groups.into_iter()
    }

    /// Sets a group to these ships.
    pub fn set(&mut self, number: u8, ships: Vec<Entity>) {
        self.ships.insert(number, ships);
    }
}

/// The box that is being drawn with the mouse.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct SelectionBox(pub Option<Rect>);

type ShipParts<'a> = (Entity, &'a Ship, &'a MemberOf, &'a Pick, Has<Selected>);

/// Query bundle for all ways of selecting.
#[derive(bevy::ecs::system::SystemParam)]
pub struct Selecting<'w, 's> {
    commands: Commands<'w, 's>,
    ships: Query<'w, 's, ShipParts<'static>>,
    fleets: Query<'w, 's, (&'static Fleet, &'static Members)>,
    player: Res<'w, Player>,
}

impl Selecting<'_, '_> {
    fn is_own(&self, fleet: Entity) -> bool {
        self.fleets.get(fleet).is_ok_and(|(fleet, _)| fleet.faction == self.player.faction)
    }

    fn own_ships(&self) -> impl Iterator<Item = (Entity, &Ship, &Pick)> {
        self.ships
            .iter()
            .filter(|(_, _, fleet, ..)| self.is_own(fleet.0))
            .map(|(entity, ship, _, pick, _)| (entity, ship, pick))
    }

    /// Selects these; `add`: besides the present selection.
    pub fn set(&mut self, wanted: &[Entity], add: bool) {
        for (entity, .., is_selected) in &self.ships {
            if wanted.contains(&entity) {
                if !is_selected {
                    self.commands.entity(entity).insert(Selected);
                }
            } else if is_selected && !add {
                self.commands.entity(entity).remove::<Selected>();
            }
        }
    }

    /// Those of these that are ships still.
    pub fn living(&self, ships: &[Entity]) -> Vec<Entity> {
        ships.iter().copied().filter(|ship| self.ships.contains(*ship)).collect()
    }

    /// Selects these, and looks at the first of them with `looking`.
    pub fn choose(&mut self, wanted: &[Entity], add: bool, looking: Option<&mut Looking>) {
        self.set(wanted, add);
        let first = wanted.first().and_then(|first| self.ships.get(*first).ok());
        if let Some((looking, (entity, ship, ..))) = looking.zip(first) {
            looking.look_from(FocusTarget::Ship(entity), ship_distance_km(ship.radius_km));
        }
    }

    /// Whether all of these are selected.
    pub fn has_all(&self, ships: &[Entity]) -> bool {
        ships.iter().all(|ship| self.ships.get(*ship).is_ok_and(|(.., is_selected)| is_selected))
    }

    /// The ships that a click on an entity selects.
    fn meant_by_click(&self, entity: Entity, double: bool) -> Option<Vec<Entity>> {
        if let Ok((fleet, members)) = self.fleets.get(entity) {
            return (fleet.faction == self.player.faction).then(|| members.iter().collect());
        }
        let (_, ship, fleet, ..) = self.ships.get(entity).ok()?;
        if !self.is_own(fleet.0) {
            return None;
        }
        if double {
            let same_class = |other: &Ship, pick: &Pick| other.class == ship.class && pick.pixel.is_some();
            return Some(
                self.own_ships()
                    .filter(|(_, other, pick)| same_class(other, pick))
                    .map(|(entity, ..)| entity)
                    .collect(),
            );
        }
        let (_, members) = self.fleets.get(fleet.0).ok()?;
        let all: Vec<Entity> = members.iter().collect();
        Some(if all.len() > 1 && self.has_all(&all) { vec![entity] } else { all })
    }
}

/// Selects by a click or a box of the left button.
pub fn select(
    In(gesture): In<Gesture>,
    held: Res<Held>,
    bodies: Query<&Body>,
    hovered: Res<HoveredStructure>,
    mut choice: Selecting,
    mut inspected: ResMut<Inspected>,
    mut inspected_structure: ResMut<InspectedStructure>,
    mut selection_box: ResMut<SelectionBox>,
) {
    match gesture {
        Gesture::Click { on, double, .. } => {
            let body = on.and_then(|entity| bodies.get(entity).ok()).map(|body| body.0);
            let structure = hovered.meant(beneath(on, body.is_some()));
            inspected.0 = structure.map(|one| one.body).or(body);
            inspected_structure.0 = structure.map(|one| one.id);
            match on.and_then(|entity| choice.meant_by_click(entity, double)) {
                Some(ships) => choice.set(&ships, held.add),
                // A click on a planet or a structure inspects it; the selection stays, so that the ships can be
                // sent there.
                None if inspected.0.is_none() && !held.add => choice.set(&[], false),
                None => {}
            }
        }
        Gesture::Drag { from, to, .. } => selection_box.0 = Some(Rect::from_corners(from, to)),
        Gesture::Drop { from, to, .. } => {
            selection_box.0 = None;
            let area = Rect::from_corners(from, to);
            let inside: Vec<Entity> = choice
                .own_ships()
                .filter(|(_, _, pick)| pick.pixel.is_some_and(|pixel| area.contains(pixel)))
                .map(|(entity, ..)| entity)
                .collect();
            choice.set(&inside, held.add);
        }
    }
}

/// Removes the box at the end of its drag.
pub fn forget_box(press: Res<Press>, mut selection_box: ResMut<SelectionBox>) {
    if !press.is_drag() {
        selection_box.set_if_neq(SelectionBox(None));
    }
}

/// Esc: clears the selection.
pub fn deselect(mut choice: Selecting) -> bool {
    let had_any = choice.ships.iter().any(|(.., is_selected)| is_selected);
    choice.set(&[], false);
    had_any
}

/// The key that selects all own ships.
pub fn select_all(mut choice: Selecting) {
    let all: Vec<Entity> = choice.own_ships().map(|(entity, ..)| entity).collect();
    choice.set(&all, false);
}

/// The key of a control group selects the group, a second press focuses it, and with the key for groups held the
/// key sets the group to the selection.
pub fn use_group(
    In(number): In<u8>,
    held: Res<Held>,
    time: Res<Time<Real>>,
    mut choice: Selecting,
    mut groups: ResMut<Groups>,
    mut looking: Looking,
    settings: Res<Settings>,
    mut toasts: ResMut<Toasts>,
) {
    if held.group {
        let ships: Vec<Entity> =
            choice.ships.iter().filter(|(.., selected)| *selected).map(|(entity, ..)| entity).collect();
        let ships_word = if ships.len() == 1 { "ship" } else { "ships" };
        toasts.say(format!("Group {number}: {} {ships_word}", ships.len()));
        groups.set(number, ships);
        return;
    }
    let ships = choice.living(groups.ships(number));
    if ships.is_empty() {
        let hold = first_key(Action::MakeGroup, &settings.keys);
        let key = first_key(Action::Group(number), &settings.keys);
        toasts.say(format!("Group {number} is empty: select ships, hold {hold} and press {key} to set it"));
        return;
    }
    let now = time.elapsed_secs_f64();
    let again = groups.last.is_some_and(|(last, when)| last == number && now - when < DOUBLE_PRESS_SECONDS);
    groups.last = Some((number, now));
    choice.choose(&ships, held.add, again.then_some(&mut looking));
}

/// The object beneath a clicked structure, from the pick at the pointer.
fn beneath(picked: Option<Entity>, is_body: bool) -> Beneath {
    match (picked, is_body) {
        (None, _) => Beneath::Sky,
        (Some(_), true) => Beneath::Body,
        (Some(_), false) => Beneath::Ship,
    }
}

/// Looks at the body or the structure that is double clicked, and follows it.
pub fn look_at(
    In(on): In<Option<Entity>>,
    bodies: Query<(&Body, &ScreenAnchor)>,
    hovered: Res<HoveredStructure>,
    places: Res<BodyPlaces>,
    slots: Slots,
    sky: Res<Sky>,
    mut gaze: Gaze,
) {
    let body = on.and_then(|entity| bodies.get(entity).ok());
    if let Some(one) = hovered.meant(beneath(on, body.is_some())) {
        let Some(place) = slots.place(&places, one.body, one.stands) else { return };
        gaze.fly_to(one.target(), place, Some(structure_distance_km(one.radius_km)));
    } else if let Some((body, seen)) = body {
        let Some(this) = sky.system.bodies.get(body.0) else { return };
        gaze.fly_to(FocusTarget::Body(body.0), seen.place, Some(body_distance_km(this)));
    }
}

/// Marks the box on the screen.
#[derive(Component)]
pub struct BoxNode;

/// Spawns the box, hidden.
pub fn spawn_box(mut commands: Commands) {
    commands.spawn((
        BoxNode,
        Node { position_type: PositionType::Absolute, border: UiRect::all(px(1)), ..default() },
        BorderColor::all(Color::srgba(0.6, 0.85, 1.0, 0.9)),
        BackgroundColor(Color::srgba(0.4, 0.7, 1.0, 0.08)),
        Visibility::Hidden,
        Pickable::IGNORE,
    ));
}

/// Draws the box.
pub fn draw_box(
    selection_box: Res<SelectionBox>,
    ui_scale: Res<UiScale>,
    node: Single<(&mut Node, &mut Visibility), With<BoxNode>>,
) {
    let (mut node, mut visibility) = node.into_inner();
    let Some(area) = selection_box.0 else {
        visibility.set_if_neq(Visibility::Hidden);
        return;
    };
    visibility.set_if_neq(Visibility::Inherited);
    node.left = px(area.min.x / ui_scale.0);
    node.top = px(area.min.y / ui_scale.0);
    node.width = px(area.width() / ui_scale.0);
    node.height = px(area.height() / ui_scale.0);
}
