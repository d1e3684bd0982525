//! Memory of a system that is void in another world.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::sim::Era;

/// Memory of a system for the present world: a `Local` that is reset with every [`Era`].
#[derive(SystemParam)]
pub struct Kept<'w, 's, T: Default + Send + 'static> {
    era: Option<Res<'w, Era>>,
    kept: Local<'s, (Era, T)>,
}

impl<T: Default + Send + 'static> Kept<'_, '_, T> {
    /// The memory of this world; the default at its beginning.
    pub fn now(&mut self) -> &mut T {
        let era = self.era.as_deref().copied().unwrap_or_default();
        if self.kept.0 != era {
            *self.kept = (era, T::default());
        }
        &mut self.kept.1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::{OfWorld, clear};

    #[derive(Resource, Default)]
    struct Counts(Vec<u32>);

    fn count(mut kept: Kept<u32>, mut counts: ResMut<Counts>) {
        *kept.now() += 1;
        counts.0.push(*kept.now());
    }

    #[test]
    fn memory_begins_anew_with_every_world() {
        let mut app = App::new();
        app.init_resource::<Counts>().add_systems(Update, count);
        app.update();
        app.update();
        clear(app.world_mut());
        app.update();
        app.update();
        assert_eq!(app.world().resource::<Counts>().0, [1, 2, 1, 2]);
    }

    #[test]
    fn resources_of_a_world_are_reset_with_it() {
        let mut app = App::new();
        app.init_of_world::<Counts>();
        app.world_mut().resource_mut::<Counts>().0.push(3);
        clear(app.world_mut());
        assert!(app.world().resource::<Counts>().0.is_empty());
    }
}
