//! Hashes of values, through serde. On the ground floor, because ledgers, knowledge and history keep values with
//! their hashes.
//!
//! A value becomes words of 64 bits: numbers widened, floats by their bits, so that -0 and 0 differ, and so do
//! different NaNs; lengths; tags before options and variants. A field that serde leaves out as a default is marked in
//! its place. Each pair of words is mixed into the hash by a folded multiplication, as in wyhash (Wang Yi,
//! <https://github.com/wangyi-fudan/wyhash>). Nothing is allocated, and a value hashes alike on every machine. The hash
//! finds accidents, not forgeries.

use std::fmt;

use bevy::prelude::Deref;
use serde::ser::{
    Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant, Serializer,
};
use serde::{Deserialize, Deserializer};

/// The secrets of wyhash: odd, with as many ones as zeros in each byte.
const SECRETS: [u64; 3] = [0xa076_1d64_78bd_642f, 0xe703_7ed1_a0b4_28db, 0x8ebc_6af0_9c88_c6e3];
/// Marks a field that was left out.
const LEFT_OUT: u64 = 0x6c65_6674_206f_7574;
/// The name by which a [`Hashed`] value offers its hash. Serialisers other than the digester ignore names of newtypes.
const OFFER: &str = "$ecliptic::Hashed";

/// A serde serialiser that hashes values.
#[derive(Default)]
pub struct Digester {
    hash: u64,
    /// The first word of a pair that waits for the second.
    waiting: Option<u64>,
    /// Number of words.
    count: u64,
    /// Whether the next value is a [`Hashed`] one, whose hash is enough.
    accepts_hash: bool,
}

/// The hash of one value.
pub fn digest_of(value: &impl Serialize) -> u64 {
    let mut digester = Digester::default();
    // Hashing cannot fail. If a type refuses to serialise, everything before the refusal is hashed.
    let _ = value.serialize(&mut digester);
    digester.finish()
}

/// The exclusive or of both halves of the product.
#[inline]
fn fold(one: u64, other: u64) -> u64 {
    let product = u128::from(one) * u128::from(other);
    (product as u64) ^ ((product >> 64) as u64)
}

impl Digester {
    #[inline]
    fn word(&mut self, word: u64) {
        self.count += 1;
        match self.waiting.take() {
            None => self.waiting = Some(word),
            Some(first) => self.hash = fold(first ^ SECRETS[0] ^ self.hash, word ^ SECRETS[1]),
        }
    }

    fn finish(self) -> u64 {
        let last = fold(self.waiting.unwrap_or(0) ^ SECRETS[0] ^ self.hash, self.count ^ SECRETS[1]);
        fold(last ^ SECRETS[2], SECRETS[1])
    }
}

/// Numbers of up to 64 bits.
macro_rules! words {
    ($($name:ident: $type:ty),* $(,)?) => {
        $(#[inline]
        fn $name(self, value: $type) -> fmt::Result {
            self.word(value as u64);
            Ok(())
        })*
    };
}

impl Serializer for &mut Digester {
    type Ok = ();
    type Error = fmt::Error;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    words! {
        serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64,
        serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64,
        serialize_bool: bool, serialize_char: char,
    }

    #[inline]
    fn serialize_f32(self, value: f32) -> fmt::Result {
        self.serialize_u32(value.to_bits())
    }

    #[inline]
    fn serialize_f64(self, value: f64) -> fmt::Result {
        self.serialize_u64(value.to_bits())
    }

    fn serialize_str(self, value: &str) -> fmt::Result {
        self.serialize_bytes(value.as_bytes())
    }

