//! A menu with some levels, for the tests of a skirmish.

use std::sync::Arc;

use bevy::prelude::Handle;

use super::{SkirmishRow, chosen};
use crate::client::menu::files::level_file::{LevelFile, Preview, WarBoard};
use crate::client::menu::files::saves::presets_in;
use crate::client::menu::{Menu, Page, StepDirection};
use crate::client::settings::skirmish::Skirmish;
use crate::level::{Preset, StarSystem, read_level};
use crate::rules::test_support;

/// The pages of a skirmish with two levels.
pub(in crate::client::menu) fn menu() -> Menu {
    let rules = test_support::shipped();
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("levels");
    let file = |name: &str| {
        let path = folder.join(name);
        let level = read_level(&path, &rules.class_catalog()).unwrap().level;
        let board = WarBoard::of(&level, &StarSystem::build(&level).unwrap()).map(Arc::new);
        let preview = Some(Preview { chart: Some(Handle::default()), board, ..Preview::default() });
        LevelFile { path, title: level.title, preview, ..LevelFile::default() }
    };
    let files = vec![file("first-light.ron"), file("duel.ron"), file("sol.ron")];
    Menu {
        page: Some(Page::Skirmish),
        home: Page::Main,
        files,
        presets: presets_in(&folder.join("presets")).0,
        minds: rules.minds.clone(),
        ..Menu::default()
    }
}

/// The first choices after a step on in each of these rows.
pub(super) fn stepped(rows: &[SkirmishRow]) -> Preset {
    let menu = menu();
    let mut chosen = chosen(&menu, &Skirmish::default()).unwrap();
    rows.iter().for_each(|row| chosen.step(*row, StepDirection::On, &menu.minds, Some(3)));
    chosen.preset
}
