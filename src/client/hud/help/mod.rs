//! What a player can look up.
//!
//! - Enters: the actions with their keys, the classes and numbers of the rules.
//! - Leaves: the page of keys; the encyclopedia, open at an entry that others ask for; whether a page lies over the
//!   game.
//! - Must never: show a number that is not read from the rules.
//!
//! | folder or file | shows |
//! |---|---|
//! | `help_pages.rs` | the opening and closing of both pages |
//! | `keys_page.rs` | the page of keys, in two parts |
//! | `keys_look.rs` | how large it is written, and whether both parts stand on it at once |
//! | `key_lines.rs` | its lines: mouse actions and keys, and their effects |
//! | `key_groups.rs` | these lines by part of the page and by subject, in columns |
//! | `encyclopedia/` | the classes, the rules and the marks of the map, from the data of the game |

pub mod encyclopedia;
pub mod help_pages;
mod key_groups;
mod key_lines;
mod keys_look;
pub mod keys_page;

use bevy::prelude::*;

use crate::client::frame::{GameCovered, NewsSystems, PageOpen};
use crate::client::worlds::WhilePlaying;
use encyclopedia::Encyclopedia;
use keys_page::HelpPage;

/// Adds the pages.
pub fn plugin(app: &mut App) {
    app.add_plugins((keys_page::plugin, help_pages::plugin, encyclopedia::plugin));
    app.add_systems(Update, note_covered.in_set(NewsSystems::Gather).in_set(WhilePlaying));
}

/// Notes whether a page lies over the game, once all of them are opened and closed in this frame.
fn note_covered(
    menu: Res<PageOpen>,
    keys: Query<&Visibility, With<HelpPage>>,
    encyclopedia: Res<Encyclopedia>,
    mut covered: ResMut<GameCovered>,
) {
    let shows_keys = keys.iter().any(|page| *page != Visibility::Hidden);
    covered.set_if_neq(GameCovered(menu.0 || shows_keys || encyclopedia.is_open()));
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;

    #[test]
    fn pages_of_the_menu_and_of_help_cover_the_game() {
        let mut world = World::new();
        world.init_resource::<GameCovered>();
        world.init_resource::<Encyclopedia>();
        let keys = world.spawn((HelpPage, Visibility::Hidden)).id();
        let mut is_covered = |menu: bool, page: Visibility| {
            world.insert_resource(PageOpen(menu));
            world.entity_mut(keys).insert(page);
            world.run_system_once(note_covered).expect("it runs");
            world.resource::<GameCovered>().0
        };
        assert!(!is_covered(false, Visibility::Hidden));
        assert!(is_covered(true, Visibility::Hidden) && is_covered(false, Visibility::Inherited));
    }
}
