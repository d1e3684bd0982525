//! Writes a log on a thread of its own. Whatever the disk does, nobody waits for it: when it fails, or falls far
//! behind, the log ends there, and a sentence says so.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, OnceLock};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::before::Before;
use super::chunk::{ChunkWriter, Kind};
use super::content::{FileHead, Head, Snapshot, encoded};
use super::identity::MakeIdentity;
use super::memory::text_of;
use crate::level::plain_path;
use crate::sim::CapturedWorld;

/// The most chunks that wait for the disk: several minutes of play at pace 1.
const MOST_WAITING: usize = 1024;

/// The message if the disk does not keep up.
const TOO_SLOW: &str = "The disk is too slow for the replay of this game, which ends here.";

/// A thing to be written. A chunk is written without a buffer, so that it survives the end of the program.
enum Piece {
    Chunk(Kind, Vec<u8>),
    /// A copy of a world, which becomes text on the thread of the writer.
    World(Box<CapturedWorld>),
    /// Reports that everything before it is written.
    Barrier(SyncSender<()>),
}

/// A promise: everything that was handed to a log before is in its file.
#[derive(Debug)]
pub struct Written(Receiver<()>);

impl Written {
    /// Waits until it is kept, at most this long. A log that has ended before its time is not waited for: what it
    /// has is in its file.
    pub fn wait(self, patience: Duration) {
        let _ = self.0.recv_timeout(patience);
    }
}

/// What the thread and its owner share.
#[derive(Default)]
struct Shared {
    /// Why the log has ended before its time.
    fault: OnceLock<String>,
    /// Number of worlds that wait.
    worlds: AtomicU64,
}

impl Shared {
    /// Notes that the thread is gone and has not told why.
    fn note_panic(&self) {
        let words = "The replay of this game ends here, because of a fault in the program that writes it.";
        // The first reason stays.
        let _ = self.fault.set(words.to_owned());
    }
}

/// What a log begins with.
pub(super) struct LogStart {
    /// Makes the identity of the program, on the thread of the writer: the trial takes a moment.
    pub(super) identity: MakeIdentity,
    /// What the log is about, unless the log before it says so.
    pub(super) head: Head,
    /// The log that this one continues.
    pub(super) before: Option<Before>,
}

impl LogStart {
    /// Writes everything before the first world of its own.
    fn write<W: Write>(self, out: W) -> io::Result<ChunkWriter<W>> {
        let Self { identity, head, before } = self;
        let identity = identity().map_err(io::Error::other)?;
        let before = before.and_then(|before| Some((before.head()?, before)));
        let (head, before) = before.map_or((head, None), |(head, before)| (head, Some(before)));
        let head = encoded(&FileHead { identity, head }).map_err(io::Error::other)?;
        let mut chunks = ChunkWriter::begin(out)?;
        chunks.write(Kind::Head, &head)?;
        if let Some(before) = before {
            before.copy_to(&mut chunks)?;
        }
        Ok(chunks)
    }
}

/// A log that is being written. Dropped without [`LogWriter::finish`], it is written as far as it was handed in,
/// and nobody waits for that.
pub(super) struct LogWriter {
    queue: SyncSender<Piece>,
    shared: Arc<Shared>,
    thread: JoinHandle<u64>,
}

impl LogWriter {
    /// Begins a log in a new file, with the world at its beginning.
    ///
    /// # Errors
    /// A sentence without its full stop: the file is there already, or cannot be made.
    pub(super) fn create(path: &Path, start: LogStart, world: CapturedWorld) -> Result<Self, String> {
        let file = OpenOptions::new().write(true).create_new(true).open(path).map_err(|error| {
            let remedy = match error.kind() {
                io::ErrorKind::AlreadyExists => "; choose another name, or remove the old file",
                _ => "; check that the folder exists and may be written to",
            };
            format!("cannot begin the log `{}`: {error}{remedy}", plain_path(path))
        })?;
        Self::begin(file, start, world)
    }

    /// Begins a log anywhere.
    ///
    /// # Errors
    /// A sentence without its full stop: the system has no thread for it.
    fn begin(
        out: impl Write + Send + 'static,
        start: LogStart,
        world: CapturedWorld,
    ) -> Result<Self, String> {
        Self::with_room(MOST_WAITING, out, start, world)
    }

    /// [`Self::begin`] with room for this many waiting chunks.
    fn with_room(
        most: usize,
        out: impl Write + Send + 'static,
        start: LogStart,
        world: CapturedWorld,
    ) -> Result<Self, String> {
        let cannot = |error: io::Error| format!("cannot begin the log: {error}");
        let (queue, waiting) = sync_channel(most);
        let shared = Arc::<Shared>::default();
        let work = Work { shared: shared.clone(), waiting };
        let thread = std::thread::Builder::new().name("log".to_owned());
        let thread = thread.spawn(move || work.run(|| start.write(out))).map_err(cannot)?;
        let mut writer = Self { queue, shared, thread };
        writer.world(world);
        Ok(writer)
    }

