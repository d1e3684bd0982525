//! Searches for encounters that concern the player, and keeps the list of warnings.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::words::Warning;
use super::{Ahead, Warnings, horizon_days};
use crate::client::frame::{Player, PollTimer};
use crate::client::view::Sight;
use crate::client::worlds::Kept;
use crate::sim::forecast::Span;
use crate::sim::forecast::encounters::{ConcernedFleets, wanted};
use crate::sim::{Calendar, Sky};

/// Limit on the looks at paths in a frame. A look at a pair computes two bodies.
const LOOKS_PER_FRAME: u32 = 40;

/// Query bundle for warnings.
#[derive(SystemParam)]
pub struct WarningInputs<'w, 's> {
    sky: Res<'w, Sky>,
    calendar: Res<'w, Calendar>,
    player: Res<'w, Player>,
    sight: Sight<'w, 's>,
    concerned: ConcernedFleets<'w, 's>,
}

/// Rows grow older while the clock runs.
pub fn age(time: Res<Time<Virtual>>, real: Res<Time<Real>>, mut warnings: ResMut<Warnings>) {
    if !time.is_paused() {
        warnings.age(real.delta_secs_f64());
    }
}

/// Continues the search for encounters, with a limited number of looks.
pub fn look_ahead(sky: Res<Sky>, calendar: Res<Calendar>, mut warnings: ResMut<Warnings>) {
    let horizon_days = horizon_days(&calendar).max(warnings.foreseen_days);
    warnings.watch.look(&sky.system, calendar.now_jd(), horizon_days, LOOKS_PER_FRAME);
}

/// Updates the watched topics a few times a second, and the list of warnings from the encounters found.
pub fn survey(
    world: WarningInputs,
    time: Res<Time<Real>>,
    mut beat: Kept<PollTimer>,
    mut warnings: ResMut<Warnings>,
) {
    let beat = beat.now();
    if !beat.is_due(time.elapsed_secs_f64()) {
        return;
    }
    let now_jd = world.calendar.now_jd();
    let horizon_days = horizon_days(&world.calendar).max(warnings.foreseen_days);
    let span = Span { from_jd: now_jd, until_jd: now_jd + horizon_days };
    let (me, view) = (world.player.faction, world.sight.view());
    let concerns = world.concerned.of(me, view);
    warnings.watch.follow(wanted(&world.sky.system, span, &concerns), now_jd);

    let coming = warnings.watch.coming(view, now_jd).into_iter();
    let all = coming.map(|encounter| Warning::new(encounter, view)).collect();
    let ahead = Ahead::of(&world.calendar, warnings.foreseen_days);
    warnings.show(all, now_jd, ahead);
}
