//! Refusals of orders about places, in words for players.

use crate::level::{StructureClass, with_article};
use crate::sim::TaskRefusal;
use crate::sim::task::counted;

/// The reason why a [`ConstructionOrder`](crate::sim::order::ConstructionOrder) is refused; the text is for the
/// player. All rings, slots and places in queues are counted from 1 here.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ConstructionRefusal {
    /// The ring has fewer slots.
    #[error("ring {ring} of {body} has {count} slots; there is no slot {slot}")]
    NoSuchSlot {
        /// The body.
        body: String,
        /// The ring.
        ring: u32,
        /// The slot.
        slot: u32,
        /// Count.
        count: u32,
    },
    /// The class is allowed only farther out.
    #[error("{} cannot bear the stress so far inside: it fits {fits}", with_article(.class))]
    TooNear {
        /// The class.
        class: String,
        /// The rings in which it may stand, in words.
        fits: String,
    },
    /// The class is allowed only farther in.
    #[error("so far outside {} is of no use: it fits {fits}", with_article(.class))]
    TooFar {
        /// The class.
        class: String,
        /// The rings in which it may stand, in words.
        fits: String,
    },
    /// The class is allowed in none of the rings.
    #[error("no ring fits: {} may stand in none of the rings of {body}", with_article(.class))]
    NoRingFits {
        /// The class.
        class: String,
        /// The body.
        body: String,
    },
    /// The rings where the class is allowed have no room.
    #[error(
        "needs {} in {rings}: too few are free side by side in the rings of {body} where {} fits",
        slot_words(*.slots),
        with_article(.class)
    )]
    NoRoom {
        /// The class.
        class: String,
        /// The body.
        body: String,
        /// Number of slots side by side that a structure of the class takes.
        slots: u8,
        /// The rings in which it may stand, in words.
        rings: String,
    },
    /// The slot is occupied.
    #[error("slot {slot} of ring {ring} of {body} is taken")]
    SlotTaken {
        /// The body.
        body: String,
        /// The ring.
        ring: u32,
        /// The slot, which may differ from the first slot of the request.
        slot: u32,
    },
    /// All numbers of structures are used up.
    #[error("nothing can be built any more: there have been too many structures")]
    NoMoreStructures,
    /// The body has another owner, and the player knows it.
    #[error("{0} belongs to {1}: you can build at your own bodies and at those without an owner")]
    HasOwner(String, String),
    /// The body has no owner known to the player, and no ship of the player's is near.
    #[error("none of your ships is near {0}: bring one into its well first")]
    NobodyThere(String),
    /// The body has no owner, and more defenders than a founding can overcome.
    #[error("{body} has {defenders} defenders of its own: land troopers, or bombard it down to {most}")]
    Resists {
        /// The body.
        body: String,
        /// Its defenders, as far as the player knows.
        defenders: u32,
        /// The most with which it could be founded.
        most: u32,
    },
    /// The builders found an obstacle that the player could not know.
    #[error("the {class} at {body} cannot be begun: {why}")]
    CannotBegin {
        /// The class.
        class: String,
        /// The body.
        body: String,
        /// The obstacle.
        why: Box<ConstructionRefusal>,
    },
    /// The player has no structure with this number.
    #[error("you have no structure number {0}")]
    NoSuchStructure(u32),
    /// Only a growing structure can be paused or abandoned.
    #[error("it is finished already")]
    AlreadyFinished,
    /// A yard works only when it is finished.
    #[error("this yard is not finished yet")]
    NotFinished,
    /// Not a yard.
    #[error("nothing builds ships here")]
    BuildsNoShips,
    /// Small craft, which carriers build for themselves.
    #[error("no yard builds a {0}: carriers grow it in their hangars")]
    GrowsInHangars(String),
    /// An order for 0 ships.
    #[error("choose at least one ship")]
    NoShipsOrdered,
    /// The queue is full; it takes this many ships.
    #[error("the queue of this yard is full: it takes {0} ships")]
    QueueIsFull(u32),
    /// The order exceeds the room of the queue, which takes this many more ships.
    #[error("the queue of this yard has room for only {0} more")]
    QueueHasRoomFor(u32),
    /// The queue is shorter.
    #[error("there is no ship in place {0} of this yard's queue")]
    NotInQueue(usize),
    /// About the ring.
    #[error(transparent)]
    Task(#[from] TaskRefusal),
}

/// `a slot`, `2 slots`.
fn slot_words(slots: u8) -> String {
    if slots == 1 { "a slot".to_owned() } else { format!("{slots} slots") }
}

