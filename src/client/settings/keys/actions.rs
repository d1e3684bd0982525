//! All actions of keys, and their keys.
//!
//! One list of [`Action`]s with their words and their default keys serves the game, the help page and the settings
//! file. The settings hold changed keys only; all other actions keep their defaults.

use bevy::prelude::*;
use leafwing_input_manager::prelude::*;
use serde::{Deserialize, Serialize};

/// An action of a key.
#[derive(
    Actionlike, Reflect, Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
pub enum Action {
    /// Move the view up the screen.
    PanUp,
    /// Move the view down the screen.
    PanDown,
    /// Move the view to the left.
    PanLeft,
    /// Move the view to the right.
    PanRight,
    /// Turn the view to the left.
    TurnLeft,
    /// Turn the view to the right.
    TurnRight,
    /// Look more from above.
    TiltUp,
    /// Look more from the side, and from below.
    TiltDown,
    /// Come closer.
    ZoomIn,
    /// Go farther.
    ZoomOut,
    /// Focus the selection, and follow it.
    Focus,
    /// Look at the home planet.
    Home,
    /// Show the whole system.
    Overview,
    /// Pause and resume.
    Pause,
    /// Twice as fast.
    Faster,
    /// Half as fast.
    Slower,
    /// Rewind the game by some seconds; go back in a replay.
    Earlier,
    /// Go on by some seconds in a replay.
    Later,
    /// Go to the next mark of a replay.
    NextMark,
    /// Select all own ships.
    SelectAll,
    /// Clear the selection.
    Deselect,
    /// Take the next shape of formation.
    NextShape,
    /// Choose how a fleet keeps together on its way.
    NextConduct,
    /// Choose what a fleet wishes its way to be.
    NextWish,
    /// Hold while dragging an order, to set the facing of the formation.
    Face,
    /// Choose a point, a body or a ring to fly to.
    Move,
    /// Come to rest.
    Stop,
    /// Stay in place.
    Hold,
    /// Choose a point to fly to and fro to.
    Patrol,
    /// Choose a fleet to guard.
    Guard,
    /// Choose a body, and how far ahead of it to keep station.
    Ahead,
    /// Show what can be waited for, or not.
    Wait,
    /// Go through the route again and again, or only once.
    Repeat,
    /// Choose a foe to attack, or a place to fly to, fighting foes on the way.
    AttackMove,
    /// Choose a body to land troopers on.
    Invade,
    /// Choose a body to bombard.
    Bombard,
    /// Go to the nearest own shipyard.
    Retreat,
    /// Merge the selected fleets.
    Join,
    /// Give the selected ships up for part of their price.
    Scrap,
    /// Choose what a fleet does when foes are near.
    Stance,
    /// Choose at which losses a fleet withdraws.
    Withdrawal,
    /// Choose what a fleet fires at first.
    Prey,
    /// Take back the last order.
    Undo,
    /// Take the waypoint under the pointer out of its route.
    RemoveWaypoint,
    /// Focus the next own planet.
    NextPlanet,
    /// Focus the next own yard that builds nothing.
    NextYard,
    /// Look at the place of the next warning.
    NextWarning,
    /// Turn the planet panel over: what can be built, or the yards.
    TurnPage,
    /// Show how far one sees, or not.
    ShowSight,
    /// Show the lines of the constellations and the signs of orbits, or not.
    Constellations,
    /// Hold to see later times; the wheel then turns the date.
    Foresee,
    /// Show when to set out, or not.
    Window,
    /// Hold to show what steers the selected ship.
    ShowField,
    /// Show the keys.
    Help,
    /// Open the menu.
    Menu,
    /// Save a picture of the screen.
    Screenshot,
    /// Hold to add to the selection, or to queue orders.
    Add,
    /// Hold with a digit to make a control group.
    MakeGroup,
    /// Select a control group, 1 to 9.
    Group(u8),
    /// Go back to a bookmark of the camera, 1 to 4.
    Bookmark(u8),
    /// Go through the classes of the selection.
    NextSubgroup,
    /// Show or hide the whole list of events.
    ShowLog,
    /// Look at the place of the last event.
    LastEvent,
    /// Turn the sound off and on.
    Mute,
    /// Act for the next faction, or only look on.
    NextSeat,
    /// Show the plans of minds, or not.
    ShowPlans,
    /// Show the outliner, or not.
    ShowOutliner,
    /// Find a body or an own fleet by its name.
    Search,
    /// Open or close the encyclopedia.
    Encyclopedia,
    /// Fill the screen, or go back to a window.
    FullScreen,
    /// Give the selected fleet another name.
    Rename,
    /// Save the game in the place of the oldest quick save.
    QuickSave,
    /// Load the newest quick save.
    QuickLoad,
}

