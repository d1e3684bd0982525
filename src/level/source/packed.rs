//! Packed files: text in gzip form (RFC 1952).
//!
//! A file shows its form by its first two bytes, not by its name: every reader opens both forms, and a save keeps
//! the suffix by which it is listed.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::Path;

use flate2::Compression;
use flate2::bufread::MultiGzDecoder;
use flate2::write::GzEncoder;

use crate::level::{MAX_FILE_BYTES, MAX_SAVE_BYTES};

/// The size of a text above which its file is packed, bytes: 4 MiB. No larger text was written by hand, and most
/// editors are slow with it.
const PACKED_ABOVE_BYTES: usize = MAX_FILE_BYTES;
/// The first two bytes of a gzip file. No text in UTF-8 begins with them.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// The bytes of a file with this text: packed if it is large.
pub(in crate::level) fn file_contents(text: &str) -> io::Result<Cow<'_, [u8]>> {
    if text.len() <= PACKED_ABOVE_BYTES {
        return Ok(Cow::Borrowed(text.as_bytes()));
    }
    pack(text).map(Cow::Owned)
}

/// A text in gzip form. The slowest level of packing makes files a fifth smaller in about five times the time.
pub(crate) fn pack(text: &str) -> io::Result<Vec<u8>> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
    packer.write_all(text.as_bytes())?;
    packer.finish()
}

/// Opens a file and reads its text, which is unpacked meanwhile if it is packed. The caller limits the number of
/// bytes that it takes; of the file itself at most [`MAX_SAVE_BYTES`] are read.
///
/// # Errors
/// Those of the file system, and while reading those of a packed file that is cut off or changed.
pub fn open_text(path: &Path) -> io::Result<Box<dyn Read>> {
    let mut file = File::open(path)?.take(MAX_SAVE_BYTES as u64 + 1);
    let mut first = Vec::new();
    file.by_ref().take(GZIP.len() as u64).read_to_end(&mut first)?;
    let is_packed = first == GZIP;
    let whole = BufReader::new(io::Cursor::new(first).chain(file));
    Ok(if is_packed { Box::new(MultiGzDecoder::new(whole)) } else { Box::new(whole) })
}

/// Whether an error of reading comes from the bytes of a packed file, which is cut off or changed. Errors of the
/// file system have numbers.
pub(in crate::level) fn is_damage(error: &io::Error) -> bool {
    error.raw_os_error().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> io::Result<String> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("text.ron");
        std::fs::write(&path, bytes)?;
        let mut text = String::new();
        open_text(&path)?.read_to_string(&mut text)?;
        Ok(text)
    }

    fn lines(count: usize) -> String {
        (0..count)
            .map(|number| format!("(id: {number}, armour: {:.9}),\n", 1.0 / (number + 1) as f64))
            .collect()
    }

    #[test]
    fn both_forms_are_read_as_the_same_text() {
        for text in [String::new(), "(".to_owned(), "\u{1f}é".to_owned(), lines(20_000)] {
            assert_eq!(read(text.as_bytes()).unwrap(), text);
            let packed = pack(&text).unwrap();
            assert!(packed.starts_with(&GZIP));
            assert_eq!(read(&packed).unwrap(), text);
            assert_eq!(read(&packed.repeat(2)).unwrap(), text.repeat(2), "gzip files can be joined");
        }
    }

    #[test]
    fn only_large_texts_are_packed() {
        let text = " ".repeat(PACKED_ABOVE_BYTES);
        assert_eq!(file_contents(&text).unwrap(), text.as_bytes());
        assert!(file_contents(&(text + " ")).unwrap().starts_with(&GZIP));
    }

    #[test]
    fn packed_files_that_are_cut_off_or_changed_are_damaged() {
        let packed = pack(&lines(2_000)).unwrap();
        for length in [2, 3, 9, 10, 11, packed.len() / 2, packed.len() - 8, packed.len() - 1] {
            assert!(is_damage(&read(&packed[..length]).unwrap_err()), "{length} bytes");
        }
        // The head of ten bytes has some that say nothing about the text, such as its date.
        for at in (10..packed.len()).step_by(97) {
            let mut changed = packed.clone();
            changed[at] ^= 0x55;
            assert!(is_damage(&read(&changed).unwrap_err()), "byte {at}");
        }
        assert!(is_damage(&read(&[&packed[..], b"more"].concat()).unwrap_err()));
    }
}
