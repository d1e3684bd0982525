//! The lines of the page of keys: what is pressed, and what it does.
//!
//! The lines to begin with stand apart, at the top. Each other action has its line below its subject; actions that
//! belong together, such as those of the arrow keys, have one line.

use crate::client::frame::capital;
use crate::client::settings::keys::subjects::{KeySubject, subject_of};
use crate::client::settings::{ACTIONS, Action, Binding, first_key, key_words, with_keys};

/// Columns of the page.
pub const COLUMNS: usize = 3;
/// Lines to begin with in a column.
pub const BEGINNING_LINES: usize = 4;

/// The lines to begin with: the mouse, time and places, panels.
pub const BEGINNING: [[KeyLine; BEGINNING_LINES]; COLUMNS] = [
    [
        mouse("Left click", "Select a fleet or a planet"),
        mouse("Right click", "Move the selected ships there"),
        mouse("Wheel", "Zoom in or out"),
        mouse("Drag middle", "Rotate the view"),
    ],
    [
        keys(&[Action::Pause], "Pause; orders still work"),
        keys(&[Action::Faster, Action::Slower], "Speed up, slow down"),
        keys(&[Action::Focus], "Focus on the selection"),
        keys(&[Action::Home], "Go to your home planet"),
    ],
    [
        keys(&[Action::TurnPage], "Planet panel: build, yards"),
        keys(&[Action::ShowLog], "Show or hide all events"),
        keys(&[Action::Encyclopedia], "Open the encyclopedia"),
        keys(&[Action::Help], "Show or hide the keys"),
    ],
];

/// The lines of the mouse that select,
const MOUSE_SELECTS: &[KeyLine] = &[
    mouse("Left click again", "Select this ship alone"),
    mouse("Double click", "Ship: select all of its class; body: look at it"),
    mouse("Drag left", "Select with a box"),
];

/// those that move the view,
const MOUSE_LOOKS: &[KeyLine] =
    &[mouse("Screen edge", "Move the view"), mouse("Minimap", "Left: look there; right: move there")];

/// and those that give orders.
pub const MOUSE: &[KeyLine] = &[
    mouse("Order to some ships", "Split them off as a fleet of their own"),
    mouse("Right click on a body", "Go there and stay; on a ring: orbit in it"),
    mouse("Right click on a fleet", "Follow it, if it is yours"),
    mouse("Right click on an enemy", "Attack it; on a foreign planet, if all carry troopers: land"),
    mouse("<attack move>, <make group> + click", "Attack all of that class near the same body"),
    mouse("<attack move>, drag left", "Attack all in the circle"),
    mouse("<face> + right click", "Do that first, then resume the route"),
    mouse("Drag right", "Up or down: set the height of the point"),
    mouse("Drag a waypoint", "Move it; drag a line of the route: add one"),
    mouse("<make group> + click, <remove waypoint>", "Remove the waypoint under the pointer"),
];

/// Actions that have one line, in the place of the first of them.
const JOINED: &[KeyLine] = &[
    keys(&[Action::PanUp, Action::PanLeft, Action::PanDown, Action::PanRight], "Move the camera"),
    keys(&[Action::TurnLeft, Action::TurnRight], "Rotate the camera left, right"),
    keys(&[Action::TiltUp, Action::TiltDown], "Tilt the camera: top view, side view"),
    keys(&[Action::ZoomIn, Action::ZoomOut], "Zoom in, zoom out"),
    keys(
        &[Action::Stance, Action::Withdrawal, Action::Prey],
        "Stance, retreat limit, targets (<add>: previous)",
    ),
];

/// The keys that are called arrow keys together.
const ARROWS: [&str; 4] = ["Up", "Left", "Down", "Right"];

/// A line before the player's keys are known.
#[derive(Clone, Copy, Debug)]
pub struct KeyLine {
    pressed: Pressed,
    /// What it does, with marks for keys, see `with_keys`.
    does: &'static str,
}

