//! How large the page of keys is written, and how much of it stands on a page at once: larger windows have larger
//! letters and lines that are farther apart, and the largest show both parts without tabs.
//!
//! Words are broken for letters of the usual size on a page that is as much smaller as the letters are larger.

use bevy::prelude::*;

use super::key_groups::{
    BEGINNING_LETTERS, HEADING_LINES, HelpGroup, KEY_WIDTH, KeysPart, LETTERS, beginning, beginning_lines,
    groups, in_columns,
};
use super::key_lines::COLUMNS;
use crate::client::settings::Binding;
use crate::client::widgets::scroll::BAR_ROOM;

/// Height of a line, pixels.
pub const LINE: f32 = 20.0;
/// Height of a line to begin with, pixels.
const BEGINNING_LINE: f32 = 24.0;
/// Room below the lines to begin with, pixels.
const BELOW_BEGINNING: f32 = 10.0;
/// The least number of lines that are shown at once.
const LEAST_LINES: f32 = 4.0;
/// Gap between the keys of a column and its words, pixels.
pub const KEY_GAP: f32 = 12.0;
/// Gap between two columns, pixels.
pub const COLUMN_GAP: f32 = 24.0;
/// Width of a column's words on the smallest screen, pixels.
const LEAST_WORDS: f32 = 159.0;
/// The same in a usual window, in which the lines to begin with are not broken: larger letters leave as much.
const USUAL_WORDS: f32 = 244.0;
/// Padding of the page at the left and at the right, pixels.
pub const SIDES: f32 = 30.0;
/// Its padding above and below, and the gap between its parts, pixels.
pub const PADDING: (f32, f32) = (16.0, 2.0);
/// Height of the title with the tabs, pixels.
pub const HEAD: f32 = 32.0;
/// A step of the sizes, as a share of the usual one.
const STEP: f32 = 0.05;
/// The most steps by which letters are larger, and by which lines are farther apart beyond that.
const MOST_STEPS: (u8, u8) = (12, 6);
/// Slack of what has room, pixels: for rounding.
const SLACK: f32 = 1.0;

/// The parts that are shown at once on a whole page, and on each of two tabs.
const WHOLE: &[&[KeysPart]] = &[&KeysPart::ALL];
const TABS: &[&[KeysPart]] = &[&[KeysPart::View], &[KeysPart::Orders]];

/// The usual size of the lines to begin with, and that of all others.
pub const BEGINNING_SIZE: RowSize = RowSize { letters: BEGINNING_LETTERS, line: BEGINNING_LINE };
pub const OTHERS_SIZE: RowSize = RowSize { letters: LETTERS, line: LINE };

/// The usual size of a row: that of its letters, and the height of a line, pixels.
#[derive(Clone, Copy, Debug)]
pub struct RowSize {
    /// That of its letters.
    pub letters: f32,
    /// The height of a line.
    pub line: f32,
}

/// How large the page is written, and whether it has tabs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PageLook {
    /// Whether both parts are shown at once, without tabs.
    pub is_whole: bool,
    /// The size of letters and columns; 1 is usual.
    pub size: f32,
    /// The height of lines beyond that of larger letters; 1 is usual.
    pub pitch: f32,
}

impl PageLook {
    /// The usual look, in which a small screen has to be scrolled.
    pub const USUAL: Self = Self { is_whole: false, size: 1.0, pitch: 1.0 };

    /// The look on a page of this size, pixels: whole if it has room for both parts, in the largest letters for which
    /// it has room, with its lines as far apart as is left.
    pub fn on(page: Vec2, bindings: &[Binding]) -> Self {
        let found = [true, false].into_iter().find_map(|is_whole| {
            let sizes = (0..=MOST_STEPS.0).rev().map(|step| 1.0 + STEP * f32::from(step));
            let mut looks = sizes.map(|size| Self { is_whole, size, pitch: 1.0 });
            looks.find_map(|look| look.spread(page, bindings))
        });
        found.unwrap_or(Self::USUAL)
    }

    /// This look with its lines as far apart as a page has room for; `None` if it has no room for them, or if its
    /// columns are too narrow for larger letters.
    fn spread(self, page: Vec2, bindings: &[Binding]) -> Option<Self> {
        let width = self.words_width_on(page.x);
        if self.size > 1.0 && width < USUAL_WORDS {
            return None;
        }
        let heights = self.sheets().iter().map(|parts| lines_height(parts, bindings, width));
        let highest = self.size * heights.fold(LINE, f32::max);
        let most = (page.y - self.around() - BELOW_BEGINNING * self.size - SLACK) / highest;
        let steps = ((most - 1.0) / STEP).floor().min(f32::from(MOST_STEPS.1));
        (most >= 1.0).then_some(Self { pitch: 1.0 + STEP * steps, ..self })
    }

