//! The picture of a new system. It is drawn in a task, one at a time.

use bevy::prelude::*;
use bevy::tasks::futures::check_ready;
use bevy::tasks::{AsyncComputeTaskPool, Task};

use super::choices::undrawn;
use crate::client::frame::capital;
use crate::client::menu::Menu;
use crate::client::menu::files::sketch::Sketch;
use crate::generate::{Parameters, generate};
use crate::level::Level;

/// The new system that is being drawn.
#[derive(Resource, Default)]
pub(in crate::client::menu) struct SystemDrawing(Option<Task<(Parameters, Sketch)>>);

/// Begins to draw the new system on the page, unless it is drawn; one task at a time.
pub(in crate::client::menu) fn begin(menu: Res<Menu>, mut drawing: ResMut<SystemDrawing>) {
    if drawing.0.is_some() {
        return;
    }
    let Some(parameters) = undrawn(&menu) else { return };
    let task = AsyncComputeTaskPool::get().spawn(async move {
        let sketch = sketch_system(&parameters);
        (parameters, sketch)
    });
    drawing.0 = Some(task);
}

/// Shows a finished drawing of a new system. The earlier one stays on the page until then.
pub(in crate::client::menu) fn finish(
    mut menu: ResMut<Menu>,
    mut drawing: ResMut<SystemDrawing>,
    mut images: ResMut<Assets<Image>>,
) {
    let Some((parameters, sketch)) = drawing.0.as_mut().and_then(check_ready) else { return };
    drawing.0 = None;
    menu.system.show(parameters, sketch.into_preview(&mut images));
}

fn sketch_system(parameters: &Parameters) -> Sketch {
    let made = generate(parameters).map_err(|error| capital(&error.to_string()));
    let homes = made.as_ref().map(homes_in_words).unwrap_or_default();
    let mut sketch = Sketch::of(made);
    sketch.about += &homes;
    sketch
}

/// The names of the homes, on a line of their own.
fn homes_in_words(level: &Level) -> String {
    let homes: Vec<&str> = level.factions.iter().filter_map(|faction| faction.home.as_deref()).collect();
    format!("\nHomes: {}", homes.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::BodyKind;

    #[test]
    fn a_new_system_has_a_map_and_names_its_sides_and_homes() {
        let sketch = sketch_system(&Parameters { seed: 7, sides: 3, ..Parameters::default() });
        assert!(sketch.map.is_some());
        let board = sketch.board.unwrap();
        for faction in &board.level.factions {
            assert!(sketch.about.contains(&faction.name), "{}", sketch.about);
            let homes = sketch.about.lines().last().unwrap_or_default();
            assert!(faction.home.as_ref().is_some_and(|home| homes.contains(home)), "{}", sketch.about);
        }
        let is_counted = |kind: BodyKind| !matches!(kind, BodyKind::Star | BodyKind::Comet);
        let counted = board.system.bodies.iter().filter(|body| is_counted(body.kind)).count();
        assert_eq!(board.worlds, counted, "all but the star and the comets");
        assert_eq!(counted, board.level.bodies.len() - 4, "a comet for each side");
        let faulty = sketch_system(&Parameters { sides: 99, ..Parameters::default() });
        assert!(faulty.map.is_none() && faulty.about.contains("Sides: 99"), "{}", faulty.about);
    }
}
