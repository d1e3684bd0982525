//! The fall of a side, read from the figures of a war.

use crate::sim::FactionId;
use crate::sim::outcome::History;
use crate::sim::outcome::history::Figures;

/// The tick at which a faction had no body and no ship any more, by the figures; `None` for one that surrendered, that
/// never had any, or that still has some.
pub fn fall_of(history: &History, faction: FactionId) -> Option<u64> {
    if history.has_surrendered(faction) {
        return None;
    }
    let is_there = |figures: &Figures| figures.bodies > 0 || figures.fleet > 0;
    let last = history.entries.iter().rposition(|entry| entry.factions.get(faction).is_some_and(is_there))?;
    history.entries.get(last + 1).map(|entry| entry.tick)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::outcome::history::{HistoryEntry, Past, Surrender};

    #[test]
    fn the_fall_of_a_side_is_read_from_the_figures() {
        let entry = |tick: u64, figures: [(u32, u64); 2]| HistoryEntry {
            tick,
            factions: figures.map(|(bodies, fleet)| Figures { bodies, fleet, income: 0 }).to_vec().into(),
        };
        let of = |figures: [[(u32, u64); 2]; 3], surrenders: Vec<Surrender>| {
            let entries =
                [300, 600, 900].into_iter().zip(figures).map(|(tick, one)| entry(tick, one)).collect();
            let history = History::from(Past { entries, surrenders, ..Past::default() });
            [0, 1].map(|faction| fall_of(&history, FactionId(faction)))
        };
        let war = [[(1, 5), (1, 5)], [(0, 5), (2, 5)], [(0, 0), (3, 5)]];
        assert_eq!(of(war, Vec::new()), [Some(900), None]);
        let surrender = Surrender { faction: FactionId(0), tick: 800 };
        assert_eq!(of(war, vec![surrender]), [None, None], "it gave up");
        assert_eq!(of([[(0, 0), (1, 5)]; 3], Vec::new()), [None, None], "it never was there");
    }
}
