//! The encyclopedia as rows: its head, its topics, and the entries of a topic.

use bevy::prelude::*;

use super::entry::{Compared, Entry, Line, Sign, Tone};
use super::sketches::{Sketch, Sketches};
use super::topics::Topic;
use crate::client::frame::Relation;
use crate::client::hud::layout::fitting::broken;
use crate::client::hud::planet::classes::Figure;
use crate::client::models::Icons;
use crate::client::settings::{Action, Binding, keyed, with_keys};
use crate::client::widgets::rows::CELL_GAP;
use crate::client::widgets::theme::SMALL_PIXELS;
use crate::client::widgets::{Cell, GAIN, Icon, LOSS, NOTE_PIXELS, QUIET, Row, TITLE, WORD_PIXELS, WORDS};

/// Width of the names of figures, of rows of tables and of marks, pixels.
pub const NAME_WIDTH: f32 = 130.0;
/// Width of a cell of a table, pixels.
const CELL_WIDTH: f32 = 82.0;

/// Width and height of the picture of a hull, pixels: usually, and where rows have [`WIDE`] room.
const HULL_PIXELS: (f32, f32) = (72.0, 120.0);
/// Rows of at least this width have large pictures, pixels.
const WIDE: f32 = 540.0;
/// Width of a bar, pixels.
const BAR_WIDTH: f32 = 54.0;
/// Width and height of the picture and of the mark of a thing among others, pixels.
const COMPARED_PIXELS: (f32, f32) = (48.0, 22.0);
/// What words may be wider than the sum of their letters at some interface scales, pixels.
const SLACK: f32 = 12.0;
/// The least width of the words of a thing among others, pixels: that of a page that is not laid out yet.
const LEAST_WORDS: f32 = 120.0;
/// The tip of a thing among others.
const LEADS: &str = "Shows everything about it";

/// The room of rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Room {
    /// Their width, pixels.
    pub width: f32,
    /// Gap between two cells, pixels.
    pub gap: f32,
}

impl Room {
    /// The width of the words of a thing among others with so many bars, pixels.
    fn beside(self, bars: usize) -> f32 {
        let pictures = COMPARED_PIXELS.0 + COMPARED_PIXELS.1 + 2.0 * self.gap;
        (self.width - pictures - bars as f32 * (BAR_WIDTH + self.gap) - SLACK).max(LEAST_WORDS)
    }
}

/// The action of a button.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub enum EncyclopediaAction {
    /// Turns to a topic.
    Turn(Topic),
    /// Shows the entry at this place of the open topic.
    Show(usize),
    /// Closes the encyclopedia.
    Close,
}

/// A row of the head or of the topics.
pub type PageRow = Row<EncyclopediaAction>;

/// The pictures of signs.
#[derive(Clone, Copy, Debug)]
pub struct Pictures<'a> {
    /// Of the marks of the sky.
    pub icons: &'a Icons,
    /// Of the lines on the map.
    pub sketches: &'a Sketches,
}

impl Pictures<'_> {
    /// The picture of a sign; `None` for a sign of panels.
    fn of<A>(&self, sign: Sign) -> Option<Cell<A>> {
        match sign {
            Sign::Mark(shape, is_filled) => Some(Cell::picture(self.icons.get(shape, is_filled))),
            Sign::AlliesMark(shape) => Some(Cell::picture(self.icons.of(shape, Relation::Ally))),
            Sign::Lines(sketch) => Some(Cell::picture(self.sketches.get(sketch))),
            Sign::Icon(_) => None,
        }
    }
}

/// The title, and the button that closes.
pub fn head_rows(bindings: &[Binding]) -> Vec<PageRow> {
    let title = Cell::words("Encyclopedia", TITLE).titled();
    // The key that opens it closes it, too.
    let words = keyed("Close", Action::Deselect, bindings);
    let close = Cell::button(keyed(&words, Action::Encyclopedia, bindings), EncyclopediaAction::Close);
    vec![Row::of(vec![title, close.with_icon(Icon::Close).sized(WORD_PIXELS)])]
}

