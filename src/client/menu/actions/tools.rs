//! What deeds work with, besides the menu and the settings.

use std::path::Path;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::client::clockwork::LogsFolder;
use crate::client::frame::{HelpHold, Player, Toasts};
use crate::client::hud::encyclopedia::entry::RuleBook;
use crate::client::hud::encyclopedia::rows::{Room, entry_rows};
use crate::client::hud::encyclopedia::topics::Topic;
use crate::client::hud::encyclopedia::{Encyclopedia, Gallery};
use crate::client::hud::guide::Guide;
use crate::client::menu::files::level_file::LevelFile;
use crate::client::menu::files::logs::LogsInUse;
use crate::client::menu::files::paths::{FileKind, is_same_name};
use crate::client::menu::files::sketch::NOTE_WIDTH;
use crate::client::menu::files::turns::SaveTurn;
use crate::client::menu::files::writer::{SavePlace, SaveWriter, SavesFolder, begin};
use crate::client::menu::files::{logs, naming, saves};
use crate::client::menu::pages::entries_of;
use crate::client::menu::pages::items::MenuAction;
use crate::client::menu::past::Past;
use crate::client::menu::start::briefing::Briefing;
use crate::client::menu::{Menu, Page};
use crate::client::settings::Settings;
use crate::client::settings::decided::Decided;
use crate::client::settings::played::Played;
use crate::client::widgets::Row;
use crate::client::widgets::rows::{STOP_EDGE, STOP_GAP, STOP_PADDING};
use crate::client::worlds::{AssetsDir, Playback, Reading, Source, universal_date_now};
use crate::record::Recorder;
use crate::rules::Rules;
use crate::sim::{Calendar, MindCatalog, OrderQueue, SourceLevel};

/// The room of the rows of an entry, each of which is a stop.
const ENTRY_ROOM: Room = Room { width: NOTE_WIDTH - 2.0 * STOP_PADDING - STOP_EDGE, gap: STOP_GAP };

/// The deed that leaves the game.
#[derive(Resource, Debug, Default)]
pub(in crate::client::menu) struct LeavingGame {
    /// It waits for the end of the save.
    pub(super) deed: Option<MenuAction>,
    /// Whether the last save failed.
    pub(in crate::client::menu) has_failed: bool,
}

/// Query bundle for deeds, besides the menu and the settings.
#[derive(SystemParam)]
pub(in crate::client::menu) struct Tools<'w, 's> {
    pub(super) commands: Commands<'w, 's>,
    pub(super) time: ResMut<'w, Time<Virtual>>,
    pub(super) assets: Option<Res<'w, AssetsDir>>,
    pub(super) guide: Option<ResMut<'w, Guide>>,
    pub(super) briefing: Option<ResMut<'w, Briefing>>,
    pub(super) encyclopedia: Option<ResMut<'w, Encyclopedia>>,
    pub(super) help_hold: Option<ResMut<'w, HelpHold>>,
    pub(super) exit: MessageWriter<'w, AppExit>,
    pub(super) reading: Option<Res<'w, Reading>>,
    pub(super) opened: Option<Res<'w, SourceLevel>>,
    pub(super) calendar: Option<Res<'w, Calendar>>,
    pub(super) player: Option<Res<'w, Player>>,
    pub(super) door: ResMut<'w, OrderQueue>,
    pub(super) minds: Option<Res<'w, MindCatalog>>,
    pub(super) leaving: Option<ResMut<'w, LeavingGame>>,
    pub(super) playback: Option<Res<'w, Playback>>,
    gallery: Option<Gallery<'w>>,
    recorder: Option<ResMut<'w, Recorder>>,
    writer: Option<Res<'w, SaveWriter>>,
    saves: Option<Res<'w, SavesFolder>>,
    logs: Option<Res<'w, LogsFolder>>,
}

