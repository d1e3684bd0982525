//! The check of an order to build, in the parts that a player asks about: a body, a class there, a slot.

use super::refusal::{ConstructionRefusal, farther_rings, fitting_rings, nearer_rings};
use crate::level::{RingRefusal, StructureClass};
use crate::sim::economy::{Claim, claim};
use crate::sim::task::counted;
use crate::sim::visibility::WorldView;
use crate::sim::{BodyId, FactionId, RingLayout, TaskRefusal, free_run};

/// The rings of a body where a faction may build, and the slots in them that are taken as far as the viewer knows:
/// structures neither seen nor remembered do not count.
#[derive(Clone, Debug)]
pub struct Plot<'a> {
    /// The name of the body.
    body: String,
    layout: &'a RingLayout,
    /// By ring from the innermost, and by slot.
    taken: Vec<Vec<bool>>,
}

impl<'a> Plot<'a> {
    /// The rings of a body, if a faction may build there: at its own bodies always, at those without an owner that
    /// do not resist while a ship of it is near.
    ///
    /// # Errors
    /// Why no class can be built there, in words for the player.
    pub fn of(view: WorldView<'a>, faction: FactionId, body: BodyId) -> Result<Self, ConstructionRefusal> {
        let almanac = view.almanac();
        let name = almanac.body_in_words(body);
        let Some(layout) = almanac.rings.of(body) else { return Err(TaskRefusal::NoRings(name).into()) };
        match claim(view, faction, body) {
            Claim::Own | Claim::Near => {}
            Claim::Resists(defenders) => {
                let most = almanac.economy.0.building.founding_garrison;
                return Err(ConstructionRefusal::Resists { body: name, defenders, most });
            }
            Claim::Far => return Err(ConstructionRefusal::NobodyThere(name)),
            Claim::Others(owner) => {
                return Err(ConstructionRefusal::HasOwner(name, almanac.faction_name(owner).to_owned()));
            }
        }
        if view.next_ids().structures_left() == 0 {
            return Err(ConstructionRefusal::NoMoreStructures);
        }
        Ok(Self { body: name, layout, taken: view.taken_slots(body) })
    }

    /// Where a structure of a class can begin: by ring from the innermost, and by slot.
    ///
    /// # Errors
    /// Why the class can be built nowhere in these rings, in words for the player.
    pub fn starts(&self, class: &StructureClass) -> Result<Vec<Vec<bool>>, ConstructionRefusal> {
        if !self.fits_somewhere(class) {
            return Err(self.no_ring_fits(class));
        }
        let slots = |ring: u8| 0..self.layout.slot_count(usize::from(ring));
        let starts: Vec<Vec<bool>> = (0..self.layout.count())
            .map(|ring| slots(ring).map(|slot| self.has_room(class, ring, slot)).collect())
            .collect();
        if starts.iter().flatten().any(|is_free| *is_free) {
            return Ok(starts);
        }
        let rings = fitting_rings(class, self.layout.count());
        let (class, body, slots) = (class.name.clone(), self.body.clone(), class.slots);
        Err(ConstructionRefusal::NoRoom { class, body, slots, rings })
    }

    /// Whether a structure of a class can begin at a slot.
    ///
    /// # Errors
    /// Why not, in words for the player.
    pub fn check(&self, class: &StructureClass, ring: u8, slot: u16) -> Result<(), ConstructionRefusal> {
        if self.has_room(class, ring, slot) { Ok(()) } else { Err(self.obstacle(class, ring, slot)) }
    }

    /// Counts the slots of a structure of a class as taken, for a plan of several structures.
    pub fn take(&mut self, class: &StructureClass, ring: u8, slot: u16) {
        let run: Vec<u16> = self.layout.run(usize::from(ring), slot, class.slots).collect();
        let Some(taken) = self.taken.get_mut(usize::from(ring)) else { return };
        for slot in run {
            if let Some(taken) = taken.get_mut(usize::from(slot)) {
                *taken = true;
            }
        }
    }

    fn fits_somewhere(&self, class: &StructureClass) -> bool {
        let count = self.layout.count();
        (0..count).any(|ring| class.fits(ring, count))
    }

    fn no_ring_fits(&self, class: &StructureClass) -> ConstructionRefusal {
        ConstructionRefusal::NoRingFits { class: class.name.clone(), body: self.body.clone() }
    }

    fn has_room(&self, class: &StructureClass, ring: u8, slot: u16) -> bool {
        let taken = self.taken.get(usize::from(ring)).filter(|taken| usize::from(slot) < taken.len());
        class.fits(ring, self.layout.count()) && taken.is_some_and(|taken| free_run(taken, slot, class.slots))
    }

    /// What stands against a structure of a class at a slot.
    fn obstacle(&self, class: &StructureClass, ring: u8, slot: u16) -> ConstructionRefusal {
        let (body, class_name, count) = (self.body.clone(), class.name.clone(), self.layout.count());
        match class.refusal(ring, count) {
            None => self.obstacle_in_ring(class, ring, slot),
            Some(RingRefusal::NoSuchRing) => {
                let (ring, count) = (counted(ring), u32::from(count));
                TaskRefusal::NoSuchRing { body, ring, count }.into()
            }
            Some(_) if !self.fits_somewhere(class) => self.no_ring_fits(class),
            Some(RingRefusal::TooNear) => {
                let fits = farther_rings(class, &body, ring, count);
                ConstructionRefusal::TooNear { class: class_name, fits }
            }
            Some(RingRefusal::TooFar) => {
                let fits = nearer_rings(class, &body, ring, count);
                ConstructionRefusal::TooFar { class: class_name, fits }
            }
        }
    }

    /// What stands against a structure at a slot of a ring that is allowed for its class.
    fn obstacle_in_ring(&self, class: &StructureClass, ring: u8, slot: u16) -> ConstructionRefusal {
        let (body, count) = (self.body.clone(), self.layout.slot_count(usize::from(ring)));
        if slot >= count {
            let (ring, slot, count) = (counted(ring), counted(slot), u32::from(count));
            return ConstructionRefusal::NoSuchSlot { body, ring, slot, count };
        }
        let taken = self.taken.get(usize::from(ring));
        let is_taken = |slot: &u16| taken.and_then(|taken| taken.get(usize::from(*slot))) != Some(&false);
        let mut run = self.layout.run(usize::from(ring), slot, class.slots);
        let first = run.find(is_taken).unwrap_or(slot);
        ConstructionRefusal::SlotTaken { body, ring: counted(ring), slot: counted(first) }
    }
}
