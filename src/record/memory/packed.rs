//! A world as packed text.

use std::sync::Arc;

use crate::level::{MAX_SAVE_BYTES, to_ron};
use crate::sim::CapturedWorld;

/// A world as a save, packed. Cheap to clone.
#[derive(Clone, PartialEq, Eq)]
pub struct PackedWorld {
    tick: u64,
    /// The size of the text, bytes.
    length: usize,
    packed: Arc<[u8]>,
}

impl PackedWorld {
    /// The copy of a world, written as text and packed. It takes a moment.
    ///
    /// # Errors
    /// A sentence: the world has no form in text, or more text than can be read.
    pub fn of(captured: CapturedWorld) -> Result<Self, String> {
        let tick = captured.tick();
        let text = text_of(captured)?;
        if text.len() > MAX_SAVE_BYTES {
            return Err(too_large(tick, text.len()));
        }
        Ok(Self::of_text(tick, &text))
    }

    /// The text of a save, packed.
    pub fn of_text(tick: u64, text: &str) -> Self {
        Self { tick, length: text.len(), packed: lz4_flex::block::compress(text.as_bytes()).into() }
    }

    /// The tick of the world.
    pub fn tick(&self) -> u64 {
        self.tick
    }

    /// The text of the save.
    ///
    /// # Errors
    /// A sentence: it is more text than can be read.
    pub fn text(&self) -> Result<String, String> {
        if self.length > MAX_SAVE_BYTES {
            return Err(too_large(self.tick, self.length));
        }
        let bytes = lz4_flex::block::decompress(&self.packed, self.length)
            .map_err(|error| format!("the world of tick {} cannot be unpacked: {error}", self.tick))?;
        String::from_utf8(bytes).map_err(|_| format!("the world of tick {} is no text in UTF-8", self.tick))
    }

    /// What it takes in memory, bytes.
    pub fn bytes(&self) -> usize {
        size_of::<Self>() + self.packed.len()
    }
}

impl std::fmt::Debug for PackedWorld {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "the world of tick {}, {} bytes of text", self.tick, self.length)
    }
}

/// The copy of a world as the text of a save.
///
/// # Errors
/// A sentence: the world has no form in text.
pub(in crate::record) fn text_of(captured: CapturedWorld) -> Result<String, String> {
    let save = captured.into_save().map_err(|error| error.to_string())?;
    to_ron(&save).map_err(|error| error.to_string())
}

fn too_large(tick: u64, bytes: usize) -> String {
    format!(
        "the world of tick {tick} has {bytes} bytes of text, and no more than {MAX_SAVE_BYTES} can be read"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::test_support::world;

    #[test]
    fn a_world_is_packed_and_unpacked_as_its_text() {
        let text = text_of(world(3)).expect("it has a form");
        let packed = PackedWorld::of(world(3)).expect("it has a form");
        assert_eq!((packed.tick(), packed.text()), (3, Ok(text.clone())));
        assert!(packed.bytes() < text.len() / 2, "{} bytes for {}", packed.bytes(), text.len());
        assert_eq!(PackedWorld::of_text(3, &text), packed);
        assert_eq!(PackedWorld::of_text(7, "").text(), Ok(String::new()));
    }

    #[test]
    fn a_text_that_nobody_could_read_is_refused() {
        let packed = PackedWorld { length: MAX_SAVE_BYTES + 1, ..PackedWorld::of_text(7, "(a world)") };
        let words = packed.text().expect_err("it is too large");
        assert!(words.contains("tick 7") && words.contains("can be read"), "{words}");
    }
}