    fn serialize_bytes(self, value: &[u8]) -> fmt::Result {
        self.word(value.len() as u64);
        for chunk in value.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.word(u64::from_le_bytes(word));
        }
        Ok(())
    }

    #[inline]
    fn serialize_none(self) -> fmt::Result {
        self.serialize_u8(0)
    }

    #[inline]
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> fmt::Result {
        self.word(1);
        value.serialize(self)
    }

    #[inline]
    fn serialize_unit(self) -> fmt::Result {
        Ok(())
    }

    #[inline]
    fn serialize_unit_struct(self, _: &'static str) -> fmt::Result {
        Ok(())
    }

    #[inline]
    fn serialize_unit_variant(self, _: &'static str, variant: u32, _: &'static str) -> fmt::Result {
        self.serialize_u32(variant)
    }

    #[inline]
    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, name: &'static str, value: &T) -> fmt::Result {
        self.accepts_hash = name == OFFER;
        let hashing = value.serialize(&mut *self);
        self.accepts_hash = false;
        hashing
    }

    #[inline]
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        variant: u32,
        _: &'static str,
        value: &T,
    ) -> fmt::Result {
        self.word(u64::from(variant));
        value.serialize(self)
    }

    /// The state knows the lengths of all its sequences; any other sequence is marked as such.
    #[inline]
    fn serialize_seq(self, length: Option<usize>) -> Result<Self, fmt::Error> {
        self.word(length.map_or(u64::MAX, |length| length as u64));
        Ok(self)
    }

    #[inline]
    fn serialize_tuple(self, _: usize) -> Result<Self, fmt::Error> {
        Ok(self)
    }

    #[inline]
    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self, fmt::Error> {
        Ok(self)
    }

    #[inline]
    fn serialize_tuple_variant(
        self,
        _: &'static str,
        variant: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self, fmt::Error> {
        self.word(u64::from(variant));
        Ok(self)
    }

    fn serialize_map(self, length: Option<usize>) -> Result<Self, fmt::Error> {
        self.serialize_seq(length)
    }

    #[inline]
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, fmt::Error> {
        Ok(self)
    }

    #[inline]
    fn serialize_struct_variant(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
        length: usize,
    ) -> Result<Self, fmt::Error> {
        self.serialize_tuple_variant(name, index, variant, length)
    }

    /// True for an `Offered` value alone, which takes this as the answer to its offer: the only question that a
    /// value can ask of a serialiser.
    fn is_human_readable(&self) -> bool {
        self.accepts_hash
    }
}

/// Compound values. A named field may be left out.
macro_rules! parts {
    ($($trait:ident: $($method:ident($($name:ty)?)),+ $(else $leave_out:ident)?;)*) => {
        $(impl $trait for &mut Digester {
            type Ok = ();
            type Error = fmt::Error;

            $(#[inline]
            fn $method<T: Serialize + ?Sized>(&mut self, $(_: $name,)? value: &T) -> fmt::Result {
                value.serialize(&mut **self)
            })+

            $(#[inline]
            fn $leave_out(&mut self, _: &'static str) -> fmt::Result {
                self.word(LEFT_OUT);
                Ok(())
            })?

            #[inline]
            fn end(self) -> fmt::Result {
                Ok(())
            }
        })*
    };
}
parts! {
    SerializeSeq: serialize_element();
    SerializeTuple: serialize_element();
    SerializeTupleStruct: serialize_field();
    SerializeTupleVariant: serialize_field();
    SerializeMap: serialize_key(), serialize_value();
    SerializeStruct: serialize_field(&'static str) else skip_field;
    SerializeStructVariant: serialize_field(&'static str) else skip_field;
}

/// A large, seldom changed value with its hash. An owner's digest takes in the hash alone, so that a tick costs
/// the same however long the history is; every other form, text or not, is the value itself.
#[derive(Clone, Debug, PartialEq, Eq, Deref)]
pub struct Hashed<T> {
    #[deref]
    value: T,
    digest: u64,
}

impl<T: Serialize> Hashed<T> {
    /// A value with its hash.
    pub fn new(value: T) -> Self {
        let digest = digest_of(&value);
        Self { value, digest }
    }

    /// Changes the value and updates the hash.
    pub fn change<R>(&mut self, change: impl FnOnce(&mut T) -> R) -> R {
        let result = change(&mut self.value);
        self.digest = digest_of(&self.value);
        result
    }
}

impl<T: Serialize + Default> Default for Hashed<T> {
    fn default() -> Self {
        Self::new(T::default())
    }
}

/// The content of a [`Hashed`] value in a form that is not text.
struct Offered<'a, T>(&'a Hashed<T>);

impl<T: Serialize> Serialize for Offered<'_, T> {
    /// Writes the hash for the digester, and the value for every other serialiser.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.serialize_u64(self.0.digest)
        } else {
            self.0.value.serialize(serializer)
        }
    }
}

impl<T: Serialize> Serialize for Hashed<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            self.value.serialize(serializer)
        } else {
            serializer.serialize_newtype_struct(OFFER, &Offered(self))
        }
    }
}

/// Reads a newtype.
#[derive(Deserialize)]
struct Newtype<T>(T);

impl<'de, T: Serialize + Deserialize<'de>> Deserialize<'de> for Hashed<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = if deserializer.is_human_readable() {
            T::deserialize(deserializer)?
        } else {
            Newtype::deserialize(deserializer)?.0
        };
        Ok(Self::new(value))
    }
}

