//! The kinds of rows on the page of settings.

use crate::client::menu::StepDirection;
use crate::client::menu::pages::items::{Item, MenuAction, Setting, stepped};
use crate::client::widgets::slider::SliderEnds;

/// A row with one of several values.
pub(super) fn choice(
    words: &str,
    setting: Setting,
    value: impl Into<String>,
    note: impl Into<String>,
) -> Item {
    stepped(words, value.into(), note, |way| MenuAction::Step(setting, way))
}

/// A row with one of two values: a click on the value takes the other one.
pub(super) fn either(words: &str, setting: Setting, value: &str, note: impl Into<String>) -> Item {
    let other = MenuAction::Step(setting, StepDirection::On);
    Item { value_press: Some(other), ..choice(words, setting, value, note) }
}

/// A row that is on or off.
pub(super) fn switch(words: &str, setting: Setting, is_on: bool, note: &str) -> Item {
    either(words, setting, if is_on { "On" } else { "Off" }, note)
}

/// A row with a slider, per cent; Enter moves it by a step.
pub(super) fn slider(words: &str, setting: Setting, percent: u8, ends: SliderEnds, note: &str) -> Item {
    Item {
        value: format!("{percent} %"),
        slider: Some((f32::from(percent), ends, MenuAction::Set(setting, percent))),
        ..Item::new(words, note, MenuAction::Step(setting, StepDirection::On))
    }
}
