//! The beginning of a log that goes on from a moment of another one.

use std::io::{self, Read, Write};
use std::path::PathBuf;

use super::chunk::{ChunkWriter, Kind};
use super::content::{Head, Snapshot, Turns, encoded};
use super::reader::{LogReader, Piece};
use super::turn::Turn;

/// A log up to a tick: what was before the moment from which another log goes on.
pub(super) struct Before {
    /// The file.
    pub(super) path: PathBuf,
    /// The tick.
    pub(super) tick: u64,
}

impl Before {
    /// What the log is about; `None` unless it is sound up to the tick.
    pub(super) fn head(&self) -> Option<Head> {
        let mut log = LogReader::open(&self.path).ok()?;
        copy(&mut log, self.tick, |_, _| Ok(())).ok()?;
        Some(log.head().clone())
    }

    /// Copies everything up to the tick into another log, but no world of the tick itself.
    pub(super) fn copy_to(&self, chunks: &mut ChunkWriter<impl Write>) -> io::Result<()> {
        let mut log = LogReader::open(&self.path).map_err(io::Error::other)?;
        copy(&mut log, self.tick, |kind, contents| chunks.write(kind, contents))
    }
}

/// Hands the chunks of a log up to a tick to `write`.
fn copy(
    log: &mut LogReader<impl Read>,
    tick: u64,
    mut write: impl FnMut(Kind, &[u8]) -> io::Result<()>,
) -> io::Result<()> {
    while let Some(piece) = log.next_piece().map_err(io::Error::other)? {
        let (kind, contents) = match piece {
            // Hashes and marks of the last turns come after them.
            Piece::Turns(turns) if turns.first_tick >= tick => return Ok(()),
            Piece::Turns(turns) => (Kind::Turns, encoded(&until(turns, tick))),
            Piece::Hash(point) if point.tick <= tick => (Kind::Hash, encoded(&point)),
            Piece::Marks(mut marks) => {
                marks.retain(|mark| mark.tick <= tick);
                if marks.is_empty() {
                    continue;
                }
                (Kind::Marks, encoded(&marks))
            }
            Piece::Snapshot(world) if world.tick < tick => {
                (Kind::Snapshot, Ok(Snapshot::encoded(world.tick, &world.text)))
            }
            Piece::Hash(_) | Piece::Snapshot(_) => continue,
        };
        write(kind, &contents.map_err(io::Error::other)?)?;
    }
    if log.tick() >= tick { Ok(()) } else { Err(io::Error::other("the log ends before the tick")) }
}

/// The turns before a tick. The orders of the tick itself are not among them.
fn until(turns: Turns, tick: u64) -> Turns {
    let Turns { first_tick, turns } = turns;
    let mut at = first_tick;
    let mut before = Vec::new();
    for turn in turns {
        if at >= tick {
            break;
        }
        let left = u32::try_from(tick - at).unwrap_or(u32::MAX);
        let ticks = turn.ticks.min(left);
        at += u64::from(ticks);
        before.push(Turn { ticks, ..turn });
    }
    Turns { first_tick, turns: before }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_cut_before_the_orders_of_a_tick() {
        let turn = |ticks| Turn { ticks, orders: Vec::new() };
        let cut = |tick| {
            let turns = Turns { first_tick: 60, turns: vec![turn(10), turn(0), turn(15), turn(0)] };
            until(turns, tick).turns.iter().map(|turn| turn.ticks).collect::<Vec<u32>>()
        };
        assert_eq!(cut(65), [5]);
        assert_eq!(cut(70), [10], "the pause after it does not count");
        assert_eq!(cut(71), [10, 0, 1]);
        assert_eq!(cut(85), [10, 0, 15]);
        assert_eq!(cut(90), [10, 0, 15, 0]);
        assert_eq!(cut(60), [0_u32; 0]);
    }
}
