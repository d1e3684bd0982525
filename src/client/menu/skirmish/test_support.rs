//! A menu with some levels, for the tests of a skirmish.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use bevy::prelude::Handle;

use super::{SkirmishRow, chosen};
use crate::client::menu::files::level_file::{LevelFile, Preview, WarBoard};
use crate::client::menu::files::saves::presets_in;
use crate::client::menu::{Menu, Page, StepDirection};
use crate::client::settings::skirmish::Skirmish;
use crate::level::{Preset, StarSystem, read_level};
use crate::rules::test_support;

/// The folder of the shipped levels.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("levels")
}

/// A shipped level that has been read.
pub(super) fn level_file(name: &str) -> LevelFile {
    let path = folder().join(name);
    let level = read_level(&path, &test_support::shipped().class_catalog()).unwrap().level;
    let board = WarBoard::of(&level, &StarSystem::build(&level).unwrap()).map(Arc::new);
    let preview = Some(Preview { chart: Some(Handle::default()), board, ..Preview::default() });
    LevelFile { path, title: level.title, preview, ..LevelFile::default() }
}

/// The pages of a skirmish with three levels. The first choice is the duel, which has presets: the usual first level
/// is not there.
pub(in crate::client::menu) fn menu() -> Menu {
    let rules = test_support::shipped();
    Menu {
        page: Some(Page::Skirmish),
        home: Page::Main,
        files: ["duel.ron", "first-light.ron", "sol.ron"].map(level_file).into(),
        presets: presets_in(&folder().join("presets")).0,
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
