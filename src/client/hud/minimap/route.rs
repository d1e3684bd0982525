//! The routes of the selected fleets on the minimap, as dashes in the colours of the routes.

use bevy::prelude::*;
use glam::DVec3;

use super::marks::centered;
use crate::client::frame::{PollTimer, visible_if};
use crate::client::hud::layout::places::{MAP_MIDDLE, MAP_RADIUS};
use crate::client::scene::routes::nodes::RouteNodes;
use crate::client::scene::system_map::MapScale;
use crate::client::worlds::Kept;

/// The most dashes: some three times across the map. Longer routes end with the last of them.
const MOST_DASHES: usize = 72;
/// Length and width of a dash, and the distance from dash to dash, pixels.
const DASH: Vec2 = Vec2::new(5.0, 1.5);
const PITCH: f32 = 8.0;
/// Straight pieces of a leg: the map bends lines that are straight in the world.
const PIECES: u8 = 8;

/// A dash, with its index.
#[derive(Component, Clone, Copy, Debug)]
pub struct MapDash(usize);

/// A dash on the map.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Dash {
    /// Its middle from that of the map, pixels: x to the right, y down.
    middle: Vec2,
    /// Its direction, radians clockwise from the right.
    turn: f32,
    color: Color,
}

/// Spawns the dashes, hidden.
pub fn spawn_dashes(commands: &mut Commands, map: Entity) {
    let node = Node { top: px(MAP_MIDDLE - 0.5 * DASH.y), height: px(DASH.y), ..centered(DASH.x) };
    for index in 0..MOST_DASHES {
        commands.spawn((
            MapDash(index),
            node.clone(),
            BackgroundColor(Color::NONE),
            Visibility::Hidden,
            Pickable::IGNORE,
            ChildOf(map),
        ));
    }
}

/// Puts the dashes along the routes, a few times a second.
pub fn place_dashes(
    scale: Res<MapScale>,
    nodes: Res<RouteNodes>,
    time: Res<Time<Real>>,
    mut dashes: Query<(&MapDash, &mut UiTransform, &mut Visibility, &mut BackgroundColor)>,
    mut beat: Kept<PollTimer>,
) {
    if !beat.now().is_due(time.elapsed_secs_f64()) {
        return;
    }
    let ways = nodes.0.iter().map(|node| (node.way.as_slice(), node.color));
    let found = dashes_along(ways, &scale);
    for (index, mut transform, mut visibility, mut fill) in &mut dashes {
        let dash = found.get(index.0);
        visibility.set_if_neq(visible_if(dash.is_some()));
        let Some(dash) = dash else { continue };
        let translation = Val2::px(dash.middle.x, dash.middle.y);
        let rotation = Rot2::radians(dash.turn);
        transform.set_if_neq(UiTransform { translation, rotation, scale: Vec2::ONE });
        fill.set_if_neq(BackgroundColor(dash.color));
    }
}

/// The dashes along ways through the world, heliocentric ecliptic km, each way in its colour.
fn dashes_along<'a>(ways: impl Iterator<Item = (&'a [DVec3], Color)>, scale: &MapScale) -> Vec<Dash> {
    let mut found = Vec::new();
    for (way, color) in ways {
        let mut ahead = 0.5 * PITCH;
        for (from, to) in pieces(way, scale) {
            let (step, length) = (to - from, from.distance(to));
            while ahead <= length && found.len() < MOST_DASHES {
                found.push(Dash { middle: from + step * (ahead / length), turn: step.to_angle(), color });
                ahead += PITCH;
            }
            ahead -= length;
        }
    }
    found
}

/// The straight pieces of a way on the map, pixels from its middle.
fn pieces(way: &[DVec3], scale: &MapScale) -> impl Iterator<Item = (Vec2, Vec2)> {
    way.windows(2).flat_map(move |leg| {
        let at = move |piece: u8| {
            scale.to_map(leg[0].lerp(leg[1], f64::from(piece) / f64::from(PIECES))) * MAP_RADIUS
        };
        (0..PIECES).map(move |piece| (at(piece), at(piece + 1)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::StarSystem;
    use crate::orbit::AU_KM;
    use crate::rules::test_support::shipped_level;

    fn scale() -> MapScale {
        MapScale::of(&StarSystem::build(&shipped_level("sol.ron")).expect("it is sound"))
    }

    fn dashes(way: &[DVec3]) -> Vec<Dash> {
        dashes_along(std::iter::once((way, Color::WHITE)), &scale())
    }

    #[test]
    fn dashes_follow_a_route_one_after_the_other() {
        let (from, to) = (DVec3::X * AU_KM, DVec3::X * 9.0 * AU_KM);
        let found = dashes(&[from, to]);
        assert!(found.len() > 2, "{found:?}");
        let [begin, end] = [from, to].map(|place| scale().to_map(place).x * MAP_RADIUS);
        for (one, next) in found.iter().zip(&found[1..]) {
            assert!((next.middle.x - one.middle.x - PITCH).abs() < 0.01, "{one:?} {next:?}");
            assert!((begin..end).contains(&one.middle.x) && one.middle.y.abs() < 0.01, "{one:?}");
        }
        assert!(found[0].turn.abs() < 0.01, "it lies along the route");
    }

    #[test]
    fn dashes_bend_with_the_map_and_stay_on_it() {
        let (from, to) = (DVec3::new(-200.0, 0.4, 0.0) * AU_KM, DVec3::new(200.0, 0.4, 0.0) * AU_KM);
        let found = dashes(&[from, to]);
        assert!(found.len() <= MOST_DASHES && found.iter().any(|dash| dash.turn.abs() > 0.1), "{found:?}");
        assert!(found.iter().all(|dash| dash.middle.length() <= MAP_RADIUS + 0.01), "{found:?}");
    }

    #[test]
    fn a_long_route_has_no_more_dashes_than_there_are() {
        let there_and_back = [DVec3::X * AU_KM, DVec3::X * 9.0 * AU_KM].repeat(40);
        assert_eq!(dashes(&there_and_back).len(), MOST_DASHES);
        assert!(dashes(&[]).is_empty() && dashes(&[DVec3::X, DVec3::X]).is_empty());
    }
}