#[cfg(test)]
mod tests {
    use serde::Serialize;

    use super::*;

    #[derive(Serialize)]
    struct Part {
        name: &'static str,
        place: (f64, f32),
        #[serde(skip_serializing_if = "Option::is_none")]
        one: Option<u8>,
        #[serde(skip_serializing_if = "Option::is_none")]
        other: Option<u8>,
        list: Vec<Kind>,
    }

    #[derive(Serialize, Clone, Copy)]
    enum Kind {
        Plain,
        Wide(u64),
        Named { number: u64 },
    }

    fn part() -> Part {
        Part { name: "one", place: (1.5, -2.0), one: None, other: Some(7), list: vec![Kind::Wide(3)] }
    }

    #[test]
    fn every_change_of_a_value_changes_its_hash() {
        let nan = f64::from_bits(f64::NAN.to_bits() | 1);
        let all = [
            part(),
            Part { name: "two", ..part() },
            Part { place: (1.5, 2.0), ..part() },
            Part { place: (0.0, -2.0), ..part() },
            Part { place: (-0.0, -2.0), ..part() },
            Part { place: (f64::NAN, -2.0), ..part() },
            Part { place: (nan, -2.0), ..part() },
            Part { one: Some(7), other: None, ..part() },
            Part { list: Vec::new(), ..part() },
            Part { list: vec![Kind::Plain; 2], ..part() },
            Part { list: vec![Kind::Plain; 3], ..part() },
            Part { list: vec![Kind::Named { number: 3 }], ..part() },
        ];
        let hashes: Vec<u64> = all.iter().map(digest_of).collect();
        for (index, hash) in hashes.iter().enumerate() {
            assert!(!hashes[..index].contains(hash), "{index}");
        }
        assert_eq!(digest_of(&part()), hashes[0]);
    }

    #[test]
    fn every_bit_of_every_word_changes_about_half_of_the_hash() {
        let words = [0_u64, u64::MAX, 0x0123_4567_89ab_cdef];
        let before = digest_of(&words);
        for at in 0..words.len() {
            for bit in 0..64 {
                let mut changed = words;
                changed[at] ^= 1 << bit;
                let differing = (digest_of(&changed) ^ before).count_ones();
                assert!((12..=52).contains(&differing), "word {at}, bit {bit}: {differing}");
            }
        }
    }

    #[test]
    fn trailing_zeros_count() {
        let all: Vec<u64> = (0..9).map(|count| digest_of(&vec![(0_u8, 0_u8); count])).collect();
        let texts: Vec<u64> = (0..9).map(|count| digest_of(&"\0".repeat(count))).collect();
        for hashes in [all, texts] {
            assert!(hashes.iter().enumerate().all(|(index, hash)| !hashes[..index].contains(hash)));
        }
    }

    #[test]
    fn text_that_is_made_on_the_way_is_hashed_too() {
        struct Shown(u32);
        impl Serialize for Shown {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(&format_args!("number {}", self.0))
            }
        }
        assert_ne!(digest_of(&Shown(1)), digest_of(&Shown(2)));
    }

    #[test]
    fn a_value_that_is_hashed_in_advance_follows_its_changes() {
        let mut past = Hashed::new(vec![1_u8, 2]);
        let before = digest_of(&past);
        past.change(|past| past.push(3));
        assert_ne!(digest_of(&past), before);
        assert_eq!(digest_of(&past), digest_of(&digest_of(&vec![1_u8, 2, 3])));
        let text = crate::level::source::parse::dialect().to_string(&past);
        assert_eq!(text, Ok("[1,2,3]".to_owned()), "text says the value");
    }

    #[test]
    fn serialisers_other_than_the_digester_write_and_read_the_whole_value() {
        type Values = (u8, Hashed<Vec<(u8, u64)>>, String);
        let config = bincode::config::standard();
        let values: Values = (7, Hashed::new(vec![(1, 2), (3, 4)]), "after".to_owned());
        let bytes = bincode::serde::encode_to_vec(&values, config).expect("it can be written");
        let (read, count): (Values, usize) =
            bincode::serde::decode_from_slice(&bytes, config).expect("it reads back");
        assert_eq!((&read, count), (&values, bytes.len()));
        assert_eq!(digest_of(&read), digest_of(&values), "the hash is made again");
        assert_eq!(digest_of(&values), digest_of(&(7_u8, digest_of(&*values.1), "after")));
    }
}
