//! The encyclopedia as rows: its head, its topics, and the entries of a topic.

use bevy::prelude::*;

use super::entry::{Entry, Line, Sign, Tone};
use super::sketches::{Sketch, Sketches};
use super::topics::Topic;
use crate::client::frame::Relation;
use crate::client::hud::planet::classes::Figure;
use crate::client::models::Icons;
use crate::client::settings::{Action, Binding, keyed, with_keys};
use crate::client::widgets::rows::CELL_GAP;
use crate::client::widgets::{Cell, GAIN, Icon, LOSS, NOTE_PIXELS, QUIET, Row, TITLE, WORD_PIXELS, WORDS};

/// Width of the names of figures, of rows of tables and of marks, pixels.
pub const NAME_WIDTH: f32 = 130.0;
/// Width of a cell of a table, pixels.
const CELL_WIDTH: f32 = 82.0;

/// Width and height of the picture of a hull, pixels.
const HULL_PIXELS: f32 = 72.0;

/// The action of a button.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub enum EncyclopediaAction {
    /// Turns to a topic.
    Turn(Topic),
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
            Sign::Lines(sketch @ Sketch::Hull(..)) => {
                Some(Cell::picture(self.sketches.get(sketch)).sized(HULL_PIXELS))
            }
            Sign::Lines(sketch) => Some(Cell::picture(self.sketches.get(sketch))),
            Sign::Icon(_) => None,
        }
    }
}

/// The title, and the button that closes.
pub fn head_rows(bindings: &[Binding]) -> Vec<PageRow> {
    let title = Cell::words("Encyclopedia", TITLE).titled();
    let close = Cell::button(keyed("Close", Action::Deselect, bindings), EncyclopediaAction::Close);
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
/// them, so that they suit every page.
pub fn entry_rows<A>(entries: &[Entry], pictures: &Pictures, bindings: &[Binding]) -> Vec<Row<A>> {
    let rows = |entry: &Entry| {
        let lines = entry.lines.iter().map(|line| line_row(line, pictures, bindings));
        std::iter::once(title_row(entry, pictures)).chain(lines).collect::<Vec<Row<A>>>()
    };
    entries.iter().flat_map(rows).collect()
}

/// Width of the widest table of entries, pixels.
pub fn table_width(entries: &[Entry]) -> f32 {
    let columns = |line: &Line| match line {
        Line::Head { columns, .. } => columns.len(),
        Line::Cells { cells, .. } => cells.len(),
        _ => 0,
    };
    let most = entries.iter().flat_map(|entry| &entry.lines).map(columns).max().unwrap_or_default();
    NAME_WIDTH + most as f32 * (CELL_WIDTH + CELL_GAP)
}

fn title_row<A>(entry: &Entry, pictures: &Pictures) -> Row<A> {
    let title = Cell::words(entry.title.clone(), TITLE).titled();
    let title = match entry.sign {
        Some(Sign::Icon(icon)) => title.with_icon(icon),
        _ => title,
    };
    let picture = entry.sign.and_then(|sign| pictures.of(sign));
    let note = (!entry.note.is_empty()).then(|| Cell::label(entry.note.clone(), QUIET));
    let cells = picture.into_iter().chain([title]).chain(note).collect();
    Row { is_heading: true, ..Row::of(cells) }
}

fn line_row<A>(line: &Line, pictures: &Pictures, bindings: &[Binding]) -> Row<A> {
    let told = |words: &str| Cell::words(with_keys(words, bindings), WORDS).wrapped();
    match line {
        Line::Words(words) => Row::of(vec![told(words)]),
        Line::Figure(Figure { name, icon, words }) => {
            Row::of(vec![named(name, QUIET), told(words).with_icon(*icon)])
        }
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
    use crate::client::hud::help::encyclopedia::test_support::shipped;
    use crate::client::widgets::ACCENT;
    use crate::client::widgets::fonts::words_width;
    use crate::client::widgets::theme::SMALL_PIXELS;

    /// Room for a sign before the words of a column, pixels.
    const SIGN: f32 = 21.0;

    /// The rows of a topic with the shipped rules.
    fn rows_of(topic: Topic) -> Vec<PageRow> {
        let (game, icons, sketches) = (shipped(), Icons::default(), Sketches::default());
        let pictures = Pictures { icons: &icons, sketches: &sketches };
        entry_rows(&topic.entries(&game.facts()), &pictures, &[])
    }

    #[test]
    fn every_topic_has_rows_and_no_row_is_empty() {
        for topic in Topic::ALL {
            let rows = rows_of(topic);
            assert!(!rows.is_empty(), "{topic:?}");
            for row in rows {
                let words: Vec<&Cell<EncyclopediaAction>> =
                    row.cells.iter().filter(|cell| cell.picture.is_none()).collect();
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
        assert_eq!(head_rows(&[])[0].cells[1].words, "Close [Esc]");
    }

    #[test]
    fn a_class_shows_its_price_and_its_picture() {
        let rows = rows_of(Topic::Ships);
        let title = rows.iter().position(|row| row.cells.iter().any(|cell| cell.words == "Cruiser"));
        let title = title.expect("it is there");
        assert!(rows[title].cells[0].picture.is_some());
        let price = rows[title..].iter().find(|row| row.cells[0].words == "Cost").expect("it has one");
        let game = shipped();
        let cruiser = game.ships.0.iter().find(|class| class.name == "cruiser").expect("there is one");
        let money = crate::client::frame::grouped(i64::from(cruiser.price.money));
        assert!(price.cells[1].words.starts_with(&format!("{money} money")), "{price:?}");
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
