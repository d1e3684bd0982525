//! The map of the chosen level: its sky on the chosen date, and each home in the colour of the side that begins there.

use std::path::PathBuf;

use bevy::prelude::*;

use super::choices::{Chosen, chosen};
use crate::client::menu::Menu;
use crate::client::menu::files::sketch::{HomePlace, home_places, paint_map};
use crate::client::settings::Settings;
use crate::client::settings::skirmish::Skirmish;
use crate::level::{ChangedFaction, Level, PlayedBy, Preset, StarSystem};

/// The map of a level with its choices.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::client::menu) struct ChosenMap {
    /// `None`: the choices make no level.
    pub(in crate::client::menu) picture: Option<Handle<Image>>,
    /// The homes on it.
    pub(in crate::client::menu) homes: Vec<HomePlace>,
    of: MapSource,
}

/// What a map is painted of. The map of the level itself is another one once its file is read anew.
#[derive(Clone, Debug, PartialEq)]
struct MapSource {
    path: PathBuf,
    own_map: Option<Handle<Image>>,
    /// The choices that it shows; no others.
    choices: Preset,
}

impl MapSource {
    fn of(chosen: &Chosen) -> Self {
        let preview = chosen.file.preview.as_ref();
        Self {
            path: chosen.file.path.clone(),
            own_map: preview.and_then(|preview| preview.map.clone()),
            choices: shown(&chosen.preset),
        }
    }
}

/// The choices that a map shows: the date, and of each side the home, the colour and whether it is in the game.
fn shown(choices: &Preset) -> Preset {
    let side = |side: &ChangedFaction| ChangedFaction {
        name: side.name.clone(),
        color: side.color.clone(),
        home: side.home.clone(),
        played_by: side.played_by.clone().filter(|player| *player == PlayedBy::Nobody),
        ..ChangedFaction::default()
    };
    Preset {
        starts_today: choices.starts_today,
        epoch: choices.epoch.clone(),
        factions: choices.factions.iter().map(side).collect(),
        ..Preset::default()
    }
}

/// Paints the map of the choices for their page, unless it is painted already.
pub(in crate::client::menu) fn paint_chosen(
    mut menu: ResMut<Menu>,
    settings: Res<Settings>,
    mut images: ResMut<Assets<Image>>,
) {
    if !menu.is_changed() && !settings.is_changed() {
        return;
    }
    let map = map_of(&menu, &settings.skirmish, &mut images);
    if menu.chosen_map != map {
        menu.chosen_map = map;
    }
}

/// The map of the choices: the one that is there if it is theirs, else another.
fn map_of(menu: &Menu, choices: &Skirmish, images: &mut Assets<Image>) -> Option<ChosenMap> {
    let chosen = chosen(menu, choices)?;
    let of = MapSource::of(&chosen);
    if let Some(present) = menu.chosen_map.as_ref().filter(|map| map.of == of) {
        return Some(present.clone());
    }
    let (picture, homes) = painted(&chosen.board.level, &of.choices).unzip();
    Some(ChosenMap {
        picture: picture.map(|picture| images.add(picture)),
        homes: homes.unwrap_or_default(),
        of,
    })
}

/// The map of a level with these choices, and the homes on it; `None` if they make no level.
fn painted(level: &Level, choices: &Preset) -> Option<(Image, Vec<HomePlace>)> {
    let mut level = level.clone();
    choices.change(&mut level).ok()?;
    let system = StarSystem::build(&level).ok()?;
    Some((paint_map(&level, &system), home_places(&level, &system)))
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::client::menu::skirmish::test_support::menu;

    /// The places of the pixels of a colour.
    fn pixels_of(picture: &Image, color: &str) -> Vec<usize> {
        let [red, green, blue, _] = Srgba::hex(color).unwrap().to_u8_array();
        let pixels = picture.data.as_ref().unwrap().chunks(4).enumerate();
        pixels.filter(|(_, pixel)| pixel[..3] == [red, green, blue]).map(|(place, _)| place).collect()
    }

    #[test]
    fn homes_and_colours_are_the_chosen_ones() {
        let menu = menu();
        let mut chosen = chosen(&menu, &Skirmish::default()).unwrap();
        let board = chosen.board;
        let [own, other] = [0, 1].map(|index| chosen.color(index).to_owned());
        let map = |choices: &Preset| painted(&board.level, &shown(choices)).unwrap().0;
        let before = map(&chosen.preset);
        let [here, there] = [&own, &other].map(|color| pixels_of(&before, color));
        assert!(!here.is_empty() && !there.is_empty() && here != there);
        chosen.preset.factions[0].home = Some(chosen.home(1).to_owned());
        let exchanged = map(&chosen.preset);
        assert_eq!([&other, &own].map(|color| pixels_of(&exchanged, color)), [here, there.clone()]);
        chosen.preset.factions[0].color = Some("#123456".to_owned());
        let colored = map(&chosen.preset);
        assert_eq!(pixels_of(&colored, "#123456"), there);
        assert_eq!(pixels_of(&colored, &own), Vec::<usize>::new());
    }

    #[test]
    fn another_map_is_painted_only_for_other_choices_that_it_shows() {
        let mut world = World::new();
        world.insert_resource(menu());
        world.init_resource::<Settings>();
        world.init_resource::<Assets<Image>>();
        let present = |world: &mut World| {
            world.run_system_once(paint_chosen).unwrap();
            world.resource::<Menu>().chosen_map.as_ref().and_then(|map| map.picture.clone()).unwrap()
        };
        let first = present(&mut world);
        assert_eq!(present(&mut world), first);
        let mut choices = chosen(world.resource::<Menu>(), &Skirmish::default()).unwrap().preset;
        choices.seed = Some(7);
        world.resource_mut::<Settings>().skirmish.preset = choices.clone();
        assert_eq!(present(&mut world), first, "the seed is not to be seen");
        choices.factions[0].color = Some("#123456".to_owned());
        world.resource_mut::<Settings>().skirmish.preset = choices;
        assert_ne!(present(&mut world), first);
    }
}
