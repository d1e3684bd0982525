//! Moments in small files beside the settings: when levels were played, and when games were decided.
//!
//! They only sort and choose among files, so a file that cannot be read counts as empty, and is replaced.
//!
//! | file | does |
//! |---|---|
//! | `played.rs` | when each level was last played |
//! | `decided.rs` | when each game was decided |

pub mod decided;
pub mod played;

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::client::settings::file::replace;

/// The most keys that are remembered; the oldest ones are forgotten first.
const MOST: usize = 500;

/// Seconds since 1970 by key; in the file a table, `"/levels/duel.ron" = 1795715000`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
struct Dates<K: Ord>(BTreeMap<K, u64>);

impl<K: Clone + Default + Ord + Serialize + DeserializeOwned> Dates<K> {
    /// Reads the file; without one there are none.
    fn read(file: Option<&Path>) -> Self {
        let text = file.and_then(|file| std::fs::read_to_string(file).ok());
        text.and_then(|text| toml::from_str(&text).ok()).unwrap_or_default()
    }

    fn note(&mut self, key: K, now: SystemTime) {
        let since_1970 = now.duration_since(UNIX_EPOCH).unwrap_or_default();
        self.0.insert(key, since_1970.as_secs());
        while self.0.len() > MOST {
            let oldest = self.0.iter().min_by_key(|(_, seconds)| **seconds).map(|(key, _)| key.clone());
            let Some(oldest) = oldest else { break };
            self.0.remove(&oldest);
        }
    }

    fn write(&self, file: &Path) -> io::Result<()> {
        replace(file, &toml::to_string(self).map_err(io::Error::other)?)
    }
}
