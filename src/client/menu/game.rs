//! What the menu must know of the game, and when its level was last played.

use std::time::SystemTime;

use bevy::prelude::*;

use super::actions::tools::LeavingGame;
use super::files::autosave;
use super::files::writer::{SaveEnded, SavePlace};
use super::page::Page;
use super::result::counting::skill_of_foes;
use super::{Menu, Opponent};
use crate::client::frame::{Player, SPECTATOR};
use crate::client::hud::guide::Guide;
use crate::client::settings::{Settings, decided, played};
use crate::client::view::PlayerOut;
use crate::client::worlds::{FileEntered, Kept, Playback, is_replay};
use crate::sim::order::check;
use crate::sim::visibility::Views;
use crate::sim::{
    Calendar, Era, FactionId, Factions, MindCatalog, Order, Seat, Seats, Sides, SourceLevel, Verdict,
};

/// The tick of the last save of the world, or of its beginning if there is no save. `None`: nothing of it is saved.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct LastSave(pub Option<u64>);

/// A world begins as it was saved, but for a moment of a log.
pub(super) fn note_beginning(
    calendar: Res<Calendar>,
    playback: Option<Res<Playback>>,
    mut saved: ResMut<LastSave>,
) {
    saved.0 = playback.is_none().then_some(calendar.tick);
}

/// Notes when each level was last played.
pub(super) fn note_played(mut entered: MessageReader<FileEntered>, settings: Res<Settings>) {
    let Some(file) = settings.played_file() else { return };
    for FileEntered(level) in entered.read() {
        if let Err(error) = played::note(&file, level, SystemTime::now()) {
            warn!(
                "{} could not be written, so levels are not sorted by when they were played: {error}",
                file.display()
            );
        }
    }
}

/// Notes that the game is decided: when it is, and at each save of it since. "Continue" leads to no save from before.
pub(super) fn note_decided(
    verdict: Res<Verdict>,
    source: Res<SourceLevel>,
    settings: Res<Settings>,
    era: Res<Era>,
    mut ended: MessageReader<SaveEnded>,
    mut known: Kept<bool>,
) {
    let is_saved = ended.read().filter(|end| end.era == *era && end.outcome.is_ok()).count() > 0;
    let is_decided = verdict.0.is_some();
    let was_known = std::mem::replace(known.now(), is_decided);
    if !is_decided || was_known && !is_saved {
        return;
    }
    let Some((file, game)) = settings.decided_file().zip(source.0.game) else { return };
    if let Err(error) = decided::note(&file, game, SystemTime::now()) {
        warn!("{} could not be written, so \"Continue\" may lead to a decided game: {error}", file.display());
    }
}

/// Checks whether the player may surrender.
pub(super) fn ask_surrender(views: Views, player: Res<Player>, mut menu: ResMut<Menu>) {
    if !menu.is_open() {
        return;
    }
    let asked = (player.faction != SPECTATOR).then(|| check(views.of(player.faction), &Order::Surrender));
    let why_not = asked.map(|answer| answer.err().map(|why| why.to_string()).unwrap_or_default());
    if menu.no_surrender != why_not {
        menu.no_surrender = why_not;
    }
}

/// Checks whether the guide has nothing left to tell.
pub(super) fn ask_guide(guide: Option<Res<Guide>>, settings: Res<Settings>, mut menu: ResMut<Menu>) {
    let is_over = guide.is_some_and(|guide| guide.is_over(&settings.guide_done));
    if menu.is_guide_over != is_over {
        menu.is_guide_over = is_over;
    }
}

/// Checks whether the war is over for the player, and whether leaving the game would lose something; a replay loses
/// nothing, nor does a game that is decided. The menu may be closed: a window can close at any time.
pub(super) fn ask_unsaved(
    calendar: Res<Calendar>,
    saved: Res<LastSave>,
    playback: Option<Res<Playback>>,
    settings: Option<Res<Settings>>,
    (verdict, out): (Option<Res<Verdict>>, Option<Res<PlayerOut>>),
    leaving: Option<Res<LeavingGame>>,
    mut menu: ResMut<Menu>,
) {
    let is_decided = verdict.as_ref().is_some_and(|verdict| verdict.0.is_some());
    let is_newer = saved.0.is_none_or(|saved| calendar.tick > saved);
    let is_unsaved = !is_replay(playback) && !is_decided && is_newer;
    let is_on = settings.is_some_and(|settings| autosave::is_on(&settings, verdict.as_deref()));
    let saves_itself = is_on && !leaving.is_some_and(|leaving| leaving.has_failed);
    if (menu.is_unsaved, menu.saves_itself) != (is_unsaved, saves_itself) {
        (menu.is_unsaved, menu.saves_itself) = (is_unsaved, saves_itself);
    }
    let is_out = out.is_some_and(|out| out.is_out());
    if (menu.is_decided, menu.is_out) != (is_decided, is_out) {
        (menu.is_decided, menu.is_out) = (is_decided, is_out);
    }
}

