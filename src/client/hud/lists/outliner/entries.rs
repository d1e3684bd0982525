//! What the outliner lists, as plain data.

use bevy::prelude::*;

use crate::client::hud::aim_words::Aim;
use crate::client::view::FocusTarget;
use crate::client::widgets::Icon;
use crate::sim::world::money::Amount;
use crate::sim::{BodyId, FleetId};

/// What became of a thing that is listed no longer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gone {
    /// A word for it.
    pub word: &'static str,
    /// Since when it is gone, seconds of real time.
    pub since: f64,
}

/// A planet of the player's.
#[derive(Clone, Debug, PartialEq)]
pub struct PlanetEntry {
    /// The body.
    pub body: BodyId,
    /// Its name.
    pub name: String,
    /// Yards that build nothing.
    pub idle_yards: usize,
    /// What the other yards build, with the progress: `cruiser 31 %`.
    pub building: Vec<String>,
    /// What it brings in a minute, as its panel tells it: less upkeep and overextension.
    pub income: Amount,
    /// Its unrest, a share.
    pub unrest: f64,
    /// Whether troopers of others fight on it.
    pub is_invaded: bool,
    /// What became of it; `None` while it is there.
    pub gone: Option<Gone>,
}

/// A fleet of the player's.
#[derive(Clone, Debug, PartialEq)]
pub struct FleetEntry {
    /// Its entity.
    pub fleet: Entity,
    /// Its number.
    pub id: FleetId,
    /// Its first ship.
    pub ship: Entity,
    /// Its name.
    pub name: String,
    /// The mark of its largest class.
    pub mark: Handle<Image>,
    /// Number of its ships.
    pub ships: usize,
    /// What it does; empty for one at rest.
    pub task: String,
    /// The sign of its order, and where that leads: short words for its row.
    pub goal: Option<(Icon, String)>,
    /// The body in whose well it is.
    pub place: String,
    /// The control group of its first ship.
    pub group: Option<u8>,
    /// Whether all of its ships are selected.
    pub is_selected: bool,
    /// What became of it; `None` while it is there.
    pub gone: Option<Gone>,
}

/// A control group of the player's. It may have parts of several fleets.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupEntry {
    /// Its number.
    pub number: u8,
    /// The names of the fleets of its ships.
    pub fleets: String,
    /// The mark of its largest class.
    pub mark: Handle<Image>,
    /// Number of its ships.
    pub ships: usize,
    /// The body in whose well its first ship is.
    pub place: String,
    /// Whether all of its ships are selected.
    pub is_selected: bool,
    /// What became of it; `None` while it has ships.
    pub gone: Option<Gone>,
}

/// Enemies of one owner in one well, or outside of all.
#[derive(Clone, Debug, PartialEq)]
pub struct ContactEntry {
    /// Whose they are.
    pub owner: String,
    /// The colour of the owner.
    pub color: Color,
    /// The mark of their largest class.
    pub mark: Handle<Image>,
    /// Number of ships.
    pub ships: usize,
    /// The body of the well; empty in open space.
    pub place: String,
    /// How long ago they were seen; empty for ships in sight.
    pub age: String,
    /// Opacity by that age.
    pub strength: f32,
    /// Where to look.
    pub target: FocusTarget,
    /// One of their fleets, if they are in sight and in open space. At a body an attack is one on all foes there.
    pub fleet: Option<FleetId>,
    /// What became of them; `None` while they are known to be there.
    pub gone: Option<Gone>,
}

/// A body that the player has to take to win.
#[derive(Clone, Debug, PartialEq)]
pub struct ObjectiveEntry {
    /// The body.
    pub body: BodyId,
    /// Its name.
    pub name: String,
}

/// A fight on the ground of a body that the player's troopers attack or defend.
#[derive(Clone, Debug, PartialEq)]
pub struct LandingEntry {
    /// The body.
    pub body: BodyId,
    /// Its name.
    pub name: String,
    /// The troopers of both sides, in words.
    pub strengths: String,
    /// Whether the player's body is invaded.
    pub is_invaded: bool,
    /// The share of the invaders in the strength of both sides, 0 to 1.
    pub share: f64,
}

/// All that is listed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outline {
    /// The player's aims and the progress toward them.
    pub aims: Vec<Aim>,
    /// What the player has to take to win, as far as known.
    pub objectives: Vec<ObjectiveEntry>,
    /// What has to be scouted first, in words; empty for nothing.
    pub search: &'static str,
    /// The player's planets: those at the beginning in the order of the sky, then those that came later.
    pub planets: Vec<PlanetEntry>,
    /// The player's fleets, by number.
    pub fleets: Vec<FleetEntry>,
    /// The player's control groups, by number.
    pub groups: Vec<GroupEntry>,
    /// Enemies: first those in sight.
    pub contacts: Vec<ContactEntry>,
    /// Fights on the ground, in the order of the sky. They stand below all others: they come and go within seconds, and
    /// no other row moves.
    pub landings: Vec<LandingEntry>,
    /// The colour of the player.
    pub color: Color,
    /// The numbers of all planets, fleets, groups and contacts, with and without a row.
    pub counts: [usize; 4],
}
