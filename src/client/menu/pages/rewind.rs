//! The page of moments to which the game can be rewound.

use super::items::{Item, MenuAction};
use crate::client::clockwork::NO_PAST;
use crate::client::frame::{date_words, time_of_play};
use crate::client::menu::past::Past;
use crate::client::menu::{Menu, Page};
use crate::client::settings::{Action, Settings, first_key};
use crate::client::widgets::slider::SliderEnds;

/// The short way back, seconds of play, which the key rewinds too,
pub(in crate::client::menu) const SHORT_S: f64 = 10.0;
/// and the longer one.
const LONG_S: f64 = 60.0;
/// A step of the slider by keys, seconds of play.
const STEP_S: f32 = 5.0;
/// The reason why there is no way back to the last order.
const NO_ORDER: &str = "You have given no orders since the earliest moment";
/// What becomes of the time after the moment: if a replay is written, and if none is.
const ENDS: (&str, &str) =
    ("What came after becomes a replay of its own", "What came after will be lost; asks first");

/// The row that leads to the page; none in a replay.
pub(super) fn rewind_row(menu: &Menu, settings: &Settings) -> Option<Item> {
    let past = menu.past.as_ref()?;
    let key = first_key(Action::Earlier, &settings.keys);
    let by_key = if key.is_empty() { String::new() } else { format!(". [{key}] rewinds 10 s") };
    let note = format!("Rewind to an earlier moment of this game{by_key}");
    let row = Item::new("Rewind", note, MenuAction::Turn(Page::Rewind));
    Some(Item { why_not: past.why_not.clone(), ..row })
}

/// The row in its place in a game without a past.
pub(super) fn no_past_row() -> Item {
    let row = Item::new("Rewind", "", MenuAction::Turn(Page::Rewind));
    Item { why_not: NO_PAST.to_owned(), ..row }
}

/// The row on the page of the result; none in a replay.
pub(super) fn rewind_a_minute(menu: &Menu) -> Option<Item> {
    let past = menu.past.as_ref()?;
    let tick = past.ago(LONG_S);
    let row = moment_row(past, "Rewind a minute", tick);
    // Other buttons stand beside it.
    let note = format!("To {} of play. {}", time_of_play(tick), row.note);
    Some(Item { note, value: String::new(), ..row })
}

/// The moments, each with its time of play; the last one is chosen by a slider.
pub(super) fn rewind_page(menu: &Menu) -> Vec<Item> {
    let Some(past) = &menu.past else { return Vec::new() };
    let order = match past.last_order {
        Some(tick) => moment_row(past, "Before the last order", tick),
        None => Item { why_not: NO_ORDER.to_owned(), ..moment_row(past, "Before the last order", past.now) },
    };
    let mut rows = vec![
        moment_row(past, "10 seconds", past.ago(SHORT_S)),
        moment_row(past, "A minute", past.ago(LONG_S)),
        order,
        moment_row(past, "To the beginning", past.first),
    ];
    if past.why_not.is_empty() {
        rows.extend(chosen_rows(past, menu.moment));
    }
    rows
}

/// The row that rewinds to a tick, with the date of the sky then.
fn moment_row(past: &Past, words: impl Into<String>, tick: u64) -> Item {
    let end = if past.is_kept() { ENDS.0 } else { ENDS.1 };
    let note = format!("The sky of {}. {end}", date_words(past.clock.jd_at(tick)));
    Item {
        value: time_of_play(tick),
        why_not: past.why_not.clone(),
        ..Item::new(words, note, MenuAction::Rewind(tick))
    }
}

/// The slider, and the row that rewinds to its moment: a minute ago, unless another one is chosen.
fn chosen_rows(past: &Past, chosen: Option<u32>) -> [Item; 2] {
    let (least, most) = past.ends_s();
    let second = chosen.unwrap_or(most.saturating_sub(LONG_S as u32)).clamp(least, most);
    let tick = past.tick_at(second);
    let ends = SliderEnds { least: least as f32, most: most as f32, step: STEP_S };
    let note = format!("The sky of {}; the row below goes there", date_words(past.clock.jd_at(tick)));
    let slider = Item {
        value: time_of_play(tick),
        slider: Some((second as f32, ends, MenuAction::Moment(second))),
        ..Item::new("To a moment", note, MenuAction::Stay)
    };
    let confirm = moment_row(past, format!("Rewind to {}", time_of_play(tick)), tick);
    [slider, Item { value: String::new(), ..confirm }]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::menu::past::test_support::past;

    fn menu(past: Past, moment: Option<u32>) -> Menu {
        Menu { page: Some(Page::Rewind), past: Some(past), moment, ..Menu::default() }
    }

    fn ticks(rows: &[Item]) -> Vec<u64> {
        let tick = |row: &Item| if let MenuAction::Rewind(tick) = row.enter { Some(tick) } else { None };
        rows.iter().filter_map(tick).collect()
    }

    #[test]
    fn each_row_goes_to_its_moment() {
        let rows = rewind_page(&menu(past(), None));
        assert_eq!(ticks(&rows), [3_300, 1_800, 3_000, 600, 1_800]);
        assert_eq!((rows[0].value.as_str(), rows[3].value.as_str()), ("1:50", "0:20"));
        assert!(rows[0].note.contains("2000-04-20") && rows[0].note.ends_with(ENDS.0), "{}", rows[0].note);
    }

    #[test]
    fn the_slider_chooses_a_moment_and_the_row_below_goes_there() {
        let rows = rewind_page(&menu(past(), Some(34)));
        let (value, ends, deed) = rows[4].slider.clone().unwrap();
        assert_eq!((value, ends.least, ends.most, deed), (34.0, 20.0, 120.0, MenuAction::Moment(34)));
        assert_eq!((rows[5].words.as_str(), &rows[5].enter), ("Rewind to 0:34", &MenuAction::Rewind(1_020)));
        let beyond = rewind_page(&menu(past(), Some(900)));
        assert_eq!(beyond[5].enter, MenuAction::Rewind(3_600), "no farther than now");
    }

    #[test]
    fn a_game_that_cannot_be_rewound_says_why() {
        let why_not = "This level does not allow rewinding".to_owned();
        let none = Past { why_not: why_not.clone(), last_order: None, ..past() };
        let menu = menu(none, None);
        let rows = rewind_page(&menu);
        assert_eq!(rows.len(), 4, "there is no slider");
        assert!(rows.iter().all(|row| !row.why_not.is_empty()));
        let row = rewind_row(&menu, &Settings::default()).unwrap();
        assert_eq!((row.why_not, rewind_a_minute(&menu).unwrap().why_not), (why_not.clone(), why_not));
        assert_eq!(rewind_row(&Menu::default(), &Settings::default()), None, "a replay has a bar for that");
    }

    #[test]
    fn the_last_order_must_be_known() {
        let rows = rewind_page(&menu(Past { last_order: None, ..past() }, None));
        assert_eq!((rows[2].why_not.as_str(), rows[0].why_not.as_str()), (NO_ORDER, ""));
    }
}
