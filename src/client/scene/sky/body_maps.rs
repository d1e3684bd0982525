//! Real worlds put on their maps as soon as these are loaded; until then they have a plain colour.

use bevy::asset::LoadState;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::client::scene::sky::surface::BodyMaterial;
use crate::client::scene::sky::surface::maps::MapFiles;
use crate::client::worlds::Lasting;

/// The maps that were needed so far: they stay loaded, so that the next world finds them at once.
#[derive(Component, Default)]
pub struct MapShelf(Vec<Handle<Image>>);

/// The maps that the sphere of a body waits for.
#[derive(Component)]
pub struct AwaitsMaps {
    color: Handle<Image>,
    data: Option<Handle<Image>>,
    /// Factor of the colours.
    gain: f32,
}

/// Fetches maps.
#[derive(SystemParam)]
pub struct Maps<'w, 's> {
    server: Res<'w, AssetServer>,
    shelves: Query<'w, 's, &'static mut MapShelf>,
}

impl Maps<'_, '_> {
    /// Begins to load maps, unless they are loaded.
    pub fn fetch(&mut self, files: &MapFiles) -> AwaitsMaps {
        AwaitsMaps {
            color: self.load(&files.color),
            data: files.data.as_ref().map(|file| self.load(file)),
            gain: files.gain,
        }
    }

    fn load(&mut self, file: &str) -> Handle<Image> {
        let map: Handle<Image> = self.server.load(MapFiles::path(file));
        for mut shelf in &mut self.shelves {
            if !shelf.0.contains(&map) {
                shelf.0.push(map.clone());
            }
        }
        map
    }
}

impl AwaitsMaps {
    fn maps(&self) -> impl Iterator<Item = &Handle<Image>> {
        std::iter::once(&self.color).chain(&self.data)
    }

    fn are_loaded(&self, server: &AssetServer) -> bool {
        self.maps().all(|map| server.is_loaded(map.id()))
    }

    fn have_failed(&self, server: &AssetServer) -> bool {
        self.maps().any(|map| matches!(server.get_load_state(map), Some(LoadState::Failed(_))))
    }
}

/// Spawns the shelf of the maps.
pub(super) fn spawn_shelf(mut commands: Commands) {
    commands.spawn((MapShelf::default(), Lasting));
}

/// Puts maps on bodies once all of a body's maps are loaded. A body whose map cannot be loaded keeps its plain
/// colour; the engine has logged the reason.
pub fn put_on_maps(
    mut commands: Commands,
    server: Res<AssetServer>,
    mut surfaces: ResMut<Assets<BodyMaterial>>,
    waiting: Query<(Entity, &AwaitsMaps, &MeshMaterial3d<BodyMaterial>)>,
) {
    for (sphere, maps, material) in &waiting {
        let are_loaded = maps.are_loaded(&server);
        if !are_loaded && !maps.have_failed(&server) {
            continue;
        }
        if are_loaded && let Some(mut material) = surfaces.get_mut(&material.0) {
            material.put_on(maps.color.clone(), maps.data.clone(), maps.gain);
        }
        commands.entity(sphere).remove::<AwaitsMaps>();
    }
}

/// Whether a body still waits for its maps: a picture of it would show a plain ball.
pub fn are_maps_awaited(world: &mut World) -> bool {
    world.query::<&AwaitsMaps>().iter(world).next().is_some()
}
