//! The dashes of a line, which have the same length on the screen at every zoom: long ones would cross the picture like
//! scratches, and short ones would be dust.

/// Length of a dash, and of the gap behind it, pixels.
const DASH_PIXELS: f32 = 12.0;
const GAP_PIXELS: f32 = 8.0;
/// A step that is longer than this on the screen counts as this long, pixels: it begins or ends beside the picture.
const LONGEST_STEP_PIXELS: f32 = 600.0;

/// Where a dash begins or ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Turn {
    /// Its place, as a share of the step.
    pub(super) share: f32,
    /// Whether the dash ends.
    pub(super) is_end: bool,
}

/// How far a line has come in its dashes; it begins with a dash.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Dashes {
    is_gap: bool,
    /// What is left of the dash or the gap, pixels.
    left: f32,
}

impl Default for Dashes {
    fn default() -> Self {
        Self { is_gap: false, left: DASH_PIXELS }
    }
}

impl Dashes {
    /// Whether the line is in a gap.
    pub(super) fn is_gap(&self) -> bool {
        self.is_gap
    }

    /// Goes on by a step of this length on the screen, pixels: where dashes begin and end in it.
    pub(super) fn go_on(&mut self, length: f32) -> impl Iterator<Item = Turn> {
        let length = length.min(LONGEST_STEP_PIXELS);
        let mut done = 0.0;
        std::iter::from_fn(move || {
            let rest = length - done;
            if self.left >= rest {
                self.left -= rest;
                done = length;
                return None;
            }
            done += self.left;
            self.is_gap = !self.is_gap;
            self.left = if self.is_gap { GAP_PIXELS } else { DASH_PIXELS };
            Some(Turn { share: done / length, is_end: self.is_gap })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lengths of whole dashes along a line of steps of these lengths, pixels.
    fn dashes(steps: impl IntoIterator<Item = f32>) -> Vec<f32> {
        let mut dashes = Dashes::default();
        let (mut run, mut begin, mut found) = (0.0, 0.0, Vec::new());
        for length in steps {
            for turn in dashes.go_on(length) {
                let at = run + turn.share * length;
                if turn.is_end { found.push(at - begin) } else { begin = at }
            }
            run += length;
        }
        found
    }

    #[test]
    fn dashes_are_as_long_with_short_steps_as_with_long_ones() {
        const { assert!(DASH_PIXELS >= 8.0) };
        for step in [0.7, 5.0, 90.0] {
            let count = (1000.0 / step) as usize;
            let found = dashes(std::iter::repeat_n(step, count));
            assert!((48..=50).contains(&found.len()), "{step}: {}", found.len());
            assert!(found.iter().all(|length| (length - DASH_PIXELS).abs() < 0.1), "{step}: {found:?}");
        }
    }

    #[test]
    fn a_step_across_the_edge_of_the_picture_has_few_dashes() {
        for length in [1.0e9, f32::INFINITY] {
            let turns = Dashes::default().go_on(length).count();
            assert!((10..100).contains(&turns), "{length}: {turns}");
        }
        assert_eq!(Dashes::default().go_on(0.0).count(), 0);
    }
}
