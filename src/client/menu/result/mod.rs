//! Progress of victory, the winner, and the course of the war.
//!
//! - Enters: the conditions of victory and their progress, the verdict, the history of figures and battles,
//!   losses; the viewer.
//! - Leaves: lines under the treasury; a page of the menu, which opens by itself when the war is decided: winner
//!   and reason, graphs over time, losses, and battles to jump to.
//! - Must never: end the world, which goes on; or reveal the possessions and losses of others before the war is
//!   decided. Only the progress toward the conditions is public.
//!
//! | file | does |
//! |---|---|
//! | `reveal.rs` | the information that may be revealed to a viewer, as plain data |
//! | `progress.rs` | the lines under the treasury |
//! | `chart.rs` | the lines of a graph, painted point by point |
//! | `marks.rs` | shapes that distinguish factions besides their colours |
//! | `panel.rs` | the page, above the rows of the menu |

pub mod chart;
pub mod marks;
pub mod panel;
pub mod progress;
pub mod reveal;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

pub use reveal::{BattleTold, ResultContent};

use crate::client::frame::{FrameSystems, Player, SPECTATOR, date_words};
use crate::client::menu::Menu;
use crate::client::models::FactionColors;
use crate::client::view::Onlooker;
use crate::client::worlds::Kept;
use crate::sim::combat::Losses;
use crate::sim::outcome::{History, Verdict};
use crate::sim::visibility::Viewer;
use crate::sim::{BodyId, Calendar, Factions, OfWorld, Seats, Sides, Sky};
use reveal::ResultInputs;

/// Adds the lines under the treasury. The page belongs to the menu, which requests its content.
pub fn plugin(app: &mut App) {
    app.init_of_world::<ResultContent>();
    app.add_systems(PostUpdate, progress::write_lines.in_set(FrameSystems::Panel));
}

/// Opens the page when the war is decided; not for a war that was decided before it was loaded.
pub fn open_when_decided(
    verdict: Res<Verdict>,
    mut menu: ResMut<Menu>,
    mut time: ResMut<Time<Virtual>>,
    mut known: Kept<Option<bool>>,
) {
    let known = known.now();
    let is_decided = verdict.0.is_some();
    if known.replace(is_decided) == Some(false) && is_decided {
        menu.open_result(&mut time);
    }
}

/// Query bundle for the result.
#[derive(SystemParam)]
pub struct War<'w> {
    history: Res<'w, History>,
    losses: Res<'w, Losses>,
    verdict: Res<'w, Verdict>,
    factions: Res<'w, Factions>,
    seats: Res<'w, Seats>,
    colors: Res<'w, FactionColors>,
    sides: Res<'w, Sides>,
    sky: Res<'w, Sky>,
    calendar: Res<'w, Calendar>,
    player: Res<'w, Player>,
    onlooker: Res<'w, Onlooker>,
}

impl War<'_> {
    fn told(&self) -> ResultContent {
        let me = self.player.faction;
        let is_one = self.player.faction != SPECTATOR && self.factions.0.get(me).is_some();
        reveal::tell(&ResultInputs {
            history: &self.history,
            losses: &self.losses,
            decision: self.verdict.0.as_ref(),
            factions: &self.factions,
            seats: &self.seats,
            colors: &self.colors,
            me: is_one.then_some(me),
            my_side: is_one.then(|| self.sides.side(me)),
            sees_all: self.onlooker.0 == Viewer::Everything,
            body_name: &|body: BodyId| {
                self.sky.system.bodies.get(body).map_or("nowhere", |body| body.name.as_str()).to_owned()
            },
            date: &|tick: u64| date_words(self.calendar.clock.jd_at(tick)),
        })
    }
}

/// Gathers the content of the page, when the menu is opened or the acting player changes.
pub fn gather(
    war: War,
    mut menu: ResMut<Menu>,
    mut told: ResMut<ResultContent>,
    mut last: Kept<Option<(u64, Onlooker, Player)>>,
) {
    let last = last.now();
    let now = (war.calendar.tick, *war.onlooker, *war.player);
    if !menu.is_open() || *last == Some(now) {
        return;
    }
    *last = Some(now);
    *told = war.told();
    menu.take_battles(told.battles.clone());
}
