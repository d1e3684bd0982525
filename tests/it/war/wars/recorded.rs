//! Recorded wars, which must be fought the same since: a line a war, a number every 300 ticks.

use crate::recorded::{Digest, INTERVAL, compare, is_to_record};

use super::{Campaign, WAR_TICKS, WARS, from_environment};

/// Number of recorded wars, and ticks of each.
const RECORDED: (u64, u64) = (200, 5_000);

/// The record of a war: its number, and a digest of the world every [`INTERVAL`] ticks.
fn record_of(war: u64, ticks: u64) -> String {
    let mut campaign = Campaign::new(war);
    let mut simulation = campaign.world();
    let mut line = format!("{war}:");
    for _ in 0..ticks / INTERVAL {
        campaign.fight(&mut simulation, INTERVAL);
        line.push_str(&format!(" {:08x}", Digest::of(&mut simulation).whole()));
    }
    line
}

#[test]
fn any_war_is_fought_as_recorded() {
    let wars = from_environment("ECLIPTIC_WARS", WARS).min(RECORDED.0);
    let ticks = from_environment("ECLIPTIC_WAR_TICKS", WAR_TICKS).min(RECORDED.1);
    if is_to_record() && (wars, ticks) != RECORDED {
        return;
    }
    let lines: Vec<String> = (0..wars).map(|war| record_of(war, ticks)).collect();
    compare("wars", &lines);
}
