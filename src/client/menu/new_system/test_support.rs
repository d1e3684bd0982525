//! The menu on the page of a new system, for tests.

use crate::client::menu::{Menu, Page};

/// The page, opened for the first time with a seed.
pub(in crate::client::menu) fn menu(seed: u64) -> Menu {
    let mut menu = Menu { page: Some(Page::NewSystem), home: Page::Main, ..Menu::default() };
    menu.system.open(None, seed);
    menu
}
