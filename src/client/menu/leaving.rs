//! From this game to another.
//!
//! - Enters: a file that the player wants to play.
//! - Leaves: a new program that plays it, and the end of this one once the new one is known to live; or a
//!   sentence on the menu.
//! - Must never: end this game for a file that cannot be played, or for a program that does not start.

use std::io;
use std::path::Path;
use std::process::{Child, Command, ExitStatus};
use std::time::{Duration, Instant};

use bevy::prelude::*;

use super::Menu;
use crate::client::Toasts;
use crate::level::{ReadError, Severity, plain_path, read_level};
use crate::rules::{Rules, find_assets_dir};
use crate::sim::Simulation;

/// How long a new program must have lived, besides the time for reading the level, before this one ends: by then
/// it has looked for what it needs and opened its window, or has given up.
const PROVED_AFTER: Duration = Duration::from_secs(4);
/// How many times as long as this program a new one may take to read the level: it looks for a driver meanwhile.
const SLOWER: u32 = 2;

/// A program that was started in the place of this one, and is not known to live yet.
#[derive(Resource, Debug)]
pub(super) struct Successor {
    program: Child,
    lived: Duration,
    /// How long it must have lived before this program ends.
    proved_after: Duration,
}

/// What becomes of a program that was started.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Outlook {
    /// That is not known yet.
    Open,
    /// It plays, or has played and was ended by its player.
    Lives,
    /// It has given up; a sentence for the player.
    Failed(String),
}

/// Starts the program anew with a level, after it was made sure that this can be played: a world cannot be
/// exchanged for another while it is shown.
///
/// # Errors
/// A sentence for the player.
pub(super) fn start(path: &Path) -> Result<Successor, String> {
    let began = Instant::now();
    rehearse(path)?;
    let rehearsed = began.elapsed();
    let program =
        std::env::current_exe().map_err(|error| format!("The program cannot find itself: {error}"))?;
    begin(Command::new(program).arg("play").arg(path), rehearsed)
}

/// Starts a program that needs as long for its level as this one needed. The frame in which this happens lasts
/// that long, too, and is no proof that the program lives.
fn begin(command: &mut Command, rehearsed: Duration) -> Result<Successor, String> {
    let program = command
        .spawn()
        .map_err(|error| format!("Cannot start {}: {error}", plain_path(Path::new(command.get_program()))))?;
    Ok(Successor { program, lived: Duration::ZERO, proved_after: PROVED_AFTER + (1 + SLOWER) * rehearsed })
}

/// Reads, checks and spawns a level as the program does that plays it, but for today's date, on which levels
/// like `sol.ron` begin there.
fn rehearse(path: &Path) -> Result<(), String> {
    let assets = find_assets_dir().map_err(|error| error.to_string())?;
    let rules = Rules::load(&assets).map_err(|error| error.to_string())?;
    let level = read_level(path, &rules.surroundings()).map_err(in_a_line)?.level;
    let world = Simulation::new(&level, &rules.for_level(&level), 0);
    world.map(drop).map_err(|error| format!("{}: {error}", plain_path(path)))
}

/// The first error, and how much more there is to tell; all of it has no room on the menu.
fn in_a_line(error: ReadError) -> String {
    let ReadError::Faulty(faults) = error else { return error.to_string() };
    let others = faults.len() + faults.left_out();
    let first = faults.iter().find(|fault| fault.severity == Severity::Error);
    match (first, others.saturating_sub(1)) {
        (None, _) => "It cannot be played".to_owned(),
        (Some(first), 0) => format!("It cannot be played: {first}"),
        (Some(first), more) => format!("It cannot be played: {first}; and {more} more"),
    }
}

/// Ends this game once its successor lives, and says so where it does not.
pub(super) fn give_way(
    mut commands: Commands,
    successor: Option<ResMut<Successor>>,
    time: Res<Time<Real>>,
    mut menu: ResMut<Menu>,
    mut toasts: ResMut<Toasts>,
    mut exit: MessageWriter<AppExit>,
) {
    let Some(mut successor) = successor else { return };
    successor.lived += time.delta();
    let state = successor.program.try_wait();
    match outlook(state, successor.lived >= successor.proved_after) {
        Outlook::Open => {}
        Outlook::Lives => {
            exit.write(AppExit::Success);
        }
        Outlook::Failed(words) => {
            toasts.say(words.clone());
            menu.said = words;
            commands.remove_resource::<Successor>();
        }
    }
}