/// A line of the help page.
pub struct ActionInfo {
    /// The action.
    pub action: Action,
    /// Description, with marks for keys, see `key_words::with_keys`.
    pub words: &'static str,
    /// The default keys; each list is a combination held together.
    pub keys: &'static [&'static [KeyCode]],
}

/// All actions, in the order of the help page.
pub const ACTIONS: &[ActionInfo] = &[
    info(Action::Pause, "Pause and resume (orders work while paused)", &[&[KeyCode::Space]]),
    info(
        Action::Faster,
        "Speed up",
        &[&[KeyCode::Equal], &[KeyCode::NumpadAdd], &[KeyCode::ShiftLeft, KeyCode::Equal]],
    ),
    info(Action::Slower, "Slow down", &[&[KeyCode::Minus], &[KeyCode::NumpadSubtract]]),
    info(
        Action::Earlier,
        "Rewind by 10 s; in a replay, go back",
        &[&[KeyCode::ControlLeft, KeyCode::Backspace]],
    ),
    info(Action::Later, "In a replay, skip 10 s", &[&[KeyCode::ControlLeft, KeyCode::Enter]]),
    info(Action::NextMark, "In a replay, go to the next mark", &[&[KeyCode::ControlLeft, KeyCode::KeyM]]),
    info(
        Action::Focus,
        "Focus on the selection (again: with its planet), or on the body you clicked",
        &[&[KeyCode::KeyF]],
    ),
    info(Action::Home, "Go to your home planet", &[&[KeyCode::Home]]),
    info(
        Action::Overview,
        "Show the whole system; again: its inner planets, then the view before",
        &[&[KeyCode::End]],
    ),
    info(Action::Search, "Find a body or one of your fleets", &[&[KeyCode::ControlLeft, KeyCode::KeyF]]),
    info(Action::PanUp, "Move the camera up", &[&[KeyCode::ArrowUp]]),
    info(Action::PanLeft, "Move the camera left", &[&[KeyCode::ArrowLeft]]),
    info(Action::PanDown, "Move the camera down", &[&[KeyCode::ArrowDown]]),
    info(Action::PanRight, "Move the camera right", &[&[KeyCode::ArrowRight]]),
    info(Action::TurnLeft, "Rotate the camera left", &[&[KeyCode::KeyQ]]),
    info(Action::TurnRight, "Rotate the camera right", &[&[KeyCode::KeyE]]),
    info(Action::TiltUp, "Tilt the camera towards the top view", &[&[KeyCode::KeyR]]),
    info(Action::TiltDown, "Tilt the camera towards the side view", &[&[KeyCode::KeyV]]),
    info(Action::ZoomIn, "Zoom in", &[&[KeyCode::PageUp]]),
    info(Action::ZoomOut, "Zoom out", &[&[KeyCode::PageDown]]),
    info(Action::SelectAll, "Select all your ships", &[&[KeyCode::ControlLeft, KeyCode::KeyA]]),
    info(Action::Deselect, "Cancel, or clear the selection", &[&[KeyCode::Escape]]),
    info(Action::NextShape, "Next formation (<add>: previous)", &[&[KeyCode::KeyB]]),
    info(Action::NextConduct, "Cohesion: tight, loose, free", &[&[KeyCode::KeyN]]),
    info(Action::NextWish, "Route: shortest, past hostile wells, unseen", &[&[KeyCode::KeyJ]]),
    info(
        Action::Face,
        "Hold and drag an order: facing of the formation; with a click: do it first",
        &[&[KeyCode::AltLeft], &[KeyCode::AltRight]],
    ),
    info(Action::Move, "Move to the point you click", &[&[KeyCode::KeyM]]),
    info(Action::AttackMove, "Attack the target you click, or all enemies on the way", &[&[KeyCode::KeyA]]),
    info(Action::Invade, "Land troopers on the body you click", &[&[KeyCode::KeyD]]),
    info(Action::Bombard, "Bombard the body you click", &[&[KeyCode::KeyX]]),
    info(Action::Retreat, "Retreat to your nearest shipyard", &[&[KeyCode::KeyZ]]),
    info(Action::Stance, "Next stance (<add>: previous)", &[&[KeyCode::Digit0]]),
    info(
        Action::Withdrawal,
        "Next retreat limit (<add>: previous)",
        &[&[KeyCode::ControlLeft, KeyCode::Digit0]],
    ),
    info(Action::Prey, "Next targets (<add>: previous)", &[&[KeyCode::ControlLeft, KeyCode::KeyT]]),
    info(Action::Patrol, "Patrol to the point you click", &[&[KeyCode::KeyP]]),
    info(Action::Stop, "Stop", &[&[KeyCode::KeyS]]),
    info(Action::Guard, "Guard the fleet you click", &[&[KeyCode::KeyG]]),
    info(Action::Hold, "Hold position", &[&[KeyCode::KeyH]]),
    info(Action::Ahead, "Keep station ahead of the body you click", &[&[KeyCode::KeyO]]),
    info(Action::Wait, "Wait for a date, or for a position of bodies", &[&[KeyCode::KeyW]]),
    info(Action::Repeat, "Repeat the route, or fly it once", &[&[KeyCode::KeyY]]),
    info(Action::Join, "Merge the selected fleets", &[&[KeyCode::ControlLeft, KeyCode::KeyJ]]),
    info(Action::Rename, "Rename the selected fleet", &[&[KeyCode::ControlLeft, KeyCode::KeyR]]),
    info(
        Action::Scrap,
        "Scrap ships at a yard for part of their price",
        &[&[KeyCode::ControlLeft, KeyCode::Delete]],
    ),
    info(Action::Undo, "Undo your last order", &[&[KeyCode::ControlLeft, KeyCode::KeyZ]]),
    info(Action::RemoveWaypoint, "Delete the waypoint under the pointer", &[&[KeyCode::Delete]]),
    info(
        Action::Add,
        "Hold: add to the selection, queue orders",
        &[&[KeyCode::ShiftLeft], &[KeyCode::ShiftRight]],
    ),
    info(
        Action::MakeGroup,
        "Hold with the key of a control group: assign it; of a bookmark: set it",
        &[&[KeyCode::ControlLeft], &[KeyCode::ControlRight]],
    ),
    info(Action::Group(1), "Control group 1 (twice: focus on it); also 2 to 9", &[&[KeyCode::Digit1]]),
    info(Action::Group(2), "Control group 2", &[&[KeyCode::Digit2]]),
    info(Action::Group(3), "Control group 3", &[&[KeyCode::Digit3]]),
    info(Action::Group(4), "Control group 4", &[&[KeyCode::Digit4]]),
    info(Action::Group(5), "Control group 5", &[&[KeyCode::Digit5]]),
    info(Action::Group(6), "Control group 6", &[&[KeyCode::Digit6]]),
    info(Action::Group(7), "Control group 7", &[&[KeyCode::Digit7]]),
    info(Action::Group(8), "Control group 8", &[&[KeyCode::Digit8]]),
    info(Action::Group(9), "Control group 9", &[&[KeyCode::Digit9]]),
    info(Action::Bookmark(1), "Camera bookmark 1; also 2 to 4", &[&[KeyCode::F5]]),
    info(Action::Bookmark(2), "Camera bookmark 2", &[&[KeyCode::F6]]),
    info(Action::Bookmark(3), "Camera bookmark 3", &[&[KeyCode::F7]]),
    info(Action::Bookmark(4), "Camera bookmark 4", &[&[KeyCode::F8]]),
    info(Action::NextSubgroup, "Next class in the selection (<add>: all)", &[&[KeyCode::Tab]]),
    info(Action::NextPlanet, "Go to your next planet", &[&[KeyCode::Period]]),
    info(Action::NextYard, "Go to your next idle yard", &[&[KeyCode::Slash]]),
    info(Action::NextWarning, "Go to the next warning", &[&[KeyCode::Comma]]),
    info(Action::LastEvent, "Go to the last event, then to earlier ones", &[&[KeyCode::Backspace]]),
    info(Action::ShowLog, "Show or hide all events", &[&[KeyCode::ControlLeft, KeyCode::KeyE]]),
    info(Action::TurnPage, "Planet panel: next page", &[&[KeyCode::KeyC]]),
    info(Action::ShowSight, "Show or hide your range of sight", &[&[KeyCode::KeyL]]),
    info(Action::Constellations, "Constellations and orbit signs", &[&[KeyCode::KeyI]]),
    info(Action::Foresee, "Hold and turn the wheel: look ahead in time (twice: now)", &[&[KeyCode::KeyT]]),
    info(Action::Window, "Show or hide the best departures for a body", &[&[KeyCode::KeyU]]),
    info(Action::ShowField, "Hold: show the forces that steer ships", &[&[KeyCode::KeyK]]),
    info(
        Action::ShowPlans,
        "Show or hide the plans of AI players (spectators; everybody after the war)",
        &[&[KeyCode::F3]],
    ),
    info(Action::ShowOutliner, "Show or hide the outliner", &[&[KeyCode::F2]]),
    info(Action::Help, "Show or hide the keys", &[&[KeyCode::F1]]),
    info(Action::Encyclopedia, "Open or close the encyclopedia", &[&[KeyCode::F4]]),
    info(Action::Mute, "Sound on or off", &[&[KeyCode::F9]]),
    info(Action::Menu, "Menu: save, load, settings, keys", &[&[KeyCode::F10]]),
    info(
        Action::QuickSave,
        "Quick save (three in turn)",
        &[&[KeyCode::ControlLeft, KeyCode::KeyS], &[KeyCode::ControlRight, KeyCode::KeyS]],
    ),
    info(
        Action::QuickLoad,
        "Load the newest quick save",
        &[&[KeyCode::ControlLeft, KeyCode::KeyL], &[KeyCode::ControlRight, KeyCode::KeyL]],
    ),
    info(Action::NextSeat, "Play as the next faction (<add>: spectate)", &[&[KeyCode::F11]]),
    info(Action::Screenshot, "Save a screenshot", &[&[KeyCode::F12]]),
    info(
        Action::FullScreen,
        "Full screen, or a window",
        &[&[KeyCode::AltLeft, KeyCode::Enter], &[KeyCode::AltRight, KeyCode::Enter]],
    ),
];