    /// Appends a chunk.
    pub(super) fn chunk(&mut self, kind: Kind, contents: Vec<u8>) {
        self.send(Piece::Chunk(kind, contents));
    }

    /// Whether a world would be written: the log has not ended, and no earlier world waits.
    pub(super) fn takes_world(&self) -> bool {
        self.shared.fault.get().is_none() && self.shared.worlds.load(Ordering::Acquire) == 0
    }

    /// Appends a snapshot, unless an earlier one still waits: a replay is then sought through in longer steps.
    pub(super) fn world(&mut self, world: CapturedWorld) {
        if self.takes_world() {
            self.shared.worlds.fetch_add(1, Ordering::AcqRel);
            self.send(Piece::World(Box::new(world)));
        }
    }

    /// Promises that everything so far gets into the file; the log goes on.
    pub(super) fn promise(&mut self) -> Written {
        let (told, written) = sync_channel(1);
        self.send(Piece::Barrier(told));
        Written(written)
    }

    /// Why the log has ended before its time, in a sentence for the player; `None` as long as all is well.
    pub(super) fn warning(&self) -> Option<&str> {
        self.shared.fault.get().map(String::as_str)
    }

    /// Ends the log, and waits until all of it is written, at most this long. Returns its size, bytes.
    ///
    /// # Errors
    /// The warning, if the log has ended before; or the disk has not ended in time.
    pub(super) fn finish(self, tick: u64, patience: Duration) -> Result<u64, String> {
        let Self { queue, shared, thread } = self;
        let began = Instant::now();
        let mut end = Piece::Chunk(Kind::End, tick.to_le_bytes().to_vec());
        while shared.fault.get().is_none() {
            match queue.try_send(end) {
                Err(TrySendError::Full(piece)) => end = piece,
                // Refused only by a thread that has told why.
                Ok(()) | Err(TrySendError::Disconnected(_)) => break,
            }
            wait(began, patience)?;
        }
        drop(queue);
        while !thread.is_finished() {
            wait(began, patience)?;
        }
        let written = thread.join();
        if written.is_err() {
            shared.note_panic();
        }
        match shared.fault.get() {
            Some(fault) => Err(fault.clone()),
            None => Ok(written.unwrap_or_default()),
        }
    }

    /// After the first piece that finds no room nothing may follow: there would be a gap.
    fn send(&mut self, piece: Piece) {
        if self.shared.fault.get().is_some() {
            return;
        }
        match self.queue.try_send(piece) {
            Ok(()) => {}
            Err(TrySendError::Full(_)) => {
                // The first reason stays.
                let _ = self.shared.fault.set(TOO_SLOW.to_owned());
            }
            Err(TrySendError::Disconnected(_)) => self.shared.note_panic(),
        }
    }
}

/// Waits a moment.
///
/// # Errors
/// The patience is at its end.
fn wait(began: Instant, patience: Duration) -> Result<(), String> {
    if began.elapsed() >= patience {
        return Err(TOO_SLOW.to_owned());
    }
    std::thread::sleep(Duration::from_millis(1));
    Ok(())
}

/// The work of the thread.
struct Work {
    shared: Arc<Shared>,
    waiting: Receiver<Piece>,
}

impl Work {
    /// Writes until there is nothing more to come, or the disk refuses. Returns the number of bytes.
    fn run<W: Write>(self, begin: impl FnOnce() -> io::Result<ChunkWriter<W>>) -> u64 {
        let mut chunks = match begin() {
            Ok(chunks) => chunks,
            Err(error) => {
                self.fail(&error);
                return 0;
            }
        };
        while let Ok(piece) = self.waiting.recv() {
            if let Err(error) = self.write(&mut chunks, piece) {
                self.fail(&error);
                break;
            }
        }
        chunks.bytes()
    }

    fn write(&self, chunks: &mut ChunkWriter<impl Write>, piece: Piece) -> io::Result<()> {
        let world = match piece {
            Piece::Chunk(kind, contents) => return chunks.write(kind, &contents),
            Piece::World(world) => world,
            Piece::Barrier(told) => {
                // The waiter may have given up.
                let _ = told.send(());
                return Ok(());
            }
        };
        let tick = world.tick();
        let text = text_of(*world).map_err(io::Error::other)?;
        let written = chunks.write(Kind::Snapshot, &Snapshot::encoded(tick, &text));
        self.shared.worlds.fetch_sub(1, Ordering::AcqRel);
        written
    }