fn outlook(state: io::Result<Option<ExitStatus>>, is_proved: bool) -> Outlook {
    match state {
        Ok(None) if !is_proved => Outlook::Open,
        Ok(None) => Outlook::Lives,
        Ok(Some(status)) if status.success() => Outlook::Lives,
        Ok(Some(status)) => Outlook::Failed(format!(
            "It did not start ({status}), so this game goes on; the terminal tells why"
        )),
        Err(error) => Outlook::Failed(format!("It is not known whether it plays: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use bevy::time::TimeUpdateStrategy;

    use super::*;

    fn shipped(name: &str) -> String {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("levels").join(name);
        std::fs::read_to_string(path).unwrap()
    }

    #[test]
    fn what_cannot_be_played_is_not_started() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("level.ron");
        for (text, part) in [
            (shipped("sol.ron").replacen("(", "[", 1), "level.ron:"),
            (shipped("sol.ron").replace("\"Earth\"", "\"Erde\""), "Erde"),
            ("\u{1b}[2J".to_owned(), "level.ron:1:1"),
        ] {
            std::fs::write(&path, text).unwrap();
            let words = start(&path).unwrap_err();
            assert!(words.contains(part) && !words.contains(['\u{1b}', '\n']), "{words}");
        }
        let words = start(&folder.path().join("gone.ron")).unwrap_err();
        assert!(words.contains("gone.ron"), "{words}");
        std::fs::write(&path, shipped("sol.ron")).unwrap();
        assert_eq!(rehearse(&path), Ok(()));
    }

    #[test]
    fn the_menu_names_an_error_before_warnings() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("level.ron");
        let empty = r#"(name: "Empty", faction: "Verdance", at: near("Alder"), ships: []),"#;
        let wrong = r#"(name: "Wrong", faction: "Verdance", at: near("Alder"), ships: [(class: "canoe")]),"#;
        let text = shipped("duel.ron");
        std::fs::write(&path, text.replacen("fleets: [", &format!("fleets: [{empty}"), 1)).unwrap();
        assert_eq!(rehearse(&path), Ok(()), "it has warnings alone");
        std::fs::write(&path, text.replacen("fleets: [", &format!("fleets: [{empty}{wrong}"), 1)).unwrap();
        let words = start(&path).unwrap_err();
        assert!(words.starts_with("It cannot be played: ") && words.contains("canoe"), "{words}");
    }

    /// How long reading the level took, in tests where that does not matter.
    #[cfg(unix)]
    const AT_ONCE: Duration = Duration::ZERO;

    /// What becomes of a game that has started `program` in its place, in frames of so many milliseconds: its
    /// end, and what the menu says.
    #[cfg(unix)]
    fn game_with(
        program: &[&str],
        rehearsed: Duration,
        frame_ms: u64,
        frames: u32,
    ) -> (Option<AppExit>, String) {
        let mut app = App::new();
        app.add_plugins(MinimalPlugins).init_resource::<Menu>().init_resource::<Toasts>();
        app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(frame_ms)));
        app.insert_resource(begin(Command::new(program[0]).args(&program[1..]), rehearsed).unwrap());
        app.add_systems(Update, give_way);
        for _ in 0..frames {
            app.update();
            if !app.world().contains_resource::<Successor>() {
                break;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        if let Some(mut successor) = app.world_mut().remove_resource::<Successor>() {
            let _ = successor.program.kill();
            let _ = successor.program.wait();
        }
        (app.should_exit(), app.world().resource::<Menu>().said.clone())
    }

    #[cfg(unix)]
    #[test]
    fn the_game_ends_once_another_lives_and_goes_on_where_none_does() {
        let (end, said) = game_with(&["sh", "-c", "exit 2"], AT_ONCE, 1, 3000);
        assert!(end.is_none() && said.contains("this game goes on"), "{end:?} {said}");
        let (end, said) = game_with(&["sleep", "60"], AT_ONCE, 500, 5);
        assert!(end.is_none() && said.is_empty(), "too early: {end:?} {said}");
        let (end, said) = game_with(&["sleep", "60"], AT_ONCE, 500, 12);
        assert!(end.is_some() && said.is_empty(), "{end:?} {said}");
        // A new program reads the level first, and this one was busy reading it in the frame that began it.
        let rehearsed = Duration::from_secs(2);
        let (end, said) = game_with(&["sleep", "60"], rehearsed, 500, 12);
        assert!(end.is_none() && said.is_empty(), "it still reads: {end:?} {said}");
        let (end, said) = game_with(&["sleep", "60"], rehearsed, 500, 24);
        assert!(end.is_some() && said.is_empty(), "{end:?} {said}");
        let failed = begin(&mut Command::new("no/such/program"), AT_ONCE).unwrap_err();
        assert!(failed.contains("no/such/program"), "{failed}");
    }
}
