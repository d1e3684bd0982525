//! Checks of rings, structures in them, and yards.

use std::collections::BTreeMap;

use super::classes::{ship_class_name, structure_class_name};
use super::fleets::{body_name, faction_name, station};
use super::{Examiner, MAX_STRUCTURES};
use crate::level::{
    NamedGoal, PlacedStructure, RingNumbers, StarSystem, StructureClass, Yard, YardJob, build_ticks,
};

/// The most ships in the queue of a yard.
const MAX_QUEUE: usize = 100;

/// The number of slots of each ring of each body, the innermost ring first; empty for a body without a well.
pub(super) struct RingCounts {
    slots: BTreeMap<String, Vec<u16>>,
}

impl RingCounts {
    pub(super) fn of(system: &StarSystem, numbers: &RingNumbers) -> Self {
        let slots = system.bodies.iter().map(|body| {
            let rings = (0..numbers.count(body)).map(|ring| numbers.slots(ring));
            (body.name.to_lowercase(), rings.collect::<Vec<u16>>())
        });
        Self { slots: slots.collect() }
    }

    /// The slots of a body's rings; `None` for an unknown body.
    pub(super) fn of_body(&self, name: &str) -> Option<&[u16]> {
        self.slots.get(&name.to_lowercase()).map(Vec::as_slice)
    }
}

pub(super) fn check(examiner: &mut Examiner<'_>, rings: Option<&RingCounts>) {
    let level = examiner.level;
    if !examiner.at_most("structures", level.structures.len() as u64, MAX_STRUCTURES, "structures") {
        return;
    }
    let mut taken = TakenSlots::default();
    for (index, entry) in level.structures.iter().enumerate() {
        if examiner.is_full() {
            return;
        }
        structure(examiner, index, entry, rings, &mut taken);
    }
}

fn structure(
    examiner: &mut Examiner<'_>,
    index: usize,
    structure: &PlacedStructure,
    rings: Option<&RingCounts>,
    taken: &mut TakenSlots,
) {
    let path = format!("structures[{index}]");
    structure_class_name(examiner, &format!("{path}.class"), &structure.class);
    faction_name(examiner, &format!("{path}.faction"), &structure.faction);
    body_name(examiner, &format!("{path}.body"), &structure.body);
    let class = examiner.known.structure_classes.get(structure.class.as_str()).copied();
    if let Some(slots) = rings.and_then(|rings| rings.of_body(&structure.body))
        && slot_is_there(examiner, &path, &structure.body, (structure.ring, structure.slot), slots)
    {
        if let Some(class) = class {
            may_stand_there(examiner, &path, structure, class, slots);
        }
        let length = class.map_or(1, |class| class.slots);
        taken.take(examiner, index, structure, length, slots);
    }
    if let (Some(construction), Some(class)) = (structure.construction, class) {
        growth(examiner, &format!("{path}.construction"), construction.done_ticks, class.build_ticks());
    }
    if let Some(entry) = &structure.yard {
        yard(examiner, &format!("{path}.yard"), entry, class, rings);
    }
}

/// Checks that a ring and a slot of a body exist; returns whether they do. `path` is the path of the group with
/// the fields `ring` and `slot`.
fn slot_is_there(
    examiner: &mut Examiner<'_>,
    path: &str,
    body: &str,
    (ring, slot): (u8, u16),
    slots: &[u16],
) -> bool {
    if !ring_is_there(examiner, path, body, ring, slots) {
        return false;
    }
    let count = slots.get(usize::from(ring)).copied().unwrap_or(0);
    if slot >= count {
        let message = format!("ring {ring} of {body:?} has no slot {slot}");
        let remedy = format!("it has {count} slots, from 0 to {}", count.saturating_sub(1));
        examiner.error(&format!("{path}.slot"), message, remedy);
    }
    slot < count
}

/// Checks that a ring of a body exists; returns whether it does. `path` is the path of the group with the fields
/// `body` and `ring`.
fn ring_is_there(examiner: &mut Examiner<'_>, path: &str, body: &str, ring: u8, slots: &[u16]) -> bool {
    if slots.is_empty() {
        let message = format!("{body:?} has no gravity well with room for rings");
        examiner.error(&format!("{path}.body"), message, "name another body, or give it `well_radii`");
    } else if usize::from(ring) >= slots.len() {
        let message = format!("{body:?} has no ring {ring}");
        let last = slots.len() - 1;
        let remedy = format!("it has {} rings, from 0 (the innermost) to {last}", slots.len());
        examiner.error(&format!("{path}.ring"), message, remedy);
    }
    usize::from(ring) < slots.len()
}

/// Checks a ring as a destination. `path` is the path of the group with the fields `body` and `ring`.
pub(super) fn ring_to_circle_in(
    examiner: &mut Examiner<'_>,
    path: &str,
    body: &str,
    ring: u8,
    rings: Option<&RingCounts>,
) {
    body_name(examiner, &format!("{path}.body"), body);
    if let Some(slots) = rings.and_then(|rings| rings.of_body(body)) {
        ring_is_there(examiner, path, body, ring, slots);
    }
}

