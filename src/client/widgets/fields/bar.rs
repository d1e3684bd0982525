//! A progress bar.

use bevy::prelude::*;
use bevy::ui::UiSystems;

use crate::client::widgets::theme::{ACCENT, EDGE};

/// Filled share of a bar, 0 to 1.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Bar(pub f32);

/// Bars are filled.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BarSystems;

/// Marks the filled part.
#[derive(Component)]
struct Filled;

/// A bar of this width, filled to a share. Write its [`Bar`] to change the share.
pub fn bar(width: Val, share: f32) -> impl Bundle {
    (
        Bar(share),
        Node { width, height: px(4), flex_shrink: 0.0, ..default() },
        BackgroundColor(EDGE),
        children![(
            Filled,
            Node { width: percent(0), height: percent(100), ..default() },
            BackgroundColor(ACCENT),
            Pickable::IGNORE,
        )],
        Pickable::IGNORE,
    )
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(PostUpdate, fill.in_set(BarSystems).before(UiSystems::Prepare));
}

fn fill(bars: Query<(&Bar, &Children), Changed<Bar>>, mut filled: Query<&mut Node, With<Filled>>) {
    for (bar, children) in &bars {
        for child in children {
            if let Ok(mut node) = filled.get_mut(*child) {
                node.width = percent(100.0 * bar.0.clamp(0.0, 1.0));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;

    #[test]
    fn a_bar_is_never_filled_beyond_its_ends() {
        for (share, wanted) in [(0.25, 25.0), (-1.0, 0.0), (7.0, 100.0)] {
            let mut world = World::new();
            world.spawn(bar(px(50), share));
            world.run_system_once(fill).expect("it runs");
            let mut nodes = world.query_filtered::<&Node, With<Filled>>();
            assert_eq!(nodes.single(&world).expect("there is one").width, percent(wanted));
        }
    }
}
