//! Writes saves beside the game: the world is copied at once, the text is made and written in a task, one at a time.

use std::path::{Path, PathBuf};

use bevy::prelude::*;
use bevy::tasks::futures::check_ready;
use bevy::tasks::{AsyncComputeTaskPool, Task};

use super::paths::stem;
use super::saves::saves_folder;
use super::saving::{write_new, write_over};
use super::turns::SaveTurn;
use crate::client::clockwork::REWINDING;
use crate::client::frame::{Player, Toasts};
use crate::client::input::left_view;
use crate::client::worlds::{AssetsDir, Playback};
use crate::level::{FASTEST, Level, PlayerView, SLOWEST};
use crate::sim::{CapturedWorld, Era, FactionId};

/// The message if a save is written, and another one waits already.
const BUSY: &str = "The game is being saved already. Try again in a moment";

/// The folder of the saves; `None`: none was found.
#[derive(Resource, Clone, Debug)]
pub struct SavesFolder(pub Option<PathBuf>);

impl Default for SavesFolder {
    fn default() -> Self {
        Self(saves_folder())
    }
}

/// The place of a save.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::client::menu) enum SavePlace {
    /// A new file of this name.
    New(String),
    /// The place of this file.
    Over(PathBuf),
    /// The next one in turn.
    InTurn(SaveTurn),
}

/// The save that is written, and the next one. It outlasts worlds: a save is finished after its game was left.
#[derive(Resource, Default)]
pub struct SaveWriter {
    writing: Option<Writing>,
    next: Option<SaveRequest>,
    /// The last file that was written in turn.
    last_in_turn: Option<PathBuf>,
}

/// A world to be saved.
struct SaveRequest {
    captured: CapturedWorld,
    place: SavePlace,
    desk: Desk,
    /// Files that must stay as they are, even if their turn has come.
    spared: Vec<PathBuf>,
    era: Era,
    folder: PathBuf,
    assets_dir: PathBuf,
}

/// What a save keeps of the person at the screen, beside the world.
#[derive(Clone, Debug, Default, PartialEq)]
struct Desk {
    /// The faction that the player had.
    seat: Option<FactionId>,
    /// The pace that was set.
    pace: Option<f64>,
    /// Camera, selection and control groups.
    view: Option<PlayerView>,
}

/// A save that is written.
struct Writing {
    place: SavePlace,
    tick: u64,
    era: Era,
    task: Task<Result<PathBuf, String>>,
}

/// A save was written, or failed.
#[derive(Message, Clone, Debug)]
pub struct SaveEnded {
    /// The place of the save.
    pub(in crate::client::menu) place: SavePlace,
    /// The tick of its world,
    pub(in crate::client::menu) tick: u64,
    /// and the number of that world in this program.
    pub(in crate::client::menu) era: Era,
    /// The file, or a sentence for the player.
    pub(in crate::client::menu) outcome: Result<PathBuf, String>,
}

impl SaveEnded {
    /// The end of the save in words.
    pub(in crate::client::menu) fn words(&self) -> String {
        match (&self.outcome, &self.place) {
            (Err(words), _) => words.clone(),
            (Ok(_), SavePlace::InTurn(SaveTurn::Quick)) => "Quick save done".to_owned(),
            (Ok(_), SavePlace::InTurn(SaveTurn::Auto)) => "Autosaved".to_owned(),
            (Ok(path), _) => format!("Saved: {}", stem(path)),
        }
    }
}

impl SaveWriter {
    /// Whether a save is not finished.
    pub fn is_busy(&self) -> bool {
        self.writing.is_some() || self.next.is_some()
    }

    /// Begins the next save, unless one is written.
    fn start_next(&mut self) {
        if self.writing.is_some() {
            return;
        }
        let Some(request) = self.next.take() else { return };
        let SaveRequest { captured, place, desk, mut spared, era, folder, assets_dir } = request;
        spared.extend(self.last_in_turn.clone());
        let (tick, to) = (captured.tick(), place.clone());
        let task = AsyncComputeTaskPool::get()
            .spawn(async move { write(captured, desk, &to, &spared, &folder, &assets_dir) });
        self.writing = Some(Writing { place, tick, era, task });
    }
}

/// Copies the world at once, and writes it in a task. `spared`: files that must stay as they are.
///
/// # Errors
/// A sentence for the player, if nothing is written.
pub(in crate::client::menu) fn begin(
    world: &mut World,
    place: SavePlace,
    spared: Vec<PathBuf>,
) -> Result<(), String> {
    if world.get_resource::<Playback>().is_some_and(Playback::is_rewinding) {
        return Err(REWINDING.to_owned());
    }
    let folder = world.resource::<SavesFolder>().0.clone();
    let folder = folder.ok_or("The game could not be saved: no folder for saves was found")?;
    let assets_dir = world.get_resource::<AssetsDir>().map(|assets| assets.0.clone());
    let assets_dir = assets_dir.ok_or("The game could not be saved: its files are missing")?;
    if world.resource::<SaveWriter>().next.is_some() {
        return Err(BUSY.to_owned());
    }
    let captured = CapturedWorld::of(world).ok_or("There is no game to save")?;
    let era = *world.resource::<Era>();
    let desk = Desk::of(world);
    let mut writer = world.resource_mut::<SaveWriter>();
    writer.next = Some(SaveRequest { captured, place, desk, spared, era, folder, assets_dir });
    writer.start_next();
    Ok(())
}

