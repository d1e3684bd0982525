//! Parts of orders whose text leaves out usual values. A form without names of fields, such as that of logs, needs
//! every field: what is left out cannot be told from what follows.

use serde::{Serialize, Serializer};

use crate::level::{Doctrine, MindChoice};
use crate::sim::Seat;

/// A seat: with all fields, unless as text.
pub(super) fn whole_seat<S: Serializer>(seat: &Seat, serializer: S) -> Result<S::Ok, S::Error> {
    if serializer.is_human_readable() {
        return seat.serialize(serializer);
    }
    let Seat { mind, suspended } = seat;
    let mind = mind.as_ref().map(|mind| {
        let MindChoice { skill, personality, opening } = mind;
        (skill, personality, opening)
    });
    (mind, suspended).serialize(serializer)
}

/// A doctrine: with all fields, unless as text.
pub(super) fn whole_doctrine<S: Serializer>(doctrine: &Doctrine, serializer: S) -> Result<S::Ok, S::Error> {
    if serializer.is_human_readable() {
        return doctrine.serialize(serializer);
    }
    let Doctrine { stance, withdraw_percent, prey } = doctrine;
    (stance, withdraw_percent, prey).serialize(serializer)
}