/// The topics; the open one is lit.
pub fn topic_rows(open: Topic) -> Vec<PageRow> {
    let row = |topic: Topic| {
        let tab = Cell::tab(topic.title(), EncyclopediaAction::Turn(topic), topic == open);
        Row::of(vec![tab.with_icon(topic.icon()).wide().sized(NOTE_PIXELS)])
    };
    Topic::ALL.into_iter().map(row).collect()
}

/// The entries of a topic, one below the other: the title of each is the heading of its lines. There are no buttons in
/// them, so that they suit every page, but those that `leads` has for the title of another entry.
pub fn entry_rows<A: Clone>(
    entries: &[Entry],
    pictures: &Pictures,
    bindings: &[Binding],
    room: Room,
    leads: impl Fn(&str) -> Option<A>,
) -> Vec<Row<A>> {
    let rows = |entry: &Entry| {
        let lines = entry.lines.iter().map(|line| line_row(line, pictures, bindings, room, &leads));
        std::iter::once(title_row(entry, pictures, room)).chain(lines).collect::<Vec<Row<A>>>()
    };
    entries.iter().flat_map(rows).collect()
}

/// Width of the widest table of entries, pixels. One that compares things fills its room, whatever that is.
pub fn table_width(entries: &[Entry]) -> f32 {
    let columns = |line: &Line| match line {
        Line::Head { columns, .. } => columns.len(),
        Line::Cells { cells, .. } => cells.len(),
        _ => 0,
    };
    let most = entries.iter().flat_map(|entry| &entry.lines).map(columns).max().unwrap_or_default();
    NAME_WIDTH + most as f32 * (CELL_WIDTH + CELL_GAP)
}

fn title_row<A>(entry: &Entry, pictures: &Pictures, room: Room) -> Row<A> {
    let title = Cell::words(entry.title.clone(), TITLE).titled();
    let title = match entry.sign {
        Some(Sign::Icon(icon)) => title.with_icon(icon),
        _ => title,
    };
    let picture = entry.sign.and_then(|sign| match sign {
        Sign::Lines(Sketch::Hull(..)) => {
            let pixels = if room.width >= WIDE { HULL_PIXELS.1 } else { HULL_PIXELS.0 };
            pictures.of(sign).map(|picture| picture.sized(pixels))
        }
        other => pictures.of(other),
    });
    let note = (!entry.note.is_empty()).then(|| Cell::label(entry.note.clone(), QUIET));
    let cells = picture.into_iter().chain([title]).chain(note).collect();
    Row { is_heading: true, ..Row::of(cells) }
}

fn line_row<A: Clone>(
    line: &Line,
    pictures: &Pictures,
    bindings: &[Binding],
    room: Room,
    leads: &impl Fn(&str) -> Option<A>,
) -> Row<A> {
    let told = |words: &str| Cell::words(with_keys(words, bindings), WORDS).wrapped();
    match line {
        Line::Words(words) => Row::of(vec![told(words)]),
        Line::Figure(Figure { name, icon, words }) => {
            Row::of(vec![named(name, QUIET), told(words).with_icon(*icon)])
        }
        Line::Measured(Figure { name, icon, words }, share) => {
            let bar = Cell::bar(*share, BAR_WIDTH);
            Row::of(vec![named(name, QUIET), told(words).with_icon(*icon), bar])
        }
        Line::ComparedHead(columns) => compared_head(columns),
        Line::Compared(thing) => compared_row(thing, pictures, room, leads(&thing.name)),
        Line::Head { name, columns } => {
            let columns = columns.iter().map(|(words, icon)| {
                let cell = Cell::column(words.clone(), QUIET, CELL_WIDTH);
                match icon {
                    Some(icon) => cell.with_icon(*icon),
                    None => cell,
                }
            });
            Row::of(std::iter::once(named(name, QUIET)).chain(columns).collect())
        }
        Line::Cells { name, cells } => {
            let cells =
                cells.iter().map(|(words, tone)| Cell::column(words.clone(), color_of(*tone), CELL_WIDTH));
            Row::of(std::iter::once(named(name, WORDS)).chain(cells).collect())
        }
        Line::Mark { sign, name, words } => {
            let words = (!words.is_empty()).then(|| told(words));
            let picture = pictures.of(*sign);
            Row::of(picture.into_iter().chain([named(name, TITLE)]).chain(words).collect())
        }
    }
}