    fn fail(&self, error: &io::Error) {
        let words = format!("The replay of this game ends here, because it cannot be written: {error}.");
        // The first reason stays.
        let _ = self.shared.fault.set(words);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::Sender;

    use super::*;
    use crate::record::test_support::{head, identity, world};
    use crate::record::{LogReader, Piece as Read};

    /// A disk that keeps its first bytes, and then is full.
    struct Full(usize);

    impl Write for Full {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let room = bytes.len().min(self.0);
            self.0 -= room;
            if room == 0 { Err(io::ErrorKind::StorageFull.into()) } else { Ok(room) }
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// A disk whose program has a fault.
    struct Faulty;

    impl Write for Faulty {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            panic!("this fault is meant")
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// A disk that does nothing until it is told to.
    struct Stuck(std::sync::mpsc::Receiver<()>);

    impl Write for Stuck {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            // Once nobody holds it any more, it works.
            let _ = self.0.recv();
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn this_program() -> MakeIdentity {
        Box::new(|| Ok(identity()))
    }

    const FOREVER: Duration = Duration::MAX;

    fn start(identity: MakeIdentity) -> LogStart {
        LogStart { identity, head: head(), before: None }
    }

    #[test]
    fn a_program_without_an_identity_writes_no_log() {
        let nobody: MakeIdentity = Box::new(|| Err("the trial cannot be fought".to_owned()));
        let writer = LogWriter::begin(Full(100), start(nobody), world(0)).expect("the thread starts");
        let words = writer.finish(0, FOREVER).expect_err("nothing was written");
        assert!(words.contains("cannot be written: the trial cannot be fought"), "{words}");
    }

    #[test]
    fn a_full_disk_ends_the_log_with_a_sentence() {
        let mut writer =
            LogWriter::begin(Full(100), start(this_program()), world(0)).expect("the thread starts");
        let began = Instant::now();
        while writer.warning().is_none() && began.elapsed() < Duration::from_secs(60) {
            writer.chunk(Kind::Turns, vec![7; 1000]);
            std::thread::sleep(Duration::from_millis(1));
        }
        let warning = writer.warning().expect("it is told").to_owned();
        assert!(warning.contains("cannot be written"), "{warning}");
        assert_eq!(writer.finish(0, FOREVER), Err(warning));
    }

    #[test]
    fn a_fault_of_the_thread_is_no_success() {
        let writer = LogWriter::begin(Faulty, start(this_program()), world(0)).expect("the thread starts");
        let words = writer.finish(0, FOREVER).expect_err("nothing was written");
        assert!(words.contains("a fault in the program"), "{words}");
    }

    /// A writer with a disk that is stuck until the sender is dropped.
    fn stuck_writer() -> (Sender<()>, LogWriter) {
        let (go, stuck) = std::sync::mpsc::channel();
        let writer = LogWriter::with_room(8, Stuck(stuck), start(this_program()), world(0));
        (go, writer.expect("the thread starts"))
    }

    #[test]
    fn a_stuck_disk_stops_nobody() {
        let (go, mut writer) = stuck_writer();
        for _ in 0..20 {
            writer.chunk(Kind::Turns, vec![7; 1000]);
        }
        let warning = writer.warning().expect("it is told").to_owned();
        assert!(warning.contains("too slow"), "{warning}");
        drop(go);
        assert_eq!(writer.finish(0, FOREVER), Err(warning));

        let (go, writer) = stuck_writer();
        let words = writer.finish(0, Duration::from_millis(20));
        assert!(words.is_err_and(|words| words.contains("too slow")));
        drop(go);
    }

    #[test]
    fn a_promise_is_kept_by_the_file_of_a_log_that_goes_on() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("war.eclog");
        let mut writer = LogWriter::create(&path, start(this_program()), world(30)).expect("the file is new");
        writer.promise().wait(FOREVER);
        let mut log = LogReader::open(&path).expect("it is a log");
        assert!(matches!(log.next_piece(), Ok(Some(Read::Snapshot(snapshot))) if snapshot.tick == 30));
        assert!(matches!(log.next_piece(), Ok(None)) && !log.is_whole(), "it has not ended");
        writer.finish(30, FOREVER).expect("there is room");
    }

    #[test]
    fn nobody_waits_for_the_promise_of_a_log_that_has_failed() {
        let nobody: MakeIdentity = Box::new(|| Err("the trial cannot be fought".to_owned()));
        let mut writer = LogWriter::begin(Full(100), start(nobody), world(0)).expect("the thread starts");
        let began = Instant::now();
        writer.promise().wait(Duration::from_secs(600));
        assert!(began.elapsed() < Duration::from_secs(300));
        assert!(writer.finish(0, FOREVER).is_err());
    }

    #[test]
    fn a_file_is_never_written_over_and_survives_its_writer() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("war.eclog");
        let writer = LogWriter::create(&path, start(this_program()), world(30)).expect("the file is new");
        let bytes = writer.finish(30, FOREVER).expect("there is room");
        assert_eq!(std::fs::metadata(&path).expect("it is there").len(), bytes);
        let again =
            LogWriter::create(&path, start(this_program()), world(30)).err().expect("it is there already");
        assert!(again.contains("war.eclog") && again.contains("another name"), "{again}");
        let mut log = LogReader::open(&path).expect("it is a log");
        assert_eq!((log.head(), log.identity()), (&head(), &identity()));
        assert!(matches!(log.next_piece(), Ok(Some(Read::Snapshot(snapshot))) if snapshot.tick == 30));
        assert!(matches!(log.next_piece(), Ok(None)) && log.is_whole());
    }
}