/// Tells the end of a save, and begins the next one.
pub(in crate::client::menu) fn finish(
    mut writer: ResMut<SaveWriter>,
    mut ended: MessageWriter<SaveEnded>,
    mut toasts: ResMut<Toasts>,
) {
    let writing = &mut writer.bypass_change_detection().writing;
    let Some(outcome) = writing.as_mut().and_then(|writing| check_ready(&mut writing.task)) else { return };
    let Some(Writing { place, tick, era, .. }) = writing.take() else { return };
    if let (SavePlace::InTurn(_), Ok(path)) = (&place, &outcome) {
        writer.last_in_turn = Some(path.clone());
    }
    writer.start_next();
    let end = SaveEnded { place, tick, era, outcome };
    toasts.say(end.words());
    ended.write(end);
}

/// Writes a world to its place, and returns the path.
fn write(
    captured: CapturedWorld,
    desk: Desk,
    place: &SavePlace,
    spared: &[PathBuf],
    folder: &Path,
    assets_dir: &Path,
) -> Result<PathBuf, String> {
    let mut save = captured.into_save().map_err(|error| format!("The game could not be saved.\n{error}"))?;
    desk.put_into(&mut save);
    match place {
        SavePlace::New(name) => write_new(folder, name, &save, assets_dir),
        SavePlace::Over(path) => write_over(path, &save, assets_dir),
        SavePlace::InTurn(turn) => write_over(&turn.next_path(folder, spared), &save, assets_dir),
    }
}

impl Desk {
    /// That of the present world.
    fn of(world: &mut World) -> Self {
        let view = left_view::of_world(world);
        let pace = world.get_resource::<Time<Virtual>>().map(Time::<Virtual>::relative_speed_f64);
        Self { seat: world.get_resource::<Player>().map(|player| player.faction), pace, view }
    }

    /// Lets a save go on as the player left it.
    fn put_into(self, save: &mut Level) {
        take_seat(save, self.seat);
        if let Some(pace) = self.pace {
            save.settings.pace = pace.clamp(SLOWEST, FASTEST);
        }
        save.settings.view = self.view;
    }
}

/// Lets a save go on with the faction that the player had, which need not be that of the beginning. A spectator has
/// none.
fn take_seat(save: &mut Level, seat: Option<FactionId>) {
    let Some(faction) = seat.and_then(|seat| save.factions.get(seat.0)) else { return };
    if save.is_watched() || seat != Some(save.own_faction()) {
        save.settings.player = Some(faction.name.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::frame::SPECTATOR;
    use crate::level::MindChoice;
    use crate::level::test_support::faction;

    #[test]
    fn the_end_of_a_save_has_its_name_and_no_path() {
        let place = SavePlace::New("First light".to_owned());
        let outcome = Ok(PathBuf::from("/home/own/saves/First light.ron"));
        let end = SaveEnded { place, tick: 0, era: Era::default(), outcome };
        assert_eq!(end.words(), "Saved: First light");
    }

    #[test]
    fn a_save_has_the_pace_that_was_set_within_its_range() {
        let saved = |pace: Option<f64>| {
            let mut level = Level::default();
            Desk { pace, ..Desk::default() }.put_into(&mut level);
            level.settings.pace
        };
        assert_eq!([None, Some(8.0), Some(0.0), Some(1.0e9)].map(saved), [1.0, 8.0, SLOWEST, FASTEST]);
    }

    #[test]
    fn a_save_goes_on_with_the_faction_that_the_player_had() {
        let own = |mut level: Level, seat: FactionId| {
            take_seat(&mut level, Some(seat));
            level.settings.player
        };
        let level = || Level { factions: vec![faction("Terra"), faction("Ares")], ..Level::default() };
        assert_eq!(own(level(), FactionId(0)), None, "as the level says");
        assert_eq!(own(level(), FactionId(1)).as_deref(), Some("Ares"));
        assert_eq!(own(level(), SPECTATOR), None);
        let mut watched = level();
        watched.factions.iter_mut().for_each(|side| side.mind = Some(MindChoice::new("captain", "corsair")));
        assert_eq!(own(watched.clone(), SPECTATOR), None);
        assert_eq!(own(watched, FactionId(0)).as_deref(), Some("Terra"), "no spectator any more");
    }
}