const fn info(action: Action, words: &'static str, keys: &'static [&'static [KeyCode]]) -> ActionInfo {
    ActionInfo { action, words, keys }
}

/// A key binding as the settings file has it: an action and the keys that are pressed together for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Binding {
    /// The action.
    pub action: Action,
    /// The keys that are pressed together, `[ControlLeft, KeyA]`.
    pub keys: Vec<KeyCode>,
}

/// The player's keys: for each action its bindings in the settings, else the defaults.
pub fn input_map(bindings: &[Binding]) -> InputMap<Action> {
    let mut map = InputMap::default();
    for info in ACTIONS {
        for keys in keys_of(info, bindings) {
            match keys.as_slice() {
                [] => {}
                [key] => {
                    map.insert(info.action, *key);
                }
                several => {
                    map.insert(info.action, ButtonlikeChord::new(several.iter().copied()));
                }
            }
        }
    }
    map
}

/// The keys that do an action, each a list of keys to be pressed together.
pub fn keys_of(info: &ActionInfo, bindings: &[Binding]) -> Vec<Vec<KeyCode>> {
    let chosen: Vec<Vec<KeyCode>> = bindings
        .iter()
        .filter(|binding| binding.action == info.action)
        .map(|binding| binding.keys.clone())
        .collect();
    if chosen.is_empty() { info.keys.iter().map(|keys| keys.to_vec()).collect() } else { chosen }
}

