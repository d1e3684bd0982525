//! The subgroup: one class of the selection, which alone gets orders. Only its ships are marked as selected, so
//! that orders need no knowledge of it. The whole selection is kept here meanwhile.

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::*;

use crate::client::widgets::next_after;
use crate::sim::ClassId;

/// The whole selection, and its chosen class.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Subgroup {
    all: BTreeSet<Entity>,
    class: Option<ClassId>,
    /// The selected ships, unless the selection was changed elsewhere.
    chosen: BTreeSet<Entity>,
}

impl Subgroup {
    /// The ships of the whole selection.
    pub fn ships(&self) -> &BTreeSet<Entity> {
        &self.all
    }

    /// The chosen class; `None`: all classes.
    pub fn class(&self) -> Option<ClassId> {
        self.class
    }

    /// Compares with the present selection. A selection that was changed elsewhere becomes the whole selection.
    /// `exists`: whether a ship still exists.
    pub fn follow(&mut self, now: BTreeSet<Entity>, exists: impl Fn(Entity) -> bool) {
        self.all.retain(|ship| exists(*ship));
        self.chosen.retain(|ship| exists(*ship));
        if now != self.chosen {
            *self = Self { all: now.clone(), class: None, chosen: now };
        }
    }

    /// Moves to the next class of the whole selection, or back to all classes. Returns the ships to select.
    pub fn turn(&mut self, to_all: bool, class_of: impl Fn(Entity) -> Option<ClassId>) -> Vec<Entity> {
        let classes: BTreeMap<Entity, ClassId> =
            self.all.iter().filter_map(|ship| class_of(*ship).map(|class| (*ship, class))).collect();
        let known: BTreeSet<ClassId> = classes.values().copied().collect();
        self.class = if to_all { None } else { next_after(&known, self.class) };
        let is_chosen = |ship: &Entity| self.class.is_none() || classes.get(ship).copied() == self.class;
        self.chosen = self.all.iter().copied().filter(is_chosen).collect();
        self.chosen.iter().copied().collect()
    }

    /// Keeps only some of the whole selection. Returns the ships to select.
    pub fn keep(&mut self, is_kept: impl Fn(Entity) -> bool) -> Vec<Entity> {
        self.all.retain(|ship| is_kept(*ship));
        self.class = None;
        self.chosen.clone_from(&self.all);
        self.all.iter().copied().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ships(count: usize) -> Vec<Entity> {
        let mut world = World::new();
        let mut all: Vec<Entity> = (0..count).map(|_| world.spawn_empty().id()).collect();
        all.sort_unstable();
        all
    }

    #[test]
    fn the_key_goes_through_the_classes_and_back_to_all() {
        let all = ships(4);
        let class_of =
            |ship: Entity| all.iter().position(|one| *one == ship).map(|index| ClassId::from(index % 2));
        let mut subgroup = Subgroup::default();
        subgroup.follow(all.iter().copied().collect(), |_| true);
        assert_eq!(subgroup.turn(false, class_of), [all[0], all[2]]);
        subgroup.follow([all[0], all[2]].into(), |_| true);
        assert_eq!((subgroup.class(), subgroup.ships().len()), (Some(ClassId::FIRST), 4));
        assert_eq!(subgroup.turn(false, class_of), [all[1], all[3]]);
        assert_eq!(subgroup.turn(false, class_of), [all[0], all[2]], "round and round");
        assert_eq!(subgroup.turn(true, class_of), all);
        assert_eq!(subgroup.class(), None);
    }

    #[test]
    fn another_selection_ends_the_subgroup() {
        let all = ships(3);
        let mut subgroup = Subgroup::default();
        subgroup.follow(all.iter().copied().collect(), |_| true);
        subgroup.turn(false, |ship| Some(ClassId::from(usize::from(ship == all[0]))));
        subgroup.follow([all[2]].into(), |_| true);
        assert_eq!((subgroup.class(), subgroup.ships().len()), (None, 1));
    }

    #[test]
    fn losses_leave_the_subgroup_as_it_is() {
        let all = ships(3);
        let mut subgroup = Subgroup::default();
        subgroup.follow(all.iter().copied().collect(), |_| true);
        assert_eq!(
            subgroup.turn(false, |ship| Some(ClassId::from(usize::from(ship == all[0])))),
            [all[1], all[2]]
        );
        subgroup.follow([all[1]].into(), |ship| ship != all[2]);
        assert_eq!((subgroup.class(), subgroup.ships().len()), (Some(ClassId::FIRST), 2));
    }

    #[test]
    fn a_class_is_kept_or_taken_away() {
        let all = ships(3);
        let mut subgroup = Subgroup::default();
        subgroup.follow(all.iter().copied().collect(), |_| true);
        assert_eq!(subgroup.keep(|ship| ship != all[1]), [all[0], all[2]]);
        assert_eq!(subgroup.ships().len(), 2);
    }
}
