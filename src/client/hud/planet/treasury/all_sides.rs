//! The bar at the top for a spectator, who has no treasury: the money of every side, and at the pointer a table of all
//! sides.

use std::collections::BTreeMap;

use bevy::prelude::*;

use crate::client::hud::planet::actions::{Cell, Row};
use crate::client::hud::planet::gather::PlanetData;
use crate::client::hud::planet::words::{GOODS, gain_color, grouped, per_minute, signed, stock_cells};
use crate::client::widgets::{QUIET, TITLE, WORDS};
use crate::sim::{ArmedClass, FactionId};

/// The most sides in the bar. The table has all.
const MOST_IN_BAR: usize = 3;
/// Room between two sides in the bar, pixels.
const BETWEEN: f32 = 12.0;
/// Heads of the columns behind the names, and their widths, pixels.
const COLUMNS: [(&str, f32); 4] =
    [("Money", 80.0), ("Income /min", 90.0), ("Planets", 65.0), ("Armed ships", 95.0)];

/// What a spectator sees of a faction.
#[derive(Clone, Debug, PartialEq)]
pub struct OpenBooks {
    name: String,
    color: Color,
    money: i64,
    /// The income of a minute, money; `None` before the first economy tick.
    income: Option<i64>,
    planets: usize,
    armed_ships: usize,
}

/// The books of all factions whose secrets the viewer knows, in their order.
pub fn open_books(planet_data: &PlanetData) -> Vec<OpenBooks> {
    let view = planet_data.view();
    let mut armed: BTreeMap<FactionId, usize> = BTreeMap::new();
    for seen in view.ships() {
        if planet_data.arms_table.ships.get(seen.ship.class).is_some_and(ArmedClass::is_armed) {
            *armed.entry(seen.owner).or_default() += 1;
        }
    }
    let books = planet_data.factions.0.iter_enumerated().filter_map(|(faction, known)| {
        let economy = planet_data.economy_of(faction);
        let ledger = economy.ledger()?;
        let last = ledger.history().next_back();
        Some(OpenBooks {
            name: known.name.clone(),
            color: planet_data.colors.of(faction),
            money: ledger.balance().money,
            income: last.map(|sums| per_minute(sums.regular(), economy.tick_s()).money),
            planets: view.bodies_of(faction).len(),
            armed_ships: armed.get(&faction).copied().unwrap_or(0),
        })
    });
    books.collect()
}

/// The row of the bar: the name of each side in its colour, its money and its income, with room for the usual ones;
/// nothing without sides.
pub fn bar_rows(books: &[OpenBooks], usual: (&str, &str)) -> Vec<Row> {
    if books.is_empty() {
        return Vec::new();
    }
    let (icon, color) = GOODS[0];
    let mut cells = vec![Cell::label("", color).with_icon(icon)];
    for (index, one) in books.iter().take(MOST_IN_BAR).enumerate() {
        if index > 0 {
            cells.push(Cell::column("", WORDS, BETWEEN));
        }
        cells.push(Cell::label(one.name.clone(), one.color));
        let income = one.income.map(signed).unwrap_or_default();
        cells.extend(stock_cells((one.money, WORDS), (income, gain_color(one.income.unwrap_or(0))), usual));
    }
    let more = books.len().saturating_sub(MOST_IN_BAR);
    if more > 0 {
        cells.push(Cell::label(format!("{more} more"), QUIET));
    }
    vec![Row::of(cells)]
}

/// The table: a row for each side.
pub fn table(books: &[OpenBooks]) -> Vec<Row> {
    let row = |name: &str, color: Color, words: [String; 4]| {
        let columns = words.into_iter().zip(COLUMNS.map(|(_, width)| width));
        Row::of(vec![Cell::words(name, color).with_columns(columns)])
    };
    let heads = row("All sides", TITLE, COLUMNS.map(|(head, _)| head.to_owned()));
    let of = |one: &OpenBooks| {
        let income = one.income.map(signed).unwrap_or_default();
        let words = [grouped(one.money), income, one.planets.to_string(), one.armed_ships.to_string()];
        row(&one.name, one.color, words)
    };
    [heads].into_iter().chain(books.iter().map(of)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn books(name: &str) -> OpenBooks {
        OpenBooks {
            name: name.to_owned(),
            color: Color::WHITE,
            money: 12_345,
            income: Some(-60),
            planets: 3,
            armed_ships: 14,
        }
    }

    #[test]
    fn the_bar_of_a_spectator_has_the_money_of_the_sides() {
        let words = |count: usize| -> Vec<String> {
            let all: Vec<OpenBooks> = ["A", "B", "C", "D", "E"].into_iter().take(count).map(books).collect();
            bar_rows(&all, ("00,000", "+0,000"))
                .iter()
                .flat_map(|row| &row.cells)
                .map(|cell| cell.words.clone())
                .collect()
        };
        assert_eq!(words(2), ["", "A", "12,345", "-60", "", "B", "12,345", "-60"]);
        assert_eq!(words(5).last().map(String::as_str), Some("2 more"));
        assert!(words(0).is_empty());
    }

    #[test]
    fn the_table_of_a_spectator_has_every_side() {
        let young = OpenBooks { income: None, ..books("Ares") };
        let rows = table(&[books("Terra"), young]);
        let columns =
            |row: &Row| row.cells[0].columns.iter().map(|column| column.words.clone()).collect::<Vec<_>>();
        assert_eq!(
            rows.iter().map(|row| row.cells[0].words.as_str()).collect::<Vec<_>>(),
            ["All sides", "Terra", "Ares"]
        );
        assert_eq!(columns(&rows[1]), ["12,345", "-60", "3", "14"]);
        assert_eq!(columns(&rows[2])[1], "", "there was no economy tick yet");
    }
}
