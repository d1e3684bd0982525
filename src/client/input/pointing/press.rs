//! Presses of the buttons of the mouse, and the gestures that they become.

use bevy::prelude::*;

/// Pixels that the pointer may move between press and release for it to be a click.
pub const CLICK_PIXELS: f32 = 6.0;
/// Seconds between two clicks that make a double click.
const DOUBLE_CLICK_SECONDS: f64 = 0.4;

/// A gesture of the mouse.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Gesture {
    /// Pressed and released in one place.
    Click {
        /// The button.
        button: MouseButton,
        /// Place, logical pixels.
        at: Vec2,
        /// The object there.
        on: Option<Entity>,
        /// Whether this is the second click of a double click.
        double: bool,
    },
    /// Pressed and moving.
    Drag {
        /// The button.
        button: MouseButton,
        /// Place of the press.
        from: Vec2,
        /// Position.
        to: Vec2,
    },
    /// Released after moving.
    Drop {
        /// The button.
        button: MouseButton,
        /// Place of the press.
        from: Vec2,
        /// Place of the release.
        to: Vec2,
    },
}

impl Gesture {
    /// The button of the gesture.
    pub fn button(&self) -> MouseButton {
        let (Self::Click { button, .. } | Self::Drag { button, .. } | Self::Drop { button, .. }) = *self;
        button
    }
}

/// The place of the pointer, and the pressed button.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct Press {
    /// Place of the pointer, logical pixels.
    pub at: Vec2,
    now: Option<Pressed>,
    last_click: Option<(MouseButton, Vec2, f64)>,
    /// The place of the click that ended a tool of a panel, until the pointer leaves it, logical pixels.
    rests_at: Option<Vec2>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Pressed {
    button: MouseButton,
    from: Vec2,
    is_drag: bool,
}

/// Esc abandons a drag: releasing the button then has no effect.
pub fn give_up_drag(mut press: ResMut<Press>) -> bool {
    press.now.take_if(|press| press.is_drag).is_some()
}

impl Press {
    /// A button goes down.
    pub fn begin(&mut self, button: MouseButton) {
        if matches!(button, MouseButton::Left | MouseButton::Right) {
            self.now = Some(Pressed { button, from: self.at, is_drag: false });
        }
    }

    /// Forgets the last click: the next one does not make a double click.
    pub fn forget_click(&mut self) {
        self.last_click = None;
    }

    /// A click at this place has ended a tool of a panel: a right click there, which would have ended it, too, must not
    /// send ships.
    pub fn rest(&mut self, at: Vec2) {
        self.rests_at = Some(at);
    }

    /// Whether the pointer is still where a click has ended a tool of a panel. Nothing is ordered there, or offered.
    pub fn is_resting(&self) -> bool {
        self.rests_at.is_some()
    }

    /// A press of this button in the corner.
    #[cfg(test)]
    pub fn of(button: MouseButton) -> Self {
        let mut press = Self::default();
        press.begin(button);
        press
    }

    /// The pointer moves.
    pub fn move_to(&mut self, at: Vec2) {
        self.at = at;
        self.rests_at = self.rests_at.filter(|place| place.distance(at) <= CLICK_PIXELS);
        if let Some(press) = &mut self.now {
            press.is_drag |= press.from.distance(at) > CLICK_PIXELS;
        }
    }

    /// Whether a button is down and may still become a click. Until it comes up, the click belongs to the thing that
    /// was under the pointer when it went down, even if that thing moves on.
    pub fn is_held(&self) -> bool {
        self.now.is_some_and(|press| !press.is_drag)
    }

    /// Whether a drag is under way.
    pub fn is_drag(&self) -> bool {
        self.now.is_some_and(|press| press.is_drag)
    }

    /// The drag that is under way.
    pub fn drag(&self) -> Option<Gesture> {
        let Pressed { button, from, .. } = self.now.filter(|press| press.is_drag)?;
        Some(Gesture::Drag { button, from, to: self.at })
    }

    /// The gesture completed by a released button; `now` is a time, s.
    pub fn end(&mut self, released: MouseButton, on: Option<Entity>, now: f64) -> Option<Gesture> {
        let at = self.at;
        let Pressed { button, from, is_drag } = self.now.take_if(|press| press.button == released)?;
        if is_drag {
            return Some(Gesture::Drop { button, from, to: at });
        }
        let double = self.last_click.is_some_and(|(last, place, when)| {
            last == button && place.distance(at) < CLICK_PIXELS && now - when < DOUBLE_CLICK_SECONDS
        });
        self.last_click = (!double).then_some((button, at, now));
        Some(Gesture::Click { button, at, on, double })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a click at a time, s, is the second of a double click.
    fn is_double(press: &mut Press, now: f64) -> bool {
        press.begin(MouseButton::Left);
        matches!(press.end(MouseButton::Left, None, now), Some(Gesture::Click { double: true, .. }))
    }

    #[test]
    fn the_pointer_rests_where_a_tool_was_ended_until_it_moves_on() {
        let mut press = Press::default();
        let slot = Vec2::splat(300.0);
        press.move_to(slot);
        assert!(!press.is_resting());
        press.rest(slot);
        press.move_to(slot + 0.5 * CLICK_PIXELS * Vec2::X);
        assert!(press.is_resting(), "a hand trembles");
        press.move_to(slot + 2.0 * CLICK_PIXELS * Vec2::X);
        press.move_to(slot);
        assert!(!press.is_resting(), "it is back on purpose");
    }

    #[test]
    fn a_click_after_a_forgotten_one_stands_alone() {
        let mut press = Press::default();
        assert_eq!([0.0, 0.2, 0.3].map(|now| is_double(&mut press, now)), [false, true, false]);
        press.forget_click();
        assert!(!is_double(&mut press, 0.4), "a tool has used the click before");
    }
}
