//! Real worlds put on their maps as soon as these are loaded; until then they have a plain colour. Worlds with seas wait
//! for the map of the weather as well; until then their sky is clear.
//!
//! Reading a map keeps a thread busy, and there may be one only for all files. So the maps of bodies in the picture
//! come first, and those of all others one body after the other.

use bevy::asset::LoadState;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::client::scene::sky::surface::BodyMaterial;
use crate::client::scene::sky::surface::maps::{MapFiles, WEATHER};
use crate::client::worlds::Lasting;

/// The maps that were needed so far: they stay loaded, so that the next world finds them at once.
#[derive(Component, Default)]
pub struct MapShelf(Vec<Handle<Image>>);

/// The maps that the sphere of a body waits for.
#[derive(Component)]
pub struct AwaitsMaps {
    files: Option<MapFiles>,
    has_weather: bool,
    /// The maps, once they are being read.
    read: Option<ReadMaps>,
}

/// Maps that are being read.
struct ReadMaps {
    /// The colours, and the factor of them.
    color: Option<(Handle<Image>, f32)>,
    data: Option<Handle<Image>>,
    weather: Option<Handle<Image>>,
}

impl MapShelf {
    /// Begins to read a map, unless it was read before.
    fn fetch(&mut self, server: &AssetServer, file: &str) -> Handle<Image> {
        let map: Handle<Image> = server.load(MapFiles::path(file));
        if !self.0.contains(&map) {
            self.0.push(map.clone());
        }
        map
    }
}

impl AwaitsMaps {
    /// The maps of a real world and, if it `has_weather`, that of the weather; none is being read yet.
    pub fn new(files: Option<MapFiles>, has_weather: bool) -> Self {
        Self { files, has_weather, read: None }
    }

    /// Begins to read the maps.
    fn begin(&mut self, server: &AssetServer, shelf: &mut MapShelf) {
        let files = self.files.as_ref();
        let color = files.map(|files| (shelf.fetch(server, &files.color), files.gain));
        let data = files.and_then(|files| files.data.as_ref()).map(|file| shelf.fetch(server, file));
        let weather = self.has_weather.then(|| shelf.fetch(server, WEATHER));
        self.read = Some(ReadMaps { color, data, weather });
    }

    fn are_being_read(&self, server: &AssetServer) -> bool {
        self.read.as_ref().is_some_and(|maps| !maps.are_loaded(server))
    }
}

impl ReadMaps {
    fn maps(&self) -> impl Iterator<Item = &Handle<Image>> {
        self.color.iter().map(|(color, _)| color).chain(&self.data).chain(&self.weather)
    }

    fn are_loaded(&self, server: &AssetServer) -> bool {
        self.maps().all(|map| server.is_loaded(map.id()))
    }

    fn have_failed(&self, server: &AssetServer) -> bool {
        self.maps().any(|map| matches!(server.get_load_state(map), Some(LoadState::Failed(_))))
    }

    /// Puts them on a surface.
    fn put_on(&self, material: &mut BodyMaterial) {
        if let Some((color, gain)) = &self.color {
            material.put_on(color.clone(), self.data.clone(), *gain);
        }
        material.weather_map.clone_from(&self.weather);
    }
}

/// Spawns the shelf of the maps.
pub(super) fn spawn_shelf(mut commands: Commands) {
    commands.spawn((MapShelf::default(), Lasting));
}

/// Begins to read the maps of bodies that are drawn, and while nothing is being read those of one other.
pub fn fetch_maps(
    server: Res<AssetServer>,
    mut shelf: Single<&mut MapShelf>,
    mut waiting: Query<(&Visibility, &mut AwaitsMaps)>,
) {
    let mut is_busy = false;
    for (visibility, mut maps) in &mut waiting {
        if maps.read.is_none() && *visibility != Visibility::Hidden {
            maps.begin(&server, &mut shelf);
        }
        is_busy |= maps.are_being_read(&server);
    }
    for (_, mut maps) in &mut waiting {
        if is_busy {
            return;
        }
        if maps.read.is_none() {
            maps.begin(&server, &mut shelf);
            // Those that the world before has read are there at once.
            is_busy = maps.are_being_read(&server);
        }
    }
}

/// Puts maps on bodies once all of a body's maps are loaded. A body of which a map cannot be loaded keeps its plain
/// colour and a clear sky; the engine has logged the reason.
pub fn put_on_maps(
    mut commands: Commands,
    server: Res<AssetServer>,
    mut surfaces: ResMut<Assets<BodyMaterial>>,
    waiting: Query<(Entity, &AwaitsMaps, &MeshMaterial3d<BodyMaterial>)>,
) {
    for (sphere, awaited, material) in &waiting {
        let Some(maps) = &awaited.read else { continue };
        let are_loaded = maps.are_loaded(&server);
        if !are_loaded && !maps.have_failed(&server) {
            continue;
        }
        if are_loaded && let Some(mut material) = surfaces.get_mut(&material.0) {
            maps.put_on(&mut material);
        }
        commands.entity(sphere).remove::<AwaitsMaps>();
    }
}

/// Query bundle for the maps of bodies that are drawn.
#[derive(SystemParam)]
pub struct MapsInView<'w, 's> {
    waiting: Query<'w, 's, &'static Visibility, With<AwaitsMaps>>,
}

impl MapsInView<'_, '_> {
    /// Whether a body that is drawn still waits for its maps: it is a plain ball.
    pub fn are_awaited(&self) -> bool {
        any_drawn(self.waiting.iter())
    }
}

fn any_drawn<'a>(mut bodies: impl Iterator<Item = &'a Visibility>) -> bool {
    bodies.any(|visibility| *visibility != Visibility::Hidden)
}

/// Whether a body still waits for its maps.
pub fn are_maps_awaited(world: &mut World) -> bool {
    world.query::<&AwaitsMaps>().iter(world).next().is_some()
}

/// Whether a body that is drawn still waits for its maps: a picture of it would show a plain ball.
pub fn are_maps_in_view_awaited(world: &mut World) -> bool {
    let mut waiting = world.query_filtered::<&Visibility, With<AwaitsMaps>>();
    any_drawn(waiting.iter(world))
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;

    #[test]
    fn maps_of_bodies_in_the_picture_come_first_and_others_one_by_one() {
        let mut app = App::new();
        app.add_plugins((TaskPoolPlugin::default(), AssetPlugin::default())).init_asset::<Image>();
        let world = app.world_mut();
        world.spawn(MapShelf::default());
        let [far, near, other] =
            [Visibility::Hidden, Visibility::Inherited, Visibility::Hidden].map(|seen| {
                let files = MapFiles { color: format!("no-{seen:?}.color.png"), data: None, gain: 1.0 };
                world.spawn((seen, AwaitsMaps::new(Some(files), false))).id()
            });
        let fetched = |world: &mut World| {
            world.run_system_once(fetch_maps).expect("it runs");
            [far, near, other]
                .map(|body| world.get::<AwaitsMaps>(body).is_some_and(|maps| maps.read.is_some()))
        };
        assert!(are_maps_in_view_awaited(world));
        assert_eq!(fetched(world), [false, true, false]);
        assert_eq!(fetched(world), [false, true, false], "it is still being read");
        world.entity_mut(near).remove::<AwaitsMaps>();
        assert!(are_maps_awaited(world) && !are_maps_in_view_awaited(world));
        assert_eq!(fetched(world), [true, false, false]);
        assert_eq!(fetched(world), [true, false, false]);
        world.entity_mut(far).remove::<AwaitsMaps>();
        assert_eq!(fetched(world), [false, false, true]);
    }
}
