//! The operations of minds that have ended, as the page of the result lists them.

use crate::sim::{EndedOperation, FactionId, MOST_ENDED, Minds, Scouting};

/// The operations that are listed one by one, with the faction of each: the newest first, errands after all others.
pub fn listed(minds: &Minds) -> Vec<(FactionId, &EndedOperation)> {
    let minds = minds.0.iter_enumerated();
    let all = minds.flat_map(|(faction, mind)| {
        mind.iter().flat_map(move |mind| mind.ended.iter().map(move |one| (faction, one)))
    });
    let mut listed: Vec<(FactionId, &EndedOperation)> = all.collect();
    listed.reverse();
    listed.sort_by_key(|(_, one)| (one.kind.is_errand(), std::cmp::Reverse(one.tick)));
    listed.truncate(MOST_ENDED);
    listed
}

/// The scouting of each faction that did some; the faction with the newest flight comes first.
pub fn scouting(minds: &Minds) -> Vec<(FactionId, &Scouting)> {
    let minds = minds.0.iter_enumerated().filter_map(|(faction, mind)| Some((faction, mind.as_ref()?)));
    let mut sums: Vec<(FactionId, &Scouting)> =
        minds.map(|(faction, mind)| (faction, &mind.scouting)).collect();
    sums.retain(|(_, sum)| sum.flights > 0);
    sums.sort_by_key(|(_, sum)| std::cmp::Reverse(sum.last_tick));
    sums
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::{BodyId, Ending, Mind, Operation, OperationKind};

    /// A mind with operations that have ended at these ticks.
    fn mind(ended: &[(OperationKind, u64)]) -> Option<Mind> {
        let mut mind = Mind::default();
        for (id, (kind, tick)) in (0..).zip(ended) {
            mind.remember_end(&Operation::begun(id, *kind, BodyId(3), 1), Ending::Failed, *tick);
        }
        Some(mind)
    }

    #[test]
    fn the_newest_of_all_minds_come_first_and_errands_last() {
        let one = mind(&[(OperationKind::Mine, 50), (OperationKind::Scout, 55), (OperationKind::Hold, 60)]);
        let other = mind(&[(OperationKind::Take, 40), (OperationKind::Take, 70), (OperationKind::Scout, 80)]);
        let minds = Minds(vec![None, one, other].into());
        let ticks: Vec<(usize, u64)> =
            listed(&minds).into_iter().map(|(who, one)| (who.0, one.tick)).collect();
        assert_eq!(ticks, [(2, 70), (1, 60), (2, 40), (1, 50)]);
        let sums: Vec<(usize, u32)> =
            scouting(&minds).into_iter().map(|(who, sum)| (who.0, sum.flights)).collect();
        assert_eq!(sums, [(2, 1), (1, 1)]);
        let many =
            Minds(vec![mind(&[(OperationKind::Take, 9); 25]), mind(&[(OperationKind::Raid, 9); 25])].into());
        assert_eq!(listed(&many).len(), MOST_ENDED);
    }
}
