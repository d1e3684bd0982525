//! Future places of ships in a formation: for a fleet under way, and for selected ships that would be sent to the
//! point under the mouse.

use bevy::prelude::*;
use glam::DVec3;

use super::diamond;
use crate::client::frame::Player;
use crate::client::input::{Pointed, Selected};
use crate::client::models::FactionColors;
use crate::client::view::{Pen, Projected, UNIT_KM};
use crate::sim::navigation::formation::system;
use crate::sim::navigation::{Member, member, offsets_of};
use crate::sim::spatial::honeycomb::pattern_radius_km;
use crate::sim::task::SPACING_RADII;
use crate::sim::{Anchor, Formation, Goal, Leg, MemberOf, Members, Place, Position, Ship, Station};

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
    members: &Members,
    crews: &Query<(&Ship, &Position, &Place)>,
    goal: DVec3,
) -> Vec<DVec3> {
    let mut crew: Vec<(&Ship, &Position, &Place)> =
        members.iter().filter_map(|ship| crews.get(ship).ok()).collect();
    if formation.formed || crew.len() > MOST_PLACES {
        return crew.iter().map(|(_, _, place)| place.0).collect();
    }
    crew.sort_unstable_by_key(|(ship, ..)| ship.id);
    let members: Vec<Member> = crew.iter().map(|(ship, position, _)| member(ship, position)).collect();
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
    if extent * pixels_per_km > 2.0 * PLACE_PIXELS {
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

/// Ships of one fleet that would be sent.
struct Sent {
    fleet: Entity,
    members: Vec<Member>,
}

impl Sent {
    fn middle(&self) -> DVec3 {
        self.members.iter().map(|member| member.place).sum::<DVec3>() / self.members.len().max(1) as f64
    }
}

/// Draws the places that the selected ships would take, while the right button is held over a point.
pub fn draw_aim(
    buttons: Res<ButtonInput<MouseButton>>,
    pointed: Res<Pointed>,
    ships: Query<(&Ship, &Position, &MemberOf), With<Selected>>,
    formations: Query<&Formation>,
    colors: Res<FactionColors>,
    player: Res<Player>,
    mut pen: Pen,
) {
    let is_point = (pointed.body.is_none() && pointed.ring.is_none()) || pointed.is_lifting;
    let Some(point) = pointed.point.filter(|_| is_point && buttons.pressed(MouseButton::Right)) else {
        return;
    };
    let groups = by_fleet(&ships);
    let radii = ships.iter().map(|(ship, ..)| ship.bound_km());
    let spacing_km = SPACING_RADII * radii.fold(0.0, f64::max);
    let color = colors.of(player.faction).with_alpha(0.9);
    let mut room = MOST_PLACES;
    for (group, beside) in groups.iter().zip(abreast(point, &groups, spacing_km)) {
        let known = formations.get(group.fleet).copied().unwrap_or_default();
        let formation = Formation { facing: pointed.facing.or(known.facing), ..known };
        let goal = point + beside;
        let place = Station { anchor: Anchor::Space, offset: point };
        let leg = Leg { beside, ..Leg::new(Goal::Place(place), spacing_km) };
        // Without room for all places the assignment is not computed.
        let is_drawn = group.members.len() <= room;
        let offsets = if is_drawn { offsets_of(&formation, &leg, &group.members, goal) } else { vec![] };
        let facing = facing_at(&formation, goal - group.middle(), extent(&offsets));
        draw_places(&mut pen, goal, &offsets, facing, color, &mut room);
    }
}

/// The selected ships by their fleets, in the order of their numbers.
fn by_fleet(ships: &Query<(&Ship, &Position, &MemberOf), With<Selected>>) -> Vec<Sent> {
    let mut crew: Vec<(&Ship, &Position, &MemberOf)> = ships.iter().collect();
    crew.sort_unstable_by_key(|(ship, ..)| ship.id);
    let mut groups: Vec<Sent> = Vec::new();
    for (ship, position, fleet) in crew {
        let member = member(ship, position);
        match groups.iter_mut().find(|group| group.fleet == fleet.0) {
            Some(group) => group.members.push(member),
            None => groups.push(Sent { fleet: fleet.0, members: vec![member] }),
        }
    }
    groups
}

/// Offsets of the middles of fleets from a common destination, km: abreast, in the same way as in the world.
fn abreast(point: DVec3, groups: &[Sent], spacing_km: f64) -> Vec<DVec3> {
    let middles: Vec<DVec3> = groups.iter().map(Sent::middle).collect();
    let room = |group: &Sent| pattern_radius_km(group.members.len() as u32, spacing_km) + spacing_km;
    let rooms: Vec<f64> = groups.iter().map(room).collect();
    system::abreast(point, &middles, &rooms)
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn fleets_that_are_sent_together_stand_side_by_side() {
        let sent = |y: f64| {
            let place = DVec3::new(0.0, y, 0.0);
            let rank = crate::level::Rank::Line;
            let members = vec![Member { place, half_width: 1.0, half_length: 1.0, rank }];
            Sent { fleet: Entity::PLACEHOLDER, members }
        };
        let places = abreast(DVec3::X * 100.0, &[sent(5.0), sent(-5.0)], 4.0);
        // The fleet on the left stays on the left, each with a spacing to either side.
        assert_eq!(places, vec![DVec3::Y * 4.0, DVec3::Y * -4.0]);
        assert_eq!(abreast(DVec3::X * 100.0, &[sent(5.0)], 4.0), vec![DVec3::ZERO]);
    }
}
