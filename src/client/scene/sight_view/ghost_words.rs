//! Words about ghosts: one label for those of a faction that are near each other on the screen.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use bevy::prelude::Vec2;
use glam::DVec3;

use crate::client::frame::{age, capital};
use crate::level::counted;
use crate::sim::FactionId;

/// Ghosts within this distance of the newest one share its label, pixels.
const NEAR_PIXELS: f32 = 60.0;
/// The pointer within this distance of a ghost asks for its words, pixels.
const POINTED_PIXELS: f32 = 12.0;
/// The most classes in a label: a long one covers the sky about it, and the others are counted together until the
/// pointer asks for them.
const MOST_CLASSES: usize = 2;

/// A ghost on the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MarkedGhost<'a> {
    /// Place on the screen, logical pixels.
    pub pixel: Vec2,
    /// Place, heliocentric ecliptic km.
    pub place: DVec3,
    /// The owner.
    pub faction: FactionId,
    /// The name of its class.
    pub name: &'a str,
    /// Seconds of play since it was seen.
    pub age_s: f64,
}

/// Ghosts with a common label.
#[derive(Clone, Debug, PartialEq)]
pub struct GhostGroup<'a> {
    /// The one that was seen last.
    pub newest: MarkedGhost<'a>,
    counts: BTreeMap<&'a str, usize>,
}

impl<'a> GhostGroup<'a> {
    fn of(newest: MarkedGhost<'a>) -> Self {
        Self { newest, counts: BTreeMap::from([(newest.name, 1)]) }
    }

    /// Adds a ghost that was not seen later, if it belongs here; returns whether it does.
    fn takes(&mut self, ghost: &MarkedGhost<'a>) -> bool {
        let is_near = ghost.pixel.distance(self.newest.pixel) < NEAR_PIXELS;
        let belongs = is_near && ghost.faction == self.newest.faction;
        if belongs {
            *self.counts.entry(ghost.name).or_default() += 1;
        }
        belongs
    }

    /// Number and classes, the most first, and the age of the last sighting.
    pub fn words(&self) -> String {
        self.words_of(MOST_CLASSES)
    }

    /// The same with all classes, for the group under the pointer.
    pub fn whole_words(&self) -> String {
        self.words_of(usize::MAX)
    }

    /// The words, with at most so many classes.
    fn words_of(&self, most: usize) -> String {
        let mut counts: Vec<(&str, usize)> =
            self.counts.iter().map(|(name, count)| (*name, *count)).collect();
        counts.sort_by_key(|(_, count)| Reverse(*count));
        let units = match counts.as_slice() {
            [(name, 1)] => capital(name),
            _ => {
                let more: usize = counts.iter().skip(most).map(|(_, count)| count).sum();
                let known = counts.iter().take(most).map(|(name, count)| counted(*count, name));
                let more = (more > 0).then(|| format!("{more} more"));
                known.chain(more).collect::<Vec<String>>().join(", ")
            }
        };
        format!("{units}, {}", age(self.newest.age_s))
    }
}

/// Groups ghosts, the newest first; at most `most` groups.
pub fn grouped<'a>(mut ghosts: Vec<MarkedGhost<'a>>, most: usize) -> Vec<GhostGroup<'a>> {
    ghosts.sort_by(|one, other| one.age_s.total_cmp(&other.age_s));
    let mut groups: Vec<GhostGroup> = Vec::new();
    for ghost in &ghosts {
        let has_group = groups.iter_mut().any(|group| group.takes(ghost));
        if !has_group && groups.len() < most {
            groups.push(GhostGroup::of(*ghost));
        }
    }
    groups
}

/// Takes the ghosts under the pointer out of a list, as one group.
pub fn take_pointed<'a>(ghosts: &mut Vec<MarkedGhost<'a>>, pointer: Vec2) -> Option<GhostGroup<'a>> {
    let away = |ghost: &MarkedGhost| ghost.pixel.distance(pointer);
    let nearest = *ghosts.iter().min_by(|one, other| away(one).total_cmp(&away(other)))?;
    if away(&nearest) > POINTED_PIXELS {
        return None;
    }
    let is_of_it = |ghost: &MarkedGhost| {
        ghost.faction == nearest.faction && ghost.pixel.distance(nearest.pixel) < 0.5 * NEAR_PIXELS
    };
    let (pointed, others) = std::mem::take(ghosts).into_iter().partition(is_of_it);
    *ghosts = others;
    grouped(pointed, 1).pop()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ghost(x: f32, faction: usize, name: &str, age_s: f64) -> MarkedGhost<'_> {
        let pixel = Vec2::new(x, 100.0);
        MarkedGhost { pixel, place: DVec3::X * f64::from(x), faction: FactionId(faction), name, age_s }
    }

    fn words(ghosts: Vec<MarkedGhost>, most: usize) -> Vec<String> {
        grouped(ghosts, most).iter().map(GhostGroup::words).collect()
    }

    #[test]
    fn ghosts_near_each_other_share_a_label() {
        let ghosts = vec![
            ghost(110.0, 1, "cruiser", 239.0),
            ghost(100.0, 1, "scout", 90.0),
            ghost(130.0, 1, "cruiser", 300.0),
            ghost(105.0, 2, "scout", 10.0),
            ghost(400.0, 1, "frigate", 70.0),
        ];
        let expected = ["Scout, 10 s ago", "Frigate, 1 min ago", "2 cruisers, 1 scout, 1 min ago"];
        assert_eq!(words(ghosts.clone(), 9), expected);
        assert_eq!(words(ghosts, 1), expected[..1], "the newest come first");
    }

    #[test]
    fn long_lists_are_cut() {
        let ghosts = (0..3).map(|_| "cruiser").chain(["scout", "scout", "frigate", "miner", "carrier"]);
        let ghosts: Vec<MarkedGhost> = ghosts.map(|name| ghost(0.0, 1, name, 5.0)).collect();
        assert_eq!(words(ghosts.clone(), 9), ["3 cruisers, 2 scouts, 3 more, 5 s ago"]);
        let whole = "3 cruisers, 2 scouts, 1 carrier, 1 frigate, 1 miner, 5 s ago";
        assert_eq!(grouped(ghosts, 1)[0].whole_words(), whole, "the pointer asks for all");
    }

    #[test]
    fn the_ghosts_under_the_pointer_make_a_group_of_their_own() {
        let all = vec![
            ghost(100.0, 1, "scout", 900.0),
            ghost(110.0, 1, "scout", 800.0),
            ghost(104.0, 2, "scout", 5.0),
            ghost(155.0, 1, "cruiser", 5.0),
        ];
        let mut ghosts = all.clone();
        assert_eq!(take_pointed(&mut ghosts, Vec2::new(60.0, 100.0)), None);
        assert_eq!(ghosts, all);
        let pointed = take_pointed(&mut ghosts, Vec2::new(98.0, 100.0)).map(|group| group.words());
        assert_eq!(pointed.as_deref(), Some("2 scouts, 13 min ago"));
        assert_eq!(ghosts, all[2..]);
    }
}
