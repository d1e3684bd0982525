//! Hashes of values, through serde.
//!
//! Bytes go straight into a buffer: numbers in their own width, little-endian; floats by their bits, so that -0
//! and 0 differ, and so do different NaNs; lengths as `u64`; options and variants with a tag before them. A field
//! that serde leaves out as a default is marked in its place. Nothing is allocated, and a value hashes alike on
//! every machine.

use std::fmt::{self, Display, Write};
use std::ops::Deref;

use serde::ser::{
    self, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant, Serializer,
};
use serde::{Deserialize, Deserializer};
use xxhash_rust::xxh3::{Xxh3Default, xxh3_64};

/// Size of the buffer, bytes: large blocks hash far faster than single values, with the same result. Most values fit.
const GATHERED_BYTES: usize = 1024;
/// Marks a field that was left out.
const LEFT_OUT: u64 = 0x6c65_6674_206f_7574;

/// A serde serialiser that hashes values.
pub struct Digester {
    hash: Xxh3Default,
    gathered: [u8; GATHERED_BYTES],
    /// Number of buffered bytes that are not hashed yet.
    waiting: usize,
    /// Whether the hash already holds earlier bytes of the value.
    is_split: bool,
}

impl Default for Digester {
    fn default() -> Self {
        Self { hash: Xxh3Default::new(), gathered: [0; GATHERED_BYTES], waiting: 0, is_split: false }
    }
}

/// The hash of one value.
pub fn digest_of(value: &impl Serialize) -> u64 {
    let mut digester = Digester::default();
    digester.add(value);
    digester.finish()
}

impl Digester {
    /// Adds a value.
    #[inline]
    pub fn add(&mut self, value: &impl Serialize) {
        // Writing to the buffer cannot fail. If a type refuses to serialise, everything before the refusal is
        // hashed.
        let _ = value.serialize(&mut *self);
    }

    /// The hash of all values since the last call; afterwards the digester begins a new hash.
    pub fn finish(&mut self) -> u64 {
        let last = &self.gathered[..std::mem::take(&mut self.waiting)];
        if !std::mem::take(&mut self.is_split) {
            return xxh3_64(last);
        }
        self.hash.update(last);
        let value = self.hash.digest();
        self.hash.reset();
        value
    }

    /// Adds bytes without their length.
    #[inline]
    fn bytes(&mut self, bytes: &[u8]) {
        if let Some(room) = self.gathered.get_mut(self.waiting..self.waiting + bytes.len()) {
            room.copy_from_slice(bytes);
            self.waiting += bytes.len();
        } else {
            self.hash.update(&self.gathered[..std::mem::take(&mut self.waiting)]);
            self.hash.update(bytes);
            self.is_split = true;
        }
    }

    #[inline]
    fn count(&mut self, count: usize) {
        self.bytes(&(count as u64).to_le_bytes());
    }
}

/// The error of a type that refuses to be serialised.
#[derive(Debug)]
pub struct Refused;

impl Display for Refused {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the value cannot be hashed")
    }
}

impl std::error::Error for Refused {}

impl ser::Error for Refused {
    fn custom<T: Display>(_: T) -> Self {
        Self
    }
}

type Outcome = Result<(), Refused>;

macro_rules! fixed_width {
    ($($name:ident: $type:ty),* $(,)?) => {
        $(#[inline]
        fn $name(self, value: $type) -> Outcome {
            self.bytes(&value.to_le_bytes());
            Ok(())
        })*
    };
}

impl<'d> Serializer for &'d mut Digester {
    type Ok = ();
    type Error = Refused;
    type SerializeSeq = Counted<'d>;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = Counted<'d>;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    fixed_width! {
        serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64, serialize_i128: i128,
        serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64, serialize_u128: u128,
        serialize_f32: f32, serialize_f64: f64,
    }

    #[inline]
    fn serialize_bool(self, value: bool) -> Outcome {
        self.serialize_u8(u8::from(value))
    }

    fn serialize_char(self, value: char) -> Outcome {
        self.serialize_u32(u32::from(value))
    }

    fn serialize_str(self, value: &str) -> Outcome {
        self.serialize_bytes(value.as_bytes())
    }

    fn serialize_bytes(self, value: &[u8]) -> Outcome {
        self.count(value.len());
        self.bytes(value);
        Ok(())
    }

    #[inline]
    fn serialize_none(self) -> Outcome {
        self.serialize_u8(0)
    }

    #[inline]
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Outcome {
        self.bytes(&[1]);
        value.serialize(self)
    }

    #[inline]
    fn serialize_unit(self) -> Outcome {
        Ok(())
    }

    #[inline]
    fn serialize_unit_struct(self, _: &'static str) -> Outcome {
        Ok(())
    }

    #[inline]
    fn serialize_unit_variant(self, _: &'static str, variant: u32, _: &'static str) -> Outcome {
        self.serialize_u32(variant)
    }

    #[inline]
    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Outcome {
        value.serialize(self)
    }