/// The rings of a body of `count` rings where a class is allowed, in words: `ring 1 or 2`, `rings 1 to 4`.
pub(in crate::sim) fn fitting_rings(class: &StructureClass, count: u8) -> String {
    let fitting: Vec<u32> = (0..count).filter(|ring| class.fits(*ring, count)).map(counted).collect();
    match fitting.as_slice() {
        [] => "no ring".to_owned(),
        [first, .., last] if fitting.len() > 2 && usize::try_from(last - first) == Ok(fitting.len() - 1) => {
            format!("rings {first} to {last}")
        }
        _ => {
            let numbers: Vec<String> = fitting.iter().map(u32::to_string).collect();
            format!("ring {}", numbers.join(" or "))
        }
    }
}

/// The rings beyond this one where a class is allowed, in words.
pub(in crate::sim) fn farther_rings(class: &StructureClass, body: &str, ring: u8, count: u8) -> String {
    let first = (ring..count).find(|farther| class.fits(*farther, count)).unwrap_or(ring);
    let number = counted(first);
    if number >= u32::from(count) {
        format!("the outermost ring of {body}, ring {number}")
    } else if (first..count).all(|farther| class.fits(farther, count)) {
        format!("the outer rings of {body}, from ring {number} on")
    } else {
        format!("ring {number} of {body}")
    }
}

/// The rings inside this one where a class is allowed, in words.
pub(in crate::sim) fn nearer_rings(class: &StructureClass, body: &str, ring: u8, count: u8) -> String {
    let last = (0..ring).rev().find(|nearer| class.fits(*nearer, count)).unwrap_or(0);
    let number = counted(last);
    if last == 0 {
        format!("the innermost ring of {body}, ring {number}")
    } else if (0..=last).all(|nearer| class.fits(nearer, count)) {
        format!("the inner rings of {body}, up to ring {number}")
    } else {
        format!("ring {number} of {body}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::model::holdings::RingZone;
    use crate::level::test_support::structure_class as class;

    #[test]
    fn players_read_where_it_fits() {
        let farther = |zones: &[RingZone], count| farther_rings(&class(zones), "Earth", 0, count);
        assert_eq!(farther(&[RingZone::Outer], 4), "the outer rings of Earth, from ring 3 on");
        assert_eq!(farther(&[RingZone::Outer], 2), "the outermost ring of Earth, ring 2");
        let nearer = |zones: &[RingZone], count| nearer_rings(&class(zones), "Earth", count - 1, count);
        assert_eq!(nearer(&[RingZone::Inner], 4), "the inner rings of Earth, up to ring 2");
        assert_eq!(nearer(&[RingZone::Innermost], 4), "the innermost ring of Earth, ring 1");
        let both_ends = class(&[RingZone::Innermost, RingZone::Outermost]);
        assert_eq!(farther_rings(&both_ends, "Earth", 1, 4), "the outermost ring of Earth, ring 4");
    }

    #[test]
    fn players_read_how_much_room_is_needed() {
        let rings = |zones: &[RingZone], count| fitting_rings(&class(zones), count);
        assert_eq!(rings(&[RingZone::Inner], 4), "ring 1 or 2");
        assert_eq!(rings(&[RingZone::Innermost, RingZone::Outermost], 4), "ring 1 or 4");
        assert_eq!(rings(&[RingZone::Inner, RingZone::Outer], 4), "rings 1 to 4");
        assert_eq!(rings(&[RingZone::Outermost], 1), "ring 1");
        let refusal = ConstructionRefusal::NoRoom {
            class: "fortress".to_owned(),
            body: "Alder".to_owned(),
            slots: 2,
            rings: "ring 1 or 2".to_owned(),
        };
        let text = "needs 2 slots in ring 1 or 2: \
            too few are free side by side in the rings of Alder where a fortress fits";
        assert_eq!(refusal.to_string(), text);
    }

    #[test]
    fn refusals_are_sentences() {
        let refusal = ConstructionRefusal::TooNear {
            class: "orbital yard".to_owned(),
            fits: "the outer rings of Earth, from ring 3 on".to_owned(),
        };
        let text = "an orbital yard cannot bear the stress so far inside: \
            it fits the outer rings of Earth, from ring 3 on";
        assert_eq!(refusal.to_string(), text);
        let taken = ConstructionRefusal::SlotTaken {
            body: "Mars".to_owned(),
            ring: counted(1u8),
            slot: counted(3u16),
        };
        assert_eq!(taken.to_string(), "slot 4 of ring 2 of Mars is taken");
    }
}