/// Checks that a class is allowed in a ring.
fn may_stand_there(
    examiner: &mut Examiner<'_>,
    path: &str,
    structure: &PlacedStructure,
    class: &StructureClass,
    slots: &[u16],
) {
    let count = u8::try_from(slots.len()).unwrap_or(u8::MAX);
    let Some(refusal) = class.refusal(structure.ring, count) else { return };
    let PlacedStructure { class: name, body, ring, .. } = structure;
    let message = format!("{name:?} may not stand in ring {ring} of {body:?}: {refusal}");
    let possible: Vec<String> =
        (0..count).filter(|ring| class.fits(*ring, count)).map(|ring| ring.to_string()).collect();
    let remedy = if possible.is_empty() {
        "no ring of this body will do".to_owned()
    } else {
        format!("possible here: ring {}", possible.join(" or "))
    };
    examiner.error(&format!("{path}.ring"), message, remedy);
}

/// The slots that are taken, by body, ring and slot, and the index of the structure that takes them.
#[derive(Default)]
struct TakenSlots(BTreeMap<(String, u8, u16), usize>);

impl TakenSlots {
    /// Occupies `length` slots from the structure's on, wrapping from the last to the first. Reported once a
    /// structure, for the first of its slots that is occupied already.
    fn take(
        &mut self,
        examiner: &mut Examiner<'_>,
        index: usize,
        structure: &PlacedStructure,
        length: u8,
        slots: &[u16],
    ) {
        let PlacedStructure { body, ring, slot, .. } = structure;
        let count = slots.get(usize::from(*ring)).copied().unwrap_or(0);
        let mut is_reported = false;
        // A class that takes more slots than there are is reported at the class.
        for step in 0..u16::from(length).min(count) {
            // Both are below `count`, so this sum cannot overflow 32 bits.
            let this = ((u32::from(*slot) + u32::from(step)) % u32::from(count)) as u16;
            let earlier = *self.0.entry((body.to_lowercase(), *ring, this)).or_insert(index);
            if earlier != index && !is_reported {
                is_reported = true;
                let message =
                    format!("slot {this} of ring {ring} of {body:?} is taken by structures[{earlier}]");
                let remedy = if length > 1 {
                    format!("take another; it needs {length} free slots, counted from this one on")
                } else {
                    "take another".to_owned()
                };
                examiner.error(&format!("structures[{index}].slot"), message, remedy);
            }
        }
    }
}

/// Growth must not exceed its total.
fn growth(examiner: &mut Examiner<'_>, path: &str, done_ticks: u32, ticks: u32) {
    if done_ticks > ticks {
        let message = format!("{done_ticks} ticks of growth are more than the {ticks} that it takes");
        examiner.error(&format!("{path}.done_ticks"), message, format!("from 0 to {ticks} is possible"));
    }
}

fn yard(
    examiner: &mut Examiner<'_>,
    path: &str,
    yard: &Yard,
    class: Option<&StructureClass>,
    rings: Option<&RingCounts>,
) {
    if let Some(class) = class.filter(|class| !class.is_yard()) {
        let remedy = "remove `yard`, or take a class with a `yard_speed`";
        examiner.error(path, format!("{:?} builds no ships", class.name), remedy);
    }
    examiner.at_most(&format!("{path}.queue"), yard.queue.len(), MAX_QUEUE, "ships in a queue");
    let speed = class.map_or(1.0, |class| class.yard_speed);
    for (index, entry) in yard.queue.iter().enumerate().take(MAX_QUEUE) {
        job(examiner, &format!("{path}.queue[{index}]"), entry, speed);
    }
    if let Some(entry) = &yard.rally {
        rally(examiner, &format!("{path}.rally"), entry, rings);
    }
}

fn job(examiner: &mut Examiner<'_>, path: &str, job: &YardJob, speed: f64) {
    ship_class_name(examiner, &format!("{path}.class"), &job.class);
    if let Some(class) = examiner.ship_class(&job.class) {
        growth(examiner, path, job.done_ticks, build_ticks(class.build_s, speed));
        if !class.is_built_in_yards() {
            let message = format!("no yard builds a {:?}: it grows in hangars", job.class);
            examiner.error(&format!("{path}.class"), message, "take another class");
        }
    }
}

fn rally(examiner: &mut Examiner<'_>, path: &str, rally: &NamedGoal, rings: Option<&RingCounts>) {
    match rally {
        NamedGoal::Keep(place) => station(examiner, path, place),
        NamedGoal::Body(body) => body_name(examiner, path, body),
        NamedGoal::Ring { body, ring } => ring_to_circle_in(examiner, path, body, *ring, rings),
        _ => {
            let remedy = "write `body(..)`, `ring(..)` or `keep(..)`";
            examiner.error(path, "a yard sends its ships to a body, a ring or a place", remedy);
        }
    }
}