/// A thing among others: its picture, its mark, its name above what it is for, and its bars. `leads`: the effect of a
/// press on its picture or its name.
fn compared_row<A: Clone>(thing: &Compared, pictures: &Pictures, room: Room, leads: Option<A>) -> Row<A> {
    let signs = [(thing.picture, COMPARED_PIXELS.0), (thing.mark, COMPARED_PIXELS.1)];
    let signs = signs.into_iter().filter_map(|(sign, pixels)| Some(pictures.of(sign)?.sized(pixels)));
    let words = broken(&thing.words, room.beside(thing.bars.len()), SMALL_PIXELS);
    let lines = words.lines().map(|line| (line.to_owned(), WORDS)).collect();
    let name = Cell::words(thing.name.clone(), TITLE).sized(WORD_PIXELS).with_lines(lines);
    let pressed = signs.chain([name]).map(|cell| match &leads {
        Some(press) => cell.with_press(press.clone()).with_tip(LEADS),
        None => cell,
    });
    let bars = thing
        .bars
        .iter()
        .map(|(words, share)| Cell::column(words.clone(), WORDS, BAR_WIDTH).above_bar(*share));
    Row::of(pressed.chain(bars).collect())
}

/// The names of bars above them.
fn compared_head<A>(columns: &[&'static str]) -> Row<A> {
    let columns = columns.iter().map(|name| Cell::column(*name, QUIET, BAR_WIDTH));
    Row::of(std::iter::once(Cell::words("Class", QUIET)).chain(columns).collect())
}

/// A name before figures, cells or words.
fn named<A>(name: &str, color: Color) -> Cell<A> {
    Cell::column(name, color, NAME_WIDTH).at_left()
}

fn color_of(tone: Tone) -> Color {
    match tone {
        Tone::Plain => WORDS,
        Tone::Good => GAIN,
        Tone::Bad => LOSS,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::hud::help::encyclopedia::TOPICS;
    use crate::client::hud::help::encyclopedia::columns::WIDTHS;
    use crate::client::hud::help::encyclopedia::test_support::shipped;
    use crate::client::widgets::ACCENT;
    use crate::client::widgets::fonts::words_width;

    /// The room of the rows.
    const ROOM: Room = Room { width: WIDTHS.1, gap: CELL_GAP };
    /// Room for a sign before the words of a column, pixels.
    const SIGN: f32 = 21.0;

    /// The rows of a topic with the shipped rules.
    fn rows_of(topic: Topic) -> Vec<PageRow> {
        let (game, icons, sketches) = (shipped(), Icons::default(), Sketches::default());
        let pictures = Pictures { icons: &icons, sketches: &sketches };
        let leads = |title: &str| (title == "Cruiser").then_some(EncyclopediaAction::Show(7));
        entry_rows(&topic.entries(&game.facts()), &pictures, &[], ROOM, leads)
    }

    #[test]
    fn every_topic_has_rows_and_no_row_is_empty() {
        for topic in Topic::ALL {
            let rows = rows_of(topic);
            assert!(!rows.is_empty(), "{topic:?}");
            for row in rows {
                let has_words =
                    |cell: &&Cell<EncyclopediaAction>| cell.picture.is_none() && cell.bar.is_none();
                let words: Vec<&Cell<EncyclopediaAction>> = row.cells.iter().filter(has_words).collect();
                assert!(!words.is_empty(), "{topic:?}: {row:?}");
                assert!(words.iter().all(|cell| !cell.words.trim().is_empty()), "{topic:?}: {row:?}");
            }
        }
    }

    #[test]
    fn words_fit_their_columns() {
        for row in Topic::ALL.into_iter().flat_map(rows_of) {
            for cell in row.cells.iter().filter(|cell| cell.column > 0.0) {
                let sign = if cell.icon.is_some() { SIGN } else { 0.0 };
                let width = words_width(&cell.words, SMALL_PIXELS) + sign;
                assert!(width <= cell.column, "{:?} is {width} wide", cell.words);
            }
        }
    }

    #[test]
    fn names_begin_at_the_edge_of_their_column_or_beside_their_mark() {
        for row in Topic::ALL.into_iter().flat_map(rows_of) {
            let names: Vec<_> = row.cells.iter().filter(|cell| cell.column == NAME_WIDTH).collect();
            assert!(names.iter().all(|name| name.is_at_left) && names.len() <= 1, "{row:?}");
        }
    }

    #[test]
    fn topics_fit_their_column() {
        for topic in Topic::ALL {
            let width = words_width(topic.title(), NOTE_PIXELS) + SIGN + 10.0;
            assert!(width <= TOPICS.0, "{topic:?}: {width}");
        }
    }

    #[test]
    fn no_row_is_wider_than_the_tables_of_its_topic() {
        let game = shipped();
        for topic in Topic::ALL {
            let room = table_width(&topic.entries(&game.facts()));
            for row in rows_of(topic) {
                let columns: Vec<f32> =
                    row.cells.iter().map(|cell| cell.column).filter(|width| *width > 0.0).collect();
                let width = columns.iter().sum::<f32>() + CELL_GAP * (columns.len() as f32 - 1.0);
                assert!(width <= room, "{row:?}: {width} of {room}");
            }
        }
    }

    #[test]
    fn words_name_the_players_own_keys() {
        let words: Vec<String> = Topic::ALL
            .into_iter()
            .flat_map(rows_of)
            .flat_map(|row| row.cells)
            .map(|cell| cell.words)
            .collect();
        assert!(words.iter().all(|words| !words.contains('<')), "{words:?}");
        assert!(words.iter().any(|words| words.contains("press D and click the body")));
        assert_eq!(head_rows(&[])[0].cells[1].words, "Close [Esc] [F4]");
    }

    #[test]
    fn a_class_shows_its_price_and_its_picture() {
        let rows = rows_of(Topic::Ships);
        let is_title = |row: &PageRow| row.is_heading && row.cells.iter().any(|cell| cell.words == "Cruiser");
        let title = rows.iter().position(is_title);
        let title = title.expect("it is there");
        assert!(rows[title].cells[0].picture.is_some());
        let price = rows[title..].iter().find(|row| row.cells[0].words == "Cost").expect("it has one");
        let game = shipped();
        let cruiser = game.ships.0.iter().find(|class| class.name == "cruiser").expect("there is one");
        let money = crate::client::frame::grouped(i64::from(cruiser.price.money));
        assert!(price.cells[1].words.starts_with(&format!("{money} money")), "{price:?}");
    }

    #[test]
    fn a_class_among_others_has_its_picture_its_mark_its_bars_and_leads_to_its_entry() {
        let rows = rows_of(Topic::Ships);
        let row = rows.iter().find(|row| row.cells.iter().any(|cell| cell.words == "Cruiser"));
        let cells = &row.expect("it comes before the entries").cells;
        let [picture, mark, name, bars @ ..] = &cells[..] else { panic!("{cells:?}") };
        assert!([picture, mark].iter().all(|cell| cell.picture.is_some()) && bars.len() == 6);
        let leads = Some(EncyclopediaAction::Show(7));
        assert!([picture, mark, name].iter().all(|cell| cell.press == leads), "all of it is one button");
        assert_eq!(name.lines[0].0, "The backbone of a battle line.");
        assert!(bars.iter().all(|cell| cell.bar.is_some_and(|share| (0.0..=1.0).contains(&share))));
    }

    #[test]
    fn what_classes_are_for_is_told_whole_beside_their_bars() {
        let game = shipped();
        let room = Room { width: 691.0, gap: 10.0 }.beside(6);
        assert!(room > 180.0, "{room}");
        for class in &game.ships.0 {
            let lines = broken(&class.role, room, SMALL_PIXELS);
            assert!(lines.lines().all(|line| words_width(line, SMALL_PIXELS) <= room), "{lines}");
            assert!(lines.lines().count() <= 4, "{lines}");
        }
    }

    #[test]
    fn the_open_topic_is_lit() {
        let rows = topic_rows(Topic::Economy);
        let lit: Vec<&str> = rows
            .iter()
            .map(|row| &row.cells[0])
            .filter(|cell| cell.color == ACCENT)
            .map(|cell| cell.words.as_str())
            .collect();
        assert_eq!((rows.len(), lit), (Topic::ALL.len(), vec!["Economy"]));
    }
}
