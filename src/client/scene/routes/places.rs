//! Future places of ships in a formation: for a fleet under way, and for selected ships that would be sent to the
//! point under the mouse.

use bevy::prelude::*;
use glam::DVec3;

use super::diamond;
use crate::client::frame::Player;
use crate::client::input::{Pointed, Selected};
use crate::client::models::FactionColors;
use crate::client::view::{Pen, Projected, Sight, UNIT_KM, ViewCamera};
use crate::sim::navigation::{Member, member, middle_of, offsets_of};
use crate::sim::task::legs_abreast;
use crate::sim::visibility::SeenShip;
use crate::sim::{Anchor, AnchoredPlace, Formation, FormationOffset, Goal, Leg, MemberOf, Position, Ship};

/// The most places of formations that are drawn at once.
pub(super) const MOST_PLACES: usize = 300;
/// Half the size of a place on the screen, pixels.
const PLACE_PIXELS: f64 = 4.0;
/// Opacity of places relative to the route.
const PLACE_STRENGTH: f32 = 0.5;
/// Length of the arrow for the facing of a formation, pixels.
const ARROW_PIXELS: f64 = 36.0;
/// A fleet nearer to its goal than this many radii of its formation has no meaningful direction of travel.
const TELLING_WAY_RADII: f64 = 2.0;

/// The places of a fleet's ships on its present leg, from the middle of the fleet, km: the assigned ones, or,
/// while the world is paused before the assignment, the expected ones.
pub(super) fn places_under_way(
    formation: &Formation,
    leg: &Leg,
    ships: &[SeenShip],
    places: &Query<&FormationOffset>,
    goal: DVec3,
) -> Vec<DVec3> {
    if formation.formed || ships.len() > MOST_PLACES {
        return places.iter_many(ships.iter().map(|seen| seen.entity)).map(|place| place.0).collect();
    }
    let members: Vec<Member> = ships.iter().map(|seen| member(seen.ship, &Position(seen.position))).collect();
    offsets_of(formation, leg, &members, goal)
}

/// Distance of the outermost place from the middle, km.
pub(super) fn extent(offsets: &[DVec3]) -> f64 {
    offsets.iter().map(|offset| offset.length()).fold(0.0, f64::max)
}

/// The facing of a formation at its goal, a unit vector: the chosen one, or the direction of travel; `None` if the
/// fleet is too near for a direction.
pub(super) fn facing_at(formation: &Formation, way: DVec3, extent: f64) -> Option<DVec3> {
    let along_way = || Some(way).filter(|way| way.length() > TELLING_WAY_RADII * extent);
    formation.facing.or_else(along_way).and_then(DVec3::try_normalize)
}

/// Whether the places of a formation of this extent about its goal are apart on the screen.
pub(super) fn are_apart(view: &ViewCamera, goal: DVec3, extent: f64) -> bool {
    view.project(goal).is_some_and(|seen| extent * seen.pixels_per_km > 2.0 * PLACE_PIXELS)
}

/// Draws the places of a formation about its goal, unless they are too close together on the screen, and an arrow
/// for its facing. Subtracts the drawn places from `room`.
pub(super) fn draw_places(
    pen: &mut Pen,
    goal: DVec3,
    offsets: &[DVec3],
    facing: Option<DVec3>,
    color: Color,
    room: &mut usize,
) {
    let Some(Projected { pixels_per_km, .. }) = pen.view.project(goal) else { return };
    let color = color.with_alpha(color.alpha() * PLACE_STRENGTH);
    let extent = extent(offsets);
    if are_apart(&pen.view, goal, extent) {
        let half = (PLACE_PIXELS / pixels_per_km / UNIT_KM) as f32;
        for offset in offsets.iter().take(*room) {
            pen.lines.linestrip(diamond(pen.origin.place(goal + *offset), half), color);
        }
        *room = room.saturating_sub(offsets.len());
    }
    let Some(facing) = facing else { return };
    let length_km = ARROW_PIXELS / pixels_per_km;
    let tail = goal + facing * (extent + 0.5 * length_km);
    let (tail, tip) = (pen.origin.place(tail), pen.origin.place(tail + facing * length_km));
    pen.lines.arrow(tail, tip, color).with_tip_length(0.3 * tail.distance(tip));
}

