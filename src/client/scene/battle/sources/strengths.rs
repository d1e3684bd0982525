//! The strength of both sides of a battle over time.

/// The most samples that are kept. Full, every other one goes, and later ones are twice as far apart.
const MOST_SAMPLES: usize = 96;

/// The strengths of both sides in a tick.
type Sample = (u64, [f64; 2]);

/// The strengths of both sides since the beginning of a battle.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Strengths {
    samples: Vec<Sample>,
    /// The newest sample, which need not be among the kept ones.
    newest: Option<Sample>,
    /// Least distance of kept samples, ticks.
    rest_ticks: u64,
}

impl Strengths {
    /// Records the strengths of both sides in a tick.
    pub fn note(&mut self, tick: u64, strengths: [f64; 2]) {
        self.newest = Some((tick, strengths));
        if self.samples.last().is_some_and(|(last, _)| tick < last + self.rest_ticks.max(1)) {
            return;
        }
        if self.samples.len() == MOST_SAMPLES {
            self.thin_out();
        }
        self.samples.push((tick, strengths));
    }

    /// Drops every other sample.
    fn thin_out(&mut self) {
        let mut index = 0_usize;
        self.samples.retain(|_| {
            index += 1;
            index % 2 == 1
        });
        let ends = self.samples.first().zip(self.samples.last());
        let span = ends.map_or(0, |((first, _), (last, _))| last - first);
        self.rest_ticks = span / (self.samples.len().max(2) - 1) as u64;
    }

    /// The line of a side, 0 or 1: ticks and strengths, the present last.
    pub fn line(&self, side: usize) -> Vec<(u64, f64)> {
        let last = self.samples.last().map(|(tick, _)| *tick);
        let newest = self.newest.filter(|(tick, _)| Some(*tick) != last);
        let samples = self.samples.iter().copied().chain(newest);
        samples.filter_map(|(tick, strengths)| Some((tick, *strengths.get(side)?))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_battle_keeps_its_beginning_and_its_present_and_no_more_room() {
        let mut strengths = Strengths::default();
        for second in 0..10_000_u64 {
            strengths.note(30 * second, [second as f64, 1.0]);
        }
        let line = strengths.line(0);
        assert!(line.len() <= MOST_SAMPLES + 1 && line.len() >= MOST_SAMPLES / 2, "{}", line.len());
        assert_eq!((line.first(), line.last()), (Some(&(0, 0.0)), Some(&(299_970, 9_999.0))));
        assert!(line.windows(2).all(|pair| pair[0].0 < pair[1].0));
        let steps: Vec<u64> = line.windows(2).map(|pair| pair[1].0 - pair[0].0).collect();
        let kept = &steps[..steps.len() - 1];
        assert!(kept.iter().max() <= kept.iter().min().map(|least| 2 * least).as_ref(), "{kept:?}");
        assert_eq!(strengths.line(1).len(), line.len());
    }

    #[test]
    fn a_tick_has_one_point() {
        let mut strengths = Strengths::default();
        assert!(strengths.line(0).is_empty());
        strengths.note(5, [3.0, 1.0]);
        strengths.note(5, [2.0, 1.0]);
        assert_eq!(strengths.line(0), [(5, 3.0)]);
        strengths.note(9, [1.0, 1.0]);
        assert_eq!(strengths.line(0), [(5, 3.0), (9, 1.0)]);
    }
}