impl Tools<'_, '_> {
    /// Starts reading the next level, unless another is being read; returns the message for the player. The log of the
    /// present game is read up to this moment.
    pub(super) fn open(&mut self, source: Option<Source>) -> &'static str {
        let (Some(source), Some(assets)) = (source, self.assets.as_deref()) else {
            return "There is no level to load";
        };
        if self.reading.is_some() {
            return "A level is being loaded already";
        }
        let own = match (&source, self.recorder.as_deref_mut()) {
            (Source::Log { path, .. }, Some(recorder)) if recorder.path() == Some(path.as_path()) => {
                recorder.hand_over()
            }
            _ => None,
        };
        self.commands.insert_resource(Reading::begin_after(own, source, assets.0.clone()));
        "Loading"
    }

    /// The levels, the last played first.
    pub(super) fn list_levels(&self, settings: &Settings) -> Vec<LevelFile> {
        saves::list_levels(self.assets_dir(), &Played::read(settings.played_file().as_deref()))
    }

    /// The name that is offered for a save beside these.
    pub(super) fn offered_name(&self, files: &[LevelFile]) -> String {
        let title = self.opened.as_deref().map_or("", |opened| opened.0.title.as_str());
        let is_taken = |name: &str| files.iter().any(|file| is_same_name(&file.stem(), name));
        naming::offered_name(title, universal_date_now(), is_taken)
    }

    /// Whether a save is not finished.
    pub(super) fn is_saving(&self) -> bool {
        self.writer.as_deref().is_some_and(SaveWriter::is_busy)
    }

    /// Whether the game is rewinding to an earlier moment.
    pub(super) fn is_rewinding(&self) -> bool {
        self.playback.as_deref().is_some_and(Playback::is_rewinding)
    }

    /// Leaves the game by a deed once it is saved, which begins now or has begun already.
    pub(super) fn leave_later(&mut self, deed: MenuAction, is_unsaved: bool) {
        if let Some(leaving) = &mut self.leaving {
            leaving.deed = Some(deed);
        }
        if is_unsaved {
            self.commands.queue(save_first);
        }
    }

    /// Stays in the game.
    pub(super) fn stay(&mut self) {
        if let Some(leaving) = &mut self.leaving {
            leaving.deed = None;
        }
    }

    /// The saves, the newest first.
    pub(super) fn list_saves(&self, settings: &Settings) -> Vec<LevelFile> {
        let played = Played::read(settings.played_file().as_deref());
        let decided = Decided::read(settings.decided_file().as_deref());
        saves::list_saves(self.folder(FileKind::Save), &played, &decided)
    }

    /// The replays, the newest first, without the one that is watched.
    pub(super) fn list_replays(&self) -> Vec<LevelFile> {
        let written = self.recorder.as_deref().and_then(Recorder::path);
        let watched = self.playback.as_deref().and_then(|playback| playback.file.as_deref());
        logs::list_replays(self.folder(FileKind::Replay), LogsInUse { written, watched })
    }

    /// The folder of the saves or the replays.
    pub(super) fn folder(&self, kind: FileKind) -> Option<&Path> {
        match kind {
            FileKind::Save => self.saves.as_deref().and_then(|folder| folder.0.as_deref()),
            FileKind::Replay => self.logs.as_deref().and_then(|folder| folder.0.as_deref()),
        }
    }

    /// The entries on the page of a topic of the encyclopedia as rows, or the one at a place of the topic, by the rules
    /// alone: no game is needed.
    pub(super) fn entries(
        &mut self,
        topic: Topic,
        place: Option<usize>,
        menu: &mut Menu,
        settings: &Settings,
    ) -> Result<Vec<Row<MenuAction>>, String> {
        let (Some(assets), Some(gallery)) = (self.assets.as_deref(), self.gallery.as_mut()) else {
            return Ok(Vec::new());
        };
        let rules = menu.rules_in(&assets.0)?;
        let all = topic.entries(&RuleBook::of(Rules::clone(&rules)).facts());
        let place_of = |title: &str| all.iter().position(|entry| entry.title == title);
        let leads = |title: &str| Some(MenuAction::Turn(Page::Entry(topic, place_of(title)?)));
        let entries = entries_of(&all, place);
        Ok(entry_rows(&entries, &gallery.pictures(&entries), &settings.keys, ENTRY_ROOM, leads))
    }

    /// The past of the present game.
    pub(super) fn past(&self) -> Option<Past> {
        let (level, calendar) = (self.opened.as_deref()?, self.calendar.as_deref()?);
        Some(Past::of(self.recorder.as_deref(), level, calendar, self.player.as_deref()?.faction))
    }

    /// The folder of the shipped files.
    pub(super) fn assets_dir(&self) -> Option<&Path> {
        self.assets.as_deref().map(|assets| assets.0.as_path())
    }

    /// The level that was opened, from its beginning.
    pub(super) fn present_level(&self) -> Option<Source> {
        let (opened, calendar) = (self.opened.as_deref()?, self.calendar.as_deref()?);
        Some(Source::Level(Box::new(opened.0.clone()), calendar.seed))
    }
}

/// Begins the save before the game is left.
fn save_first(world: &mut World) {
    let deed = world.get_resource::<LeavingGame>().and_then(|leaving| leaving.deed.clone());
    let loaded = if let Some(MenuAction::Play(files)) = deed { files } else { Vec::new() };
    let Err(words) = begin(world, SavePlace::InTurn(SaveTurn::Auto), loaded) else { return };
    world.insert_resource(LeavingGame { deed: None, has_failed: true });
    world.resource_mut::<Toasts>().say(words.clone());
    world.resource_mut::<Menu>().said = words;
}
