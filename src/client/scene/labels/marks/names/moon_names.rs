//! The names of moons: a moon whose planet is out of the picture, and one that the panel describes, has the name of
//! its planet in brackets.

use bevy::prelude::*;
use glam::DVec3;

use crate::client::input::Inspected;
use crate::client::scene::labels::marks::markers::Marker;
use crate::client::view::{BodyPlaces, ViewCamera};
use crate::level::BodyKind;
use crate::sim::{Body, Sky};

/// Gives the moons of the picture their longer or their shorter names.
pub fn name_moons(
    sky: Res<Sky>,
    (places, view): (Res<BodyPlaces>, Res<ViewCamera>),
    inspected: Res<Inspected>,
    mut moons: Query<(&Body, &mut Marker)>,
    mut texts: Query<&mut Text>,
) {
    let system = &sky.system;
    for (body, mut marker) in &mut moons {
        let moon = system.bodies.get(body.0).filter(|moon| moon.kind == BodyKind::Moon);
        let Some((moon, planet)) = moon.and_then(|moon| Some((moon, moon.parent?))) else { continue };
        let Some(shown) = marker.name.and_then(|node| texts.get(node).ok()) else { continue };
        if !view.shows(places.of(Some(body.0))) {
            continue;
        }
        let is_long = shown.0.len() > moon.name.len();
        let radius_km = system.bodies.get(planet).map_or(0.0, |planet| planet.displayed_radius_km);
        let sees_planet = meets_picture(&view, places.of(Some(planet)), radius_km);
        let is_told = !sees_planet || inspected.0 == Some(body.0);
        if is_told != is_long {
            let name = if is_told { system.name_with_host(body.0) } else { moon.name.clone() };
            marker.rename(&name, &mut texts);
        }
    }
}

/// Whether a part of a ball is in the picture, by the square about its disc.
fn meets_picture(view: &ViewCamera, middle: DVec3, radius_km: f64) -> bool {
    let picture = view.picture();
    view.project(middle).is_some_and(|seen| {
        let radius = (radius_km * seen.pixels_per_km) as f32;
        picture.inflate(radius).contains(seen.pixel)
    })
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::client::scene::labels::marks::markers::{MarkerStyle, Placement};
    use crate::sim::BodyId;
    use crate::sim::visibility::test_support::{EARTH, held};

    const MOON: BodyId = BodyId(3);

    #[test]
    fn a_moon_has_the_name_of_its_planet_where_that_is_not_seen_and_in_the_panel() {
        let mut simulation = held();
        let world = simulation.world_mut();
        let bodies = world.resource::<Sky>().system.bodies.len();
        world.insert_resource(BodyPlaces(std::iter::repeat_n(DVec3::ZERO, bodies).collect()));
        let eye = DVec3::NEG_Y * 1.0e6;
        world.insert_resource(ViewCamera { eye, focal_distance: 1.0e6, ..default() });
        world.init_resource::<Inspected>();
        let text = world.spawn(Text::new("Moon")).id();
        let placement = Placement {
            pixel: Vec2::ZERO,
            radius: 1.0,
            hull: Rect::default(),
            icon_alpha: 1.0,
            name_alpha: 1.0,
        };
        let mut marker = Marker::placed(MarkerStyle::default(), 50.0, placement);
        marker.name = Some(text);
        world.spawn((Body(MOON), marker));
        let mut name = |earth: DVec3, inspected: Option<BodyId>| {
            world.resource_mut::<BodyPlaces>().0[EARTH] = earth;
            world.resource_mut::<Inspected>().0 = inspected;
            world.run_system_once(name_moons).expect("it runs");
            world.get::<Text>(text).map(|text| text.0.clone()).unwrap_or_default()
        };
        let (near, far) = (DVec3::X * 1.0e5, DVec3::X * 1.0e8);
        assert_eq!(name(near, None), "Moon");
        assert_eq!(name(far, None), "Moon (Earth)");
        assert_eq!(name(far, Some(MOON)), "Moon (Earth)");
        assert_eq!(name(near, Some(MOON)), "Moon (Earth)");
        assert_eq!(name(near, Some(EARTH)), "Moon");
    }
}
