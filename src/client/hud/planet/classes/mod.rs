//! What is said about a ship class or a structure class: facts with their names, for tips and for the encyclopedia.
//!
//! - Enters: the rules of the present game, a class; its price and its income where it would be built.
//! - Leaves: [`Figure`]s as plain data; the tip of a class.
//! - Must never: write a number that the rules have.
//!
//! | file | does |
//! |---|---|
//! | `costs.rs` | price, time, income and upkeep |
//! | `ships.rs`, `structures.rs` | what a class can do besides fighting |
//! | `arms.rs` | armour, shield and weapons |
//! | `effect.rs` | what a structure class is for, in a few words |
//! | `tip.rs` | the tip of a class |
//! | `numbers.rs` | numbers of the rules as words |

pub mod arms;
pub mod costs;
pub mod effect;
pub mod numbers;
pub mod ships;
pub mod structures;
pub mod tip;

use crate::client::widgets::Icon;
use crate::rules::EconomyRules;
use crate::sim::ArmsTable;

/// A fact with its name.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// Name.
    pub name: String,
    /// The sign of its kind.
    pub icon: Icon,
    /// The fact in words.
    pub words: String,
}

impl Figure {
    /// A fact with its name.
    pub fn new(name: impl Into<String>, icon: Icon, words: impl Into<String>) -> Self {
        Self { name: name.into(), icon, words: words.into() }
    }
}

/// The rules that concern all classes.
#[derive(Clone, Copy, Debug)]
pub struct ClassBooks<'a> {
    /// Weapons, and the rules of fights and repairs.
    pub arms: &'a ArmsTable,
    /// The numbers of the economy.
    pub economy: &'a EconomyRules,
    /// The time from one economy tick to the next, seconds of play; above 0.
    pub tick_s: f64,
}