/// Draws the places that the selected ships would take, while the right button is held over a point.
pub fn draw_aim(
    buttons: Res<ButtonInput<MouseButton>>,
    pointed: Res<Pointed>,
    ships: Query<(&Ship, &Position, &MemberOf), With<Selected>>,
    sight: Sight,
    colors: Res<FactionColors>,
    player: Res<Player>,
    mut pen: Pen,
) {
    let is_point = (pointed.body.is_none() && pointed.ring.is_none()) || pointed.is_lifting;
    let Some(point) = pointed.point.filter(|_| is_point && buttons.pressed(MouseButton::Right)) else {
        return;
    };
    let (fleets, crews) = by_fleet(&ships);
    let place = AnchoredPlace { anchor: Anchor::Space, offset: point };
    let legs = legs_abreast(Leg::new(Goal::Place(place), 0.0), Some(point), &crews);
    let color = colors.of(player.faction).with_alpha(0.9);
    let mut room = MOST_PLACES;
    for ((fleet, crew), leg) in fleets.into_iter().zip(&crews).zip(legs) {
        let known = sight.view().fleet(fleet).and_then(|known| known.formation).copied().unwrap_or_default();
        let formation = Formation { facing: pointed.facing.or(known.facing), ..known };
        let goal = point + leg.beside;
        // Without room for all places the assignment is not computed.
        let is_drawn = crew.len() <= room;
        let offsets = if is_drawn { offsets_of(&formation, &leg, crew, goal) } else { vec![] };
        let facing = facing_at(&formation, goal - middle_of(crew), extent(&offsets));
        draw_places(&mut pen, goal, &offsets, facing, color, &mut room);
    }
}

/// The fleets of the selected ships, and the selected ships of each, in the order of their numbers.
fn by_fleet(ships: &Query<(&Ship, &Position, &MemberOf), With<Selected>>) -> (Vec<Entity>, Vec<Vec<Member>>) {
    let mut selected: Vec<(&Ship, &Position, &MemberOf)> = ships.iter().collect();
    selected.sort_unstable_by_key(|(ship, ..)| ship.id);
    let (mut fleets, mut crews): (Vec<Entity>, Vec<Vec<Member>>) = default();
    for (ship, position, fleet) in selected {
        let at = fleets.iter().position(|known| *known == fleet.0).unwrap_or(fleets.len());
        if at == fleets.len() {
            fleets.push(fleet.0);
            crews.push(Vec::new());
        }
        crews[at].push(member(ship, position));
    }
    (fleets, crews)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_drawn_where_they_are_apart() {
        let view = ViewCamera::above(1.0e6);
        let extent = |pixels: f64| pixels / view.pixels_per_radius(1.0e6);
        assert!(are_apart(&view, DVec3::ZERO, extent(3.0 * PLACE_PIXELS)));
        assert!(!are_apart(&view, DVec3::ZERO, extent(PLACE_PIXELS)), "they would be one blot");
        assert!(!are_apart(&view, DVec3::Z * 2.0e6, 1.0e9), "behind the eye");
    }

    #[test]
    fn a_formation_looks_in_its_ordered_direction_or_ahead() {
        let way = DVec3::new(0.0, 64.0, 0.0);
        let free = Formation::default();
        let faced = Formation { facing: Some(DVec3::X * 2.0), ..free };
        assert_eq!(facing_at(&faced, way, 10.0), Some(DVec3::X));
        assert_eq!(facing_at(&faced, way, 40.0), Some(DVec3::X));
        assert_eq!(facing_at(&free, way, 10.0), Some(DVec3::Y));
        assert_eq!(facing_at(&free, way, 40.0), None);
        assert_eq!(facing_at(&free, DVec3::ZERO, 0.0), None);
    }
}