/// The keys of an action; none for an action that is not in the list.
pub fn chords_of(action: Action, bindings: &[Binding]) -> Vec<Vec<KeyCode>> {
    let info = ACTIONS.iter().find(|info| info.action == action);
    info.map(|info| keys_of(info, bindings)).unwrap_or_default()
}

/// Two actions that would be done by the same keys, for a warning.
pub fn conflicts(bindings: &[Binding]) -> Vec<(Action, Action)> {
    let mut all: Vec<(Vec<KeyCode>, Action)> = Vec::new();
    for info in ACTIONS {
        all.extend(keys_of(info, bindings).into_iter().map(|keys| (keys, info.action)));
    }
    let mut found = Vec::new();
    for (index, (keys, action)) in all.iter().enumerate() {
        let same = all[..index].iter().filter(|(other, known)| other == keys && known != action);
        found.extend(same.map(|(_, known)| (*known, *action)));
    }
    found
}

/// The actions that would be done by the same keys as this one, each once.
pub fn rivals(action: Action, bindings: &[Binding]) -> Vec<Action> {
    let mut found: Vec<Action> = Vec::new();
    for (one, other) in conflicts(bindings) {
        let rival = if one == action { other } else { one };
        if (one == action || other == action) && !found.contains(&rival) {
            found.push(rival);
        }
    }
    found
}