    /// The parts that are shown together, for each tab.
    fn sheets(self) -> &'static [&'static [KeysPart]] {
        if self.is_whole { WHOLE } else { TABS }
    }

    /// The parts that are shown while one is open.
    pub fn parts(self, open: KeysPart) -> &'static [KeysPart] {
        self.sheets().iter().copied().find(|parts| parts.contains(&open)).unwrap_or_default()
    }

    /// Height of a line of this usual height, pixels.
    pub fn line(self, usual: f32) -> f32 {
        self.size * self.pitch * usual
    }

    /// Width of the words of a column on a page of this width, pixels of the usual size.
    pub fn words_width_on(self, page: f32) -> f32 {
        let columns = (page - 2.0 * SIDES - BAR_ROOM) / self.size - (COLUMNS - 1) as f32 * COLUMN_GAP;
        (columns / COLUMNS as f32 - KEY_WIDTH - KEY_GAP).floor().max(LEAST_WORDS)
    }

    /// Height of the lines to begin with, for words of this width, with the room below them, pixels.
    pub fn beginning_height(self, bindings: &[Binding], width: f32) -> f32 {
        let lines = beginning_lines(&beginning(bindings), width) as f32;
        lines * self.line(BEGINNING_LINE) + BELOW_BEGINNING * self.size
    }

    /// The number of lines that a page of this height shows at once, below lines to begin with of the height `above`,
    /// pixels.
    pub fn lines_in(self, page: f32, above: f32) -> f32 {
        ((page - self.around() - above) / self.line(LINE)).floor().max(LEAST_LINES)
    }

    /// Height of the page without its columns, pixels: the last line tells where keys are changed.
    fn around(self) -> f32 {
        2.0 * PADDING.0 + 3.0 * PADDING.1 + self.size * (HEAD + LINE)
    }
}

/// Usual height of all lines of some parts, for words of this width, pixels.
fn lines_height(parts: &[KeysPart], bindings: &[Binding], width: f32) -> f32 {
    let longest = longest(&in_columns(groups(parts, bindings), width), width);
    let begins = parts.contains(&KeysPart::View);
    let beginning = if begins { beginning_lines(&beginning(bindings), width) } else { 0 };
    longest as f32 * LINE + beginning as f32 * BEGINNING_LINE
}

/// The lines of the longest column, for words of this width, pixels.
fn longest(columns: &[Vec<HelpGroup>; COLUMNS], width: f32) -> usize {
    columns.iter().map(|column| lines_of_column(column, width)).max().unwrap_or_default()
}

/// The lines of a column: its first heading has one less.
fn lines_of_column(column: &[HelpGroup], width: f32) -> usize {
    let lines = column.iter().map(|group| group.lines(width)).sum::<usize>();
    (lines + 1).saturating_sub(HEADING_LINES)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::hud::layout::places::TOP_BAR;
    use crate::client::widgets::theme::SMALL_PIXELS;

    /// The look on the page of a window of this size.
    fn look(width: f32, height: f32) -> PageLook {
        PageLook::on(Vec2::new(width, height - TOP_BAR), &[])
    }

    #[test]
    fn larger_windows_have_larger_letters_and_the_largest_show_both_parts() {
        let usual = look(1280.0, 720.0);
        assert_eq!((usual.is_whole, usual.size), (false, 1.0), "no line is broken for larger letters");
        assert!(usual.pitch > 1.0, "the room below is used: {usual:?}");
        let larger = look(1478.0, 831.0);
        assert!(larger.is_whole || larger.size > 1.1 && larger.pitch > 1.0, "{larger:?}");
        let largest = look(2414.0, 1358.0);
        assert!(largest.is_whole && largest.size > 1.2, "{largest:?}");
        assert_eq!(look(1024.0, 576.0).size, 1.0);
    }

    #[test]
    fn what_is_larger_is_never_scrolled() {
        for (width, height) in [(1280.0, 720.0), (1478.0, 831.0), (1707.0, 720.0), (2414.0, 1358.0)] {
            let look = look(width, height);
            let words = look.words_width_on(width);
            for parts in look.sheets() {
                let begins = parts.contains(&KeysPart::View);
                let above = if begins { look.beginning_height(&[], words) } else { 0.0 };
                let lines = longest(&in_columns(groups(parts, &[]), words), words);
                let shown = look.lines_in(height - TOP_BAR, above);
                assert!(lines as f32 <= shown, "{width}: {lines} of {shown}, {look:?}");
            }
        }
    }

    /// The lines of the columns of a part on a screen of this width, pixels.
    fn column_lines(part: KeysPart, screen: f32) -> [usize; COLUMNS] {
        let width = PageLook::USUAL.words_width_on(screen);
        in_columns(groups(&[part], &[]), width).map(|column| lines_of_column(&column, width))
    }

    #[test]
    fn no_column_is_longer_than_it_must_be() {
        for (part, screen) in
            KeysPart::ALL.into_iter().flat_map(|part| [1024.0, 1280.0, 1920.0].map(|x| (part, x)))
        {
            let lines = column_lines(part, screen);
            let width = PageLook::USUAL.words_width_on(screen);
            let group = groups(&[part], &[]).iter().map(|group| group.lines(width)).max().unwrap_or_default();
            let (least, most) = (lines.iter().min(), lines.iter().max());
            let (least, most) = (least.copied().unwrap_or_default(), most.copied().unwrap_or_default());
            assert!(most <= group.max(least + 8), "{part:?}, {screen}: {lines:?}");
        }
        assert_eq!(PageLook::USUAL.words_width_on(1024.0), LEAST_WORDS, "the smallest screen");
        assert_eq!(PageLook::USUAL.words_width_on(0.0), LEAST_WORDS, "it is not laid out yet");
    }

    #[test]
    fn the_smallest_screen_shows_the_keys_to_begin_with_and_scrolls_the_others() {
        let width = PageLook::USUAL.words_width_on(1024.0);
        for part in KeysPart::ALL {
            let begins = part == KeysPart::View;
            let above = if begins { PageLook::USUAL.beginning_height(&[], width) } else { 0.0 };
            let shown = PageLook::USUAL.lines_in(576.0 - TOP_BAR, above) as usize;
            let lines = column_lines(part, 1024.0).into_iter().max().unwrap_or_default();
            assert!(shown as f32 > LEAST_LINES && 5 * shown >= 2 * lines, "{part:?}: {shown} of {lines}");
        }
        const { assert!(LETTERS > SMALL_PIXELS && LINE > LETTERS) };
    }
}
