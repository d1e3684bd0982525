//! Rewinding the present game, and the way from a replay to a game.

use bevy::prelude::*;

use super::tools::Tools;
use crate::client::clockwork::{Arrived, REWINDING, go_on_from, rewind_to};
use crate::client::frame::{Toasts, duration};
use crate::client::menu::Menu;
use crate::client::menu::pages::items::MenuAction;
use crate::client::menu::pages::rewind::SHORT_S;
use crate::client::settings::{Action, Actions};
use crate::client::worlds::{Playback, ReadingFailed};
use crate::orbit::TICKS_PER_SECOND;
use crate::sim::{Calendar, FactionId};

/// The message if a world is being read already.
const BUSY: &str = "A level is being loaded already";

/// How far the game is being rewound, ticks; `None`: it is not.
#[derive(Resource, Debug, Default)]
pub(in crate::client::menu) struct Rewinding(Option<u64>);

impl Rewinding {
    /// Whether the game is being rewound.
    pub(super) fn is_on(&self) -> bool {
        self.0.is_some()
    }
}

/// Rewinds the game to a tick; returns the message for the player.
pub(super) fn rewind(tick: u64, tools: &mut Tools) -> &'static str {
    if tools.reading.is_some() {
        return BUSY;
    }
    tools.commands.queue(move |world: &mut World| {
        let ticks = world.resource::<Calendar>().tick.saturating_sub(tick);
        match rewind_to(world, tick) {
            Ok(()) => world.resource_mut::<Rewinding>().0 = Some(ticks),
            Err(words) => {
                world.resource_mut::<Menu>().said.clone_from(&words);
                world.resource_mut::<Toasts>().say(words);
            }
        }
    });
    "Rewinding"
}

/// Makes the present moment of the replay a game.
pub(super) fn play_from(faction: FactionId, tools: &mut Tools) {
    tools.commands.queue(move |world: &mut World| {
        world.resource_mut::<Rewinding>().0 = None;
        go_on_from(world, faction);
    });
}

/// Rewinds the game a little by its key; in a replay the key belongs to the bar. What would lose something is asked
/// first, and a game that is rewinding already says so.
pub(in crate::client::menu) fn rewind_by_key(
    actions: Actions,
    mut menu: ResMut<Menu>,
    mut tools: Tools,
    mut toasts: ResMut<Toasts>,
) {
    let is_replay = tools.playback.as_deref().is_some_and(Playback::is_replay);
    if menu.is_open() || is_replay || !actions.just_pressed(&Action::Earlier) {
        return;
    }
    if tools.is_rewinding() {
        return toasts.say(REWINDING);
    }
    let Some(past) = tools.past() else { return };
    if !past.why_not.is_empty() {
        return toasts.say(past.why_not);
    }
    let tick = past.ago(SHORT_S);
    if past.is_kept() {
        return toasts.say(rewind(tick, &mut tools));
    }
    menu.open(&mut tools.time);
    menu.past = Some(past);
    menu.ask(MenuAction::Rewind(tick));
}

/// Reports how far the game was rewound.
pub(in crate::client::menu) fn report_end(
    mut arrived: MessageReader<Arrived>,
    mut failed: MessageReader<ReadingFailed>,
    mut rewinding: ResMut<Rewinding>,
    mut toasts: ResMut<Toasts>,
) {
    let has_arrived = arrived.read().count() > 0;
    let has_failed = failed.read().count() > 0;
    if !has_arrived && !has_failed {
        return;
    }
    if let Some(ticks) = rewinding.0.take().filter(|_| has_arrived) {
        toasts.say(format!("Rewound by {}", duration(ticks as f64 / TICKS_PER_SECOND)));
    }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::client::menu::actions::report_failure;

    #[test]
    fn a_rewound_game_says_how_far_and_only_once() {
        let mut world = World::new();
        world.init_resource::<Messages<Arrived>>();
        world.init_resource::<Messages<ReadingFailed>>();
        world.init_resource::<Toasts>();
        let mut said = |ticks: Option<u64>, fails: bool| {
            world.insert_resource(Rewinding(ticks));
            if fails {
                world.write_message(ReadingFailed(String::new()));
            } else {
                world.write_message(Arrived { faction: FactionId(0), was_replay: false, fills_seat: false });
            }
            world.run_system_once(report_end).expect("it runs");
            world.resource_mut::<Messages<Arrived>>().clear();
            world.resource_mut::<Messages<ReadingFailed>>().clear();
            assert_eq!(world.resource::<Rewinding>().0, None);
            world.resource_mut::<Toasts>().take_fresh()
        };
        assert_eq!(said(Some(300), false), "Rewound by 10 s");
        assert_eq!(said(None, false), "", "a replay has become a game");
        assert_eq!(said(Some(300), true), "", "the world could not be read");
    }

    #[test]
    fn a_moment_that_cannot_be_read_is_no_file_that_could_be_repaired() {
        let mut world = World::new();
        world.init_resource::<Messages<ReadingFailed>>();
        world.init_resource::<Toasts>();
        world.init_resource::<Menu>();
        let mut said = |ticks: Option<u64>| {
            world.insert_resource(Rewinding(ticks));
            world.write_message(ReadingFailed("it is damaged".to_owned()));
            world.run_system_once(report_failure).expect("it runs");
            world.resource_mut::<Messages<ReadingFailed>>().clear();
            world.resource_mut::<Toasts>().take_fresh()
        };
        assert!(said(Some(300)).starts_with("The game could not be rewound"));
        assert!(said(None).starts_with("The file could not be loaded"));
    }
}
