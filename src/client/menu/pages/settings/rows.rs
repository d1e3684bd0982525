//! The kinds of rows on the page of settings.

use crate::client::menu::StepDirection;
use crate::client::menu::pages::items::{Item, MenuAction, Setting, Switch, stepped};
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

/// A row with one of two values, both of which are seen.
pub(super) fn either(
    words: &str,
    setting: Setting,
    names: [&'static str; 2],
    is_second: bool,
    note: impl Into<String>,
) -> Item {
    let deed = MenuAction::Step(setting, StepDirection::On);
    let value = names[usize::from(is_second)].to_owned();
    let switch = Some(Switch { names, is_second, deed: deed.clone() });
    Item { value, switch, ..Item::new(words, note, deed) }
}

/// A row that is on or off.
pub(super) fn switch(words: &str, setting: Setting, is_on: bool, note: &str) -> Item {
    either(words, setting, ["Off", "On"], is_on, note)
}

/// A row with a slider, per cent; Enter moves it by a step.
pub(super) fn slider(words: &str, setting: Setting, percent: u8, ends: SliderEnds, note: &str) -> Item {
    Item {
        value: format!("{percent} %"),
        slider: Some((f32::from(percent), ends, MenuAction::Set(setting, percent))),
        ..Item::new(words, note, MenuAction::Step(setting, StepDirection::On))
    }
}