/// The description of an action; without the part in brackets.
pub fn words_of(action: Action) -> &'static str {
    let words = ACTIONS.iter().find(|info| info.action == action).map_or("", |info| info.words);
    words.split(" (").next().unwrap_or(words)
}

/// The name of a key as printed on the keyboard.
pub fn key_name(key: KeyCode) -> String {
    let name = format!("{key:?}");
    match key {
        KeyCode::Equal => "+".into(),
        KeyCode::Minus => "-".into(),
        KeyCode::ShiftLeft | KeyCode::ShiftRight => "Shift".into(),
        KeyCode::ControlLeft | KeyCode::ControlRight => "Ctrl".into(),
        KeyCode::AltLeft | KeyCode::AltRight => "Alt".into(),
        KeyCode::Escape => "Esc".into(),
        KeyCode::Comma => ",".into(),
        KeyCode::Period => ".".into(),
        KeyCode::Slash => "/".into(),
        KeyCode::NumpadAdd => "Num +".into(),
        KeyCode::NumpadSubtract => "Num -".into(),
        _ => name.trim_start_matches("Key").trim_start_matches("Digit").trim_start_matches("Arrow").into(),
    }
}

/// The pressed actions.
pub type Actions<'w, 's> = Single<'w, 's, &'static ActionState<Action>>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_keys_do_not_get_in_each_others_way() {
        assert_eq!(conflicts(&[]), vec![]);
    }

    #[test]
    fn chosen_keys_take_the_place_of_the_defaults() {
        let bindings = [Binding { action: Action::Pause, keys: vec![KeyCode::KeyF] }];
        let pause = ACTIONS.iter().find(|info| info.action == Action::Pause).unwrap();
        assert_eq!(keys_of(pause, &bindings), vec![vec![KeyCode::KeyF]]);
        assert_eq!(conflicts(&bindings), vec![(Action::Pause, Action::Focus)]);
    }

    #[test]
    fn both_sides_of_a_conflict_know_of_it() {
        let bindings = [Binding { action: Action::Pause, keys: vec![KeyCode::KeyF] }];
        assert_eq!(rivals(Action::Pause, &bindings), [Action::Focus]);
        assert_eq!(rivals(Action::Focus, &bindings), [Action::Pause]);
        assert!(rivals(Action::Stop, &bindings).is_empty());
        assert_eq!(words_of(Action::Pause), "Pause and resume");
    }

    #[test]
    fn every_action_is_on_the_help_page_once() {
        for (index, info) in ACTIONS.iter().enumerate() {
            assert!(ACTIONS[..index].iter().all(|other| other.action != info.action));
        }
        assert_eq!(ACTIONS.len(), 84);
    }
}