    #[inline]
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        variant: u32,
        _: &'static str,
        value: &T,
    ) -> Outcome {
        self.bytes(&variant.to_le_bytes());
        value.serialize(self)
    }

    #[inline]
    fn serialize_seq(self, length: Option<usize>) -> Result<Counted<'d>, Refused> {
        Ok(Counted::begin(self, length))
    }

    #[inline]
    fn serialize_tuple(self, _: usize) -> Result<Self, Refused> {
        Ok(self)
    }

    #[inline]
    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self, Refused> {
        Ok(self)
    }

    #[inline]
    fn serialize_tuple_variant(
        self,
        _: &'static str,
        variant: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self, Refused> {
        self.bytes(&variant.to_le_bytes());
        Ok(self)
    }

    fn serialize_map(self, length: Option<usize>) -> Result<Counted<'d>, Refused> {
        Ok(Counted::begin(self, length))
    }

    #[inline]
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, Refused> {
        Ok(self)
    }

    #[inline]
    fn serialize_struct_variant(
        self,
        _: &'static str,
        variant: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self, Refused> {
        self.bytes(&variant.to_le_bytes());
        Ok(self)
    }

    fn collect_str<T: Display + ?Sized>(self, value: &T) -> Outcome {
        let mut letters = Letters { digester: self, count: 0 };
        write!(letters, "{value}").map_err(|_| Refused)?;
        let Letters { digester, count } = letters;
        digester.count(count);
        Ok(())
    }

    fn is_human_readable(&self) -> bool {
        false
    }
}

/// A sequence. Its length comes first, or last where serde does not know it beforehand.
pub struct Counted<'d> {
    digester: &'d mut Digester,
    is_counted: bool,
    count: usize,
}

impl<'d> Counted<'d> {
    #[inline]
    fn begin(digester: &'d mut Digester, length: Option<usize>) -> Self {
        if let Some(length) = length {
            digester.count(length);
        }
        Self { digester, is_counted: length.is_some(), count: 0 }
    }

    #[inline]
    fn finish(self) -> Outcome {
        if !self.is_counted {
            self.digester.count(self.count);
        }
        Ok(())
    }
}

impl SerializeSeq for Counted<'_> {
    type Ok = ();
    type Error = Refused;

    #[inline]
    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Outcome {
        self.count += 1;
        value.serialize(&mut *self.digester)
    }

    #[inline]
    fn end(self) -> Outcome {
        self.finish()
    }
}

impl SerializeMap for Counted<'_> {
    type Ok = ();
    type Error = Refused;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Outcome {
        self.count += 1;
        key.serialize(&mut *self.digester)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Outcome {
        value.serialize(&mut *self.digester)
    }

    fn end(self) -> Outcome {
        self.finish()
    }
}

/// Compound values whose number of parts is fixed by their type.
macro_rules! parts {
    ($($trait:ident $method:ident),*) => {
        $(impl $trait for &mut Digester {
            type Ok = ();
            type Error = Refused;

            #[inline]
            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Outcome {
                value.serialize(&mut **self)
            }

            #[inline]
            fn end(self) -> Outcome {
                Ok(())
            }
        })*
    };
}
parts!(SerializeTuple serialize_element, SerializeTupleStruct serialize_field, SerializeTupleVariant serialize_field);

/// Compound values with named fields, some of which may be left out.
macro_rules! fields {
    ($($trait:ident),*) => {
        $(impl $trait for &mut Digester {
            type Ok = ();
            type Error = Refused;

            #[inline]
            fn serialize_field<T: Serialize + ?Sized>(&mut self, _: &'static str, value: &T) -> Outcome {
                value.serialize(&mut **self)
            }

            #[inline]
            fn skip_field(&mut self, _: &'static str) -> Outcome {
                self.bytes(&LEFT_OUT.to_le_bytes());
                Ok(())
            }

            #[inline]
            fn end(self) -> Outcome {
                Ok(())
            }
        })*
    };
}
fields!(SerializeStruct, SerializeStructVariant);

/// Text that arrives in pieces.
struct Letters<'d> {
    digester: &'d mut Digester,
    count: usize,
}

impl Write for Letters<'_> {
    fn write_str(&mut self, piece: &str) -> fmt::Result {
        self.count += piece.len();
        self.digester.bytes(piece.as_bytes());
        Ok(())
    }
}

/// A large, seldom changed value with its hash. An owner's digest takes in the hash alone, so that a tick costs
/// the same however long the history is; the text form is the value itself.
#[derive(Clone, Debug)]
pub struct Hashed<T> {
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

impl<T> Deref for Hashed<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T: PartialEq> PartialEq for Hashed<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<T: Eq> Eq for Hashed<T> {}

impl<T: Serialize> Serialize for Hashed<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            self.value.serialize(serializer)
        } else {
            serializer.serialize_u64(self.digest)
        }
    }
}

impl<'de, T: Serialize + Deserialize<'de>> Deserialize<'de> for Hashed<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::deserialize(deserializer).map(Self::new)
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
    fn what_is_longer_than_the_buffer_is_hashed_to_its_end() {
        let mut numbers: Vec<u32> = (0..10_000).collect();
        let before = digest_of(&numbers);
        numbers[9_999] = 0;
        assert_ne!(digest_of(&numbers), before);
        let mut digester = Digester::default();
        digester.add(&"first");
        digester.finish();
        digester.add(&part());
        assert_eq!(digester.finish(), digest_of(&part()), "it begins anew");
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
}