/// Notes the end of a save. One that the player named is shown on the first page, a failure on the present one.
pub(super) fn note_saved(
    mut ended: MessageReader<SaveEnded>,
    era: Res<Era>,
    mut saved: ResMut<LastSave>,
    mut menu: ResMut<Menu>,
) {
    for end in ended.read().filter(|end| end.era == *era) {
        if end.outcome.is_ok() {
            saved.0 = saved.0.max(Some(end.tick));
        }
        if !menu.is_open() {
            continue;
        }
        let is_named = !matches!(end.place, SavePlace::InTurn(_));
        if is_named && end.outcome.is_ok() && menu.page == Some(Page::Save) {
            let home = menu.home;
            menu.turn(home);
        }
        if is_named || end.outcome.is_err() {
            menu.said = end.words();
        }
    }
}

/// Gathers the minds of the game, and the lower skill that is offered when it is lost.
pub(super) fn gather_minds(
    seats: Res<Seats>,
    sides: Res<Sides>,
    player: Res<Player>,
    factions: Res<Factions>,
    catalog: Res<MindCatalog>,
    source: Res<SourceLevel>,
    settings: Res<Settings>,
    mut menu: ResMut<Menu>,
) {
    if !menu.is_open() {
        return;
    }
    let opponent = |(faction, seat): (FactionId, &Seat)| {
        let name = factions.0.get(faction)?.name.clone();
        seat.mind.is_some().then(|| Opponent { faction, name, seat: seat.clone() })
    };
    let opponents: Vec<Opponent> = seats.0.iter_enumerated().filter_map(opponent).collect();
    let me = factions.0.get(player.faction).map(|_| player.faction);
    let skill = me.and_then(|me| skill_of_foes(me, &sides, &seats));
    let easier = skill.and_then(|skill| settings.skirmish.easier(&source.0.title, skill, &catalog.0));
    let easier = easier.map(str::to_owned);
    if menu.opponents != opponents || menu.minds != catalog.0 || menu.easier != easier {
        (menu.opponents, menu.easier) = (opponents, easier);
        menu.minds.clone_from(&catalog.0);
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::client::settings::decided::Decided;
    use crate::level::Level;
    use crate::orbit::{GameClock, J2000_JD};
    use crate::sim::outcome::test_support::decided;

    #[test]
    fn progress_is_unsaved_until_it_is_saved() {
        let clock = GameClock { epoch_jd: J2000_JD, days_per_second: 1.0 };
        let mut world = World::new();
        world.insert_resource(Menu { page: Some(Page::Pause), ..default() });
        let mut is_unsaved = |tick: u64, saved: Option<u64>| {
            world.insert_resource(Calendar { clock, tick, seed: 0 });
            world.insert_resource(LastSave(saved));
            world.run_system_once(ask_unsaved).expect("it runs");
            world.resource::<Menu>().is_unsaved
        };
        let all = [is_unsaved(7, Some(7)), is_unsaved(8, Some(7)), is_unsaved(8, Some(8))];
        assert_eq!(all, [false, true, false]);
        assert!(is_unsaved(7, None), "a moment of a log");
        world.insert_resource(decided());
        world.run_system_once(ask_unsaved).expect("it runs");
        let menu = world.resource::<Menu>();
        assert!(menu.is_decided && !menu.is_unsaved, "there is nothing left to win");
    }

    #[test]
    fn a_game_is_noted_when_it_is_decided_and_at_each_save_of_it_since() {
        let folder = tempfile::tempdir().unwrap();
        let settings = Settings::at_first_start(folder.path().join("settings.toml"));
        let file = settings.decided_file().expect("it is stored");
        let mut world = World::new();
        world.insert_resource(settings);
        world.insert_resource(SourceLevel(Level { game: Some(7), ..Level::default() }));
        world.insert_resource(Verdict(None));
        world.init_resource::<Era>();
        world.init_resource::<Messages<SaveEnded>>();
        let note = world.register_system(note_decided);
        let save = |world: &mut World, outcome: Result<PathBuf, String>| {
            let place = SavePlace::New("One".to_owned());
            world.write_message(SaveEnded { place, tick: 9, era: Era::default(), outcome });
        };
        // Whether the game is noted in a frame, which finds no file.
        let is_noted = |world: &mut World| {
            world.run_system(note).expect("it runs");
            let is_noted = Decided::read(Some(&file)).second(7).is_some();
            assert_eq!(std::fs::remove_file(&file).is_ok(), is_noted);
            is_noted
        };
        save(&mut world, Ok("One.ron".into()));
        assert!(!is_noted(&mut world), "it goes on");
        world.insert_resource(decided());
        assert_eq!([(); 3].map(|()| is_noted(&mut world)), [true, false, false], "once");
        save(&mut world, Err("The disk is full.".to_owned()));
        assert!(!is_noted(&mut world), "nothing was saved");
        save(&mut world, Ok("One.ron".into()));
        assert_eq!([(); 2].map(|()| is_noted(&mut world)), [true, false]);
        world.insert_resource(SourceLevel(Level::default()));
        save(&mut world, Ok("One.ron".into()));
        assert!(!is_noted(&mut world) && !file.exists(), "it has no number");
    }
}