/// What is pressed.
#[derive(Clone, Copy, Debug)]
enum Pressed {
    /// Buttons of the mouse, with marks for keys.
    Mouse(&'static str),
    /// The keys of these actions.
    Keys(&'static [Action]),
}

/// A line with the player's keys.
#[derive(Clone, Debug, PartialEq)]
pub struct HelpRow {
    /// The keys or mouse buttons.
    pub what: String,
    /// What they do.
    pub does: String,
}

const fn mouse(what: &'static str, does: &'static str) -> KeyLine {
    KeyLine { pressed: Pressed::Mouse(what), does }
}

const fn keys(actions: &'static [Action], does: &'static str) -> KeyLine {
    KeyLine { pressed: Pressed::Keys(actions), does }
}

impl KeyLine {
    /// The actions whose keys it tells; none for the mouse.
    fn actions(&self) -> &'static [Action] {
        match self.pressed {
            Pressed::Mouse(_) => &[],
            Pressed::Keys(actions) => actions,
        }
    }

    /// The line with the player's keys.
    pub fn row(&self, bindings: &[Binding]) -> HelpRow {
        let what = match self.pressed {
            Pressed::Mouse(what) => with_keys(what, bindings),
            Pressed::Keys(actions) => keys_together(actions, bindings),
        };
        HelpRow { what, does: capital(&with_keys(self.does, bindings)) }
    }
}

/// The keys of actions that have a line together: all keys of a single one, the first key of each of several.
fn keys_together(actions: &[Action], bindings: &[Binding]) -> String {
    if let [action] = actions {
        return key_words(*action, bindings);
    }
    let keys = actions.iter().map(|action| first_key(*action, bindings));
    let keys: Vec<String> = keys.filter(|key| !key.is_empty()).collect();
    if keys == ARROWS { "Arrow keys".to_owned() } else { keys.join(", ") }
}

/// The lines of the mouse that belong to a subject of keys.
fn mouse_lines(subject: KeySubject) -> &'static [KeyLine] {
    match subject {
        KeySubject::Camera => MOUSE_LOOKS,
        KeySubject::Selection => MOUSE_SELECTS,
        _ => &[],
    }
}

/// The lines of a subject, without those to begin with: the mouse comes first.
pub fn lines_of(subject: KeySubject) -> Vec<KeyLine> {
    let is_told = |action: Action| BEGINNING.iter().flatten().any(|line| line.actions().contains(&action));
    let own = ACTIONS.iter().filter(|info| subject_of(info.action) == subject && !is_told(info.action));
    let lines = own.filter(|info| !is_one_of_many(info.action)).filter_map(|info| {
        let joined = JOINED.iter().find(|line| line.actions().contains(&info.action));
        let Some(joined) = joined else { return Some(keys(std::slice::from_ref(&info.action), info.words)) };
        (joined.actions().first() == Some(&info.action)).then_some(*joined)
    });
    mouse_lines(subject).iter().copied().chain(lines).collect()
}

/// Whether another action stands for this one: the first control group and the first bookmark tell of all.
fn is_one_of_many(action: Action) -> bool {
    matches!(action, Action::Group(2..) | Action::Bookmark(2..))
}

#[cfg(test)]
mod tests {
    use bevy::prelude::KeyCode;

    use super::*;

    /// All lines with keys.
    fn all() -> Vec<KeyLine> {
        let subjects = KeySubject::ALL.into_iter().flat_map(lines_of);
        BEGINNING.into_iter().flatten().chain(subjects).collect()
    }

    #[test]
    fn every_action_stands_on_the_page_once() {
        let told: Vec<Action> = all().iter().flat_map(KeyLine::actions).copied().collect();
        for info in ACTIONS {
            let times = told.iter().filter(|action| **action == info.action).count();
            assert_eq!(times, usize::from(!is_one_of_many(info.action)), "{:?}", info.action);
        }
    }

    #[test]
    fn every_line_tells_what_to_press() {
        for line in all().iter().chain(MOUSE) {
            let row = line.row(&[]);
            assert!(!row.what.is_empty() && !row.does.is_empty(), "{line:?}");
            assert!(!row.what.contains('<') && !row.does.contains('<'), "{row:?}");
        }
    }

    #[test]
    fn keys_that_belong_together_have_one_line() {
        let found = |bindings: &[Binding]| {
            let rows = all().into_iter().map(|line| line.row(bindings));
            rows.filter(|row| row.does == "Move the camera").map(|row| row.what).collect::<Vec<String>>()
        };
        assert_eq!(found(&[]), ["Arrow keys"]);
        let up = Binding { action: Action::PanUp, keys: vec![KeyCode::KeyI] };
        assert_eq!(found(&[up]), ["I, Left, Down, Right"], "the player's own");
        let without = Binding { action: Action::PanUp, keys: Vec::new() };
        assert_eq!(found(&[without]), ["Left, Down, Right"]);
        assert_eq!(keys_together(&[Action::Faster, Action::Slower], &[]), "+, -");
        assert_eq!(keys_together(&[Action::Faster], &[]), "+ or Num +");
    }
}
