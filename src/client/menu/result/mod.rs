//! Progress of victory, the winner, and the course of the war.
//!
//! - Enters: the conditions of victory and their progress, the verdict, the history of figures and battles,
//!   losses; the viewer.
//! - Leaves: lines at the top; the end of each side in words; the count of losses in a row; a page of the menu, which
//!   opens by itself soon after the verdict, and for a player with nothing left: winner and reason, graphs over time,
//!   losses, and battles to jump to.
//! - Must never: end the world, which goes on; or reveal the possessions and losses of others before the war is
//!   decided. Only the progress toward the conditions is public.
//!
//! | file | does |
//! |---|---|
//! | `ended.rs` | which operations of minds that have ended are listed |
//! | `falls.rs` | when a side fell |
//! | `farewells.rs` | what is said when a side surrenders, falls or loses |
//! | `counting.rs` | the losses of the player in a row |
//! | `content.rs` | the content of the page, as plain data |
//! | `reveal.rs` | the content that may be revealed to a viewer |
//! | `verdict.rs` | the verdict at the top, before the page opens |
//! | `progress.rs` | the lines at the top |
//! | `panel.rs` | the heading, the charts and the table of the page |

pub mod content;
pub mod counting;
pub mod ended;
pub mod falls;
pub mod farewells;
pub mod panel;
pub mod progress;
pub mod reveal;
pub mod verdict;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

pub use content::{BattleEntry, PlanEntry, ResultContent, WarOutcome};

use crate::client::frame::{FrameSystems, Player, SPECTATOR, date_words};
use crate::client::hud::minds::{ClassNames, PlanWords};
use crate::client::menu::Menu;
use crate::client::models::FactionColors;
use crate::client::view::{Onlooker, PlayerOut};
use crate::client::worlds::{AppState, Kept, SetUpSystems};
use crate::sim::combat::Losses;
use crate::sim::outcome::{History, Verdict};
use crate::sim::world::money::economy_tick_s;
use crate::sim::{BodyId, BuiltClass, Calendar, EconomyChoice, Factions, Minds, OfWorld, Seats, Sides, Sky};
use counting::LossCount;
use reveal::ResultInputs;
use verdict::VerdictShown;

/// Adds the lines at the top, the verdict, and the memory of losses. The page belongs to the menu, which requests
/// its content.
pub fn plugin(app: &mut App) {
    app.init_of_world::<ResultContent>();
    app.init_of_world::<VerdictShown>();
    app.init_of_world::<LossCount>().add_systems(OnEnter(AppState::Playing), counting::begin);
    app.add_systems(OnEnter(AppState::Playing), verdict::spawn.in_set(SetUpSystems::Rows));
    app.add_systems(PostUpdate, (progress::write_lines, verdict::write).in_set(FrameSystems::Panel));
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
    minds: Res<'w, Minds>,
    player: Res<'w, Player>,
    onlooker: Res<'w, Onlooker>,
    out: Res<'w, PlayerOut>,
    economy: Res<'w, EconomyChoice>,
    names: ClassNames<'w>,
}

impl War<'_> {
    fn content(&self) -> ResultContent {
        let me = self.player.faction;
        let body =
            |body: BodyId| self.sky.system.bodies.get(body).map_or("nowhere", |body| body.name.as_str());
        let class = |class: BuiltClass| self.names.of(class);
        let words = PlanWords { body: &body, class: &class, calendar: &self.calendar };
        let is_one = self.player.faction != SPECTATOR && self.factions.0.get(me).is_some();
        reveal::result_content(&ResultInputs {
            history: &self.history,
            losses: &self.losses,
            decision: self.verdict.0.as_ref(),
            factions: &self.factions,
            seats: &self.seats,
            colors: &self.colors,
            me: is_one.then_some(me),
            my_side: is_one.then(|| self.sides.side(me)),
            is_out: self.out.is_out(),
            sees_all: self.onlooker.0.sees_all(),
            body_name: &|at: BodyId| body(at).to_owned(),
            date: &|tick: u64| date_words(self.calendar.clock.jd_at(tick)),
            tick_s: economy_tick_s(self.calendar.clock.days_per_tick(), &self.economy.0.income),
            minds: &self.minds,
            words: &words,
        })
    }
}

/// Gathers the content of the page: when the war is decided or the player is out of it, when the menu is opened, or the
/// acting player changes.
pub fn gather(
    war: War,
    mut menu: ResMut<Menu>,
    mut content: ResMut<ResultContent>,
    mut last: Kept<Option<(u64, Onlooker, Player)>>,
) {
    let last = last.now();
    let now = (war.calendar.tick, *war.onlooker, *war.player);
    let was_decided = content.outcome.is_decided();
    let is_fresh = war.verdict.0.is_some() && !was_decided;
    let is_out_now = war.out.is_out() && war.out.is_changed();
    if !(menu.is_open() || is_fresh || is_out_now) || *last == Some(now) {
        return;
    }
    *last = Some(now);
    // The world goes on after the decision, and minds with it: the page keeps the plans that they had at the decision.
    let before = std::mem::replace(&mut *content, war.content());
    if was_decided {
        (content.plans, content.ended, content.builds) = (before.plans, before.ended, before.builds);
    }
    menu.take_content(&content);
}
