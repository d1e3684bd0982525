//! The maps of real worlds. A body has a plain colour until its maps are loaded, and a world with seas has a clear sky
//! until the map of the weather is loaded. If a map cannot be read, the body is drawn with its other maps, and the log
//! names the missing file once.
//!
//! Reading a map keeps a thread busy, and there may be only one thread for all files. So the maps of bodies in the
//! picture are read first, and those of all others one body after the other.

use std::collections::BTreeSet;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::client::scene::sky::surface::BodyMaterial;
use crate::client::scene::sky::surface::maps::{MapFiles, WEATHER};
use crate::client::worlds::Lasting;

/// The maps that were needed so far: they stay loaded, so that the next world finds them at once.
#[derive(Component, Default)]
pub struct MapShelf {
    maps: Vec<Handle<Image>>,
    /// Paths of the maps that could not be read, in the assets folder. They are not tried again.
    missing: BTreeSet<String>,
}

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
    /// Begins to read a map, unless it was read before; `None` if it is missing.
    fn fetch(&mut self, server: &AssetServer, file: &str) -> Option<Handle<Image>> {
        let path = MapFiles::path(file);
        if self.missing.contains(&path) {
            return None;
        }
        let map: Handle<Image> = server.load(path);
        if !self.maps.contains(&map) {
            self.maps.push(map.clone());
        }
        Some(map)
    }

    /// Notes a map that cannot be read. Returns what the log has to say of it; `None` if it was noted before.
    fn miss(&mut self, map: &Handle<Image>) -> Option<String> {
        let path = map.path()?.to_string();
        let words =
            format!("assets/{path} is missing or damaged, so this map is not drawn: reinstall the game");
        self.missing.insert(path).then_some(words)
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
        let color = files.and_then(|files| Some((shelf.fetch(server, &files.color)?, files.gain)));
        let data = files.and_then(|files| shelf.fetch(server, files.data.as_ref()?));
        let weather = if self.has_weather { shelf.fetch(server, WEATHER) } else { None };
        self.read = Some(ReadMaps { color, data, weather });
    }

    fn are_being_read(&self, server: &AssetServer) -> bool {
        self.read.as_ref().is_some_and(|maps| !maps.are_settled(server))
    }
}

impl ReadMaps {
    fn maps(&self) -> impl Iterator<Item = &Handle<Image>> {
        self.color.iter().map(|(color, _)| color).chain(&self.data).chain(&self.weather)
    }

    /// Whether each of them is loaded or cannot be read.
    fn are_settled(&self, server: &AssetServer) -> bool {
        self.maps().all(|map| server.is_loaded(map) || has_failed(server, map))
    }

    /// Puts those that are loaded on a surface.
    fn put_on(&self, server: &AssetServer, material: &mut BodyMaterial) {
        let loaded = |map: &Handle<Image>| server.is_loaded(map).then(|| map.clone());
        if let Some((color, gain)) = &self.color
            && let Some(color) = loaded(color)
        {
            material.put_on_color(color, *gain);
        }
        material.data_map = self.data.as_ref().and_then(loaded);
        material.weather_map = self.weather.as_ref().and_then(loaded);
    }
}

/// Whether a map cannot be read.
fn has_failed(server: &AssetServer, map: &Handle<Image>) -> bool {
    server.load_state(map).is_failed()
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

/// Puts maps on bodies once all of a body's maps are loaded, so that they appear together, or cannot be read.
pub fn put_on_maps(
    mut commands: Commands,
    server: Res<AssetServer>,
    mut shelf: Single<&mut MapShelf>,
    mut surfaces: ResMut<Assets<BodyMaterial>>,
    waiting: Query<(Entity, &AwaitsMaps, &MeshMaterial3d<BodyMaterial>)>,
) {
    for (sphere, awaited, material) in &waiting {
        let Some(maps) = awaited.read.as_ref().filter(|maps| maps.are_settled(&server)) else { continue };
        for words in maps.maps().filter(|map| has_failed(&server, map)).filter_map(|map| shelf.miss(map)) {
            warn!("{words}");
        }
        if let Some(mut material) = surfaces.get_mut(&material.0) {
            maps.put_on(&server, &mut material);
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
    use std::time::{Duration, Instant};

    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::client::scene::sky::surface::BodyUniform;

    /// The longest wait for a file that is not there.
    const PATIENCE: Duration = Duration::from_secs(20);

    #[test]
    fn a_missing_map_costs_only_itself_and_is_told_once() {
        let mut app = App::new();
        app.add_plugins((TaskPoolPlugin::default(), AssetPlugin::default()));
        app.init_asset::<Image>().init_asset::<BodyMaterial>().add_systems(Update, put_on_maps);
        let world = app.world_mut();
        world.spawn(MapShelf::default());
        let server = world.resource::<AssetServer>().clone();
        let color = server.add(Image::default());
        let weather: Handle<Image> = server.load(MapFiles::path("no-weather.data.png"));
        let bare = BodyMaterial::from(BodyUniform::default());
        let surface = world.resource_mut::<Assets<BodyMaterial>>().add(bare);
        let read = ReadMaps { color: Some((color.clone(), 2.0)), data: None, weather: Some(weather.clone()) };
        let awaited = AwaitsMaps { files: None, has_weather: true, read: Some(read) };
        world.spawn((awaited, MeshMaterial3d(surface.clone())));
        let begin = Instant::now();
        while are_maps_awaited(app.world_mut()) && begin.elapsed() < PATIENCE {
            app.update();
        }
        let worn = app.world().resource::<Assets<BodyMaterial>>().get(&surface).expect("it is there");
        assert_eq!((&worn.color_map, worn.uniform.map_gain), (&Some(color), 2.0));
        assert_eq!(worn.weather_map, None);
        let world = app.world_mut();
        let mut shelves = world.query::<&mut MapShelf>();
        let mut shelf = shelves.single_mut(world).expect("it stands");
        assert!(shelf.missing.contains("maps/no-weather.data.png"), "{:?}", shelf.missing);
        assert_eq!(shelf.miss(&weather), None, "it was told");
        assert_eq!(shelf.fetch(&server, "no-weather.data.png"), None, "it is not tried again");
    }

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
