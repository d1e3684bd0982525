//! Lines through words that cannot be pressed: never thinner than a pixel.
//!
//! A font asks for a line of a twentieth of its size. With small words that is less than a pixel, and such a line is
//! seen or not by the place at which the words stand.

use bevy::prelude::*;
use bevy::text::{Strikethrough, TextLayoutInfo};
use bevy::ui::UiSystems;

/// Least thickness of a line, physical pixels.
const LEAST_THICKNESS: f32 = 1.0;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(PostUpdate, thicken.after(UiSystems::PostLayout));
}

type NewLine = (With<Strikethrough>, Or<(Changed<TextLayoutInfo>, Added<Strikethrough>)>);

/// Thickens lines that are too thin, and sets them on whole pixels.
fn thicken(mut texts: Query<&mut TextLayoutInfo, NewLine>) {
    for mut text in &mut texts {
        for run in &mut text.bypass_change_detection().run_geometry {
            thicken_line(&mut run.strikethrough_y, &mut run.strikethrough_thickness);
        }
    }
}

/// Thickens a line at a height that is too thin, and sets it on a whole pixel.
fn thicken_line(y: &mut f32, thickness: &mut f32) {
    if *thickness < LEAST_THICKNESS {
        *thickness = LEAST_THICKNESS;
        *y = y.round();
    }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;
    use bevy::text::RunGeometry;

    use super::*;

    #[test]
    fn a_thin_line_becomes_a_pixel_and_a_thick_one_stays() {
        let run = |y: f32, thickness: f32| RunGeometry {
            strikethrough_y: y,
            strikethrough_thickness: thickness,
            ..default()
        };
        let mut world = World::new();
        let layout = TextLayoutInfo { run_geometry: vec![run(7.6, 0.8), run(7.6, 1.5)], ..default() };
        let text = world.spawn((Strikethrough, layout)).id();
        world.run_system_once(thicken).expect("it runs");
        let runs = &world.get::<TextLayoutInfo>(text).expect("it is there").run_geometry;
        let lines: Vec<(f32, f32)> =
            runs.iter().map(|run| (run.strikethrough_y, run.strikethrough_thickness)).collect();
        assert_eq!(lines, [(8.0, 1.0), (7.6, 1.5)]);
    }
}
