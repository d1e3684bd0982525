//! Combat numbers of the classes in a selection, for the [`Tip`]s of their rows, after the text about clicks. A
//! tip is rewritten only when its class changes.

use bevy::prelude::*;

use super::SelectionRow;
use crate::client::hud::planet::panel::arms_words::{arms_words, with_table};
use crate::client::widgets::Tip;
use crate::sim::Armoury;

/// Writes the tips of rows whose class has changed.
pub fn write_tips(
    mut commands: Commands,
    rows: Query<(Entity, &SelectionRow), Changed<SelectionRow>>,
    armoury: Res<Armoury>,
) {
    for (entity, row) in &rows {
        let class = row.class.and_then(|class| armoury.ships.get(class));
        let arms = class.map_or_else(String::new, |class| arms_words(class, &armoury));
        commands.entity(entity).insert(Tip(with_table(arms, class)));
    }
}

#[cfg(test)]
mod tests {
    use crate::sim::ids::ClassId;
    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::sim::combat::trial;

    #[test]
    fn a_row_shows_the_damage_that_its_class_takes_and_deals() {
        let mut world = World::new();
        world.insert_resource(trial::armoury());
        let row = world.spawn(SelectionRow { index: 0, class: Some(ClassId::FIRST) }).id();
        let empty = world.spawn(SelectionRow { index: 1, class: None }).id();
        world.run_system_once(write_tips).expect("it runs");
        let tip = |entity: Entity| world.get::<Tip>(entity).map(|tip| tip.0.clone()).unwrap_or_default();
        assert!(tip(row).starts_with("Armour 100; gun, ") && tip(row).contains("\ntakes "), "{}", tip(row));
        assert_eq!(tip(empty), "");
    }
}
