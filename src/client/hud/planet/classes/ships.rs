//! What a ship class can do besides fighting.

use super::numbers::plain;
use super::{ClassBooks, Figure};
use crate::client::frame::length;
use crate::client::hud::planet::words::{amount_words, per_minute};
use crate::client::widgets::Icon;
use crate::level::{Hangar, ShipClass};
use crate::sim::world::money::Amount;

/// The speed of a class, and all that it can do besides fighting.
pub fn figures(books: &ClassBooks, class: &ShipClass) -> Vec<Figure> {
    std::iter::once(speed(class)).chain(deeds(books, class)).collect()
}

/// All that a class can do besides fighting and flying.
fn deeds(books: &ClassBooks, class: &ShipClass) -> Vec<Figure> {
    let deeds = [troopers(class), hangar(class), repairs(books, class), builds(class), mines(books, class)];
    deeds.into_iter().flatten().collect()
}

fn speed(class: &ShipClass) -> Figure {
    let (cruise, manoeuvre) = (plain(class.cruise_km_s), plain(class.manoeuvre_km_s));
    let words = format!("{cruise} km/s between wells, {manoeuvre} km/s near a body");
    Figure::new("Speed", Icon::Move, words)
}

/// The troopers of a class; `None` for none.
pub fn troopers(class: &ShipClass) -> Option<Figure> {
    let words = || format!("{} aboard a new ship", class.troopers);
    (class.troopers > 0).then(|| Figure::new("Troopers", Icon::Troopers, words()))
}

fn hangar(class: &ShipClass) -> Option<Figure> {
    let Hangar { class, count, build_s } = class.hangar.as_ref()?;
    let words = format!("{count} × {class}; a lost one is replaced in {} s, for free", plain(*build_s));
    Some(Figure::new("Hangar", Icon::Fleet, words))
}

fn repairs(books: &ClassBooks, class: &ShipClass) -> Option<Figure> {
    let repair = &books.arms.rules.repair;
    let words = || {
        format!(
            "{} points of armour a second for friends within {}, from {} s after their last hit",
            plain(class.repairs),
            length(repair.ship_reach_km),
            plain(repair.calm_s)
        )
    };
    (class.repairs > 0.0).then(|| Figure::new("Repairs", Icon::Armour, words()))
}

fn builds(class: &ShipClass) -> Option<Figure> {
    let words = || format!("+{} % speed for your building in the well where it rests", class.builds_percent);
    (class.builds_percent > 0).then(|| Figure::new("Builds", Icon::Build, words()))
}

fn mines(books: &ClassBooks, class: &ShipClass) -> Option<Figure> {
    let mined = per_minute(Amount { rare: i64::from(class.mines), ..Amount::ZERO }, books.tick_s);
    let words = || format!("{} a minute near a comet that no enemy holds", amount_words(mined));
    (class.mines > 0).then(|| Figure::new("Mines", Icon::Rare, words()))
}
