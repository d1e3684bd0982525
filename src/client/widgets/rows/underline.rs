//! Lines below words that are wrong: as thick as the letters allow, and never thinner than a pixel.
//!
//! A font asks for a line of a twentieth of its size. With small words that is less than a pixel, and such a line is
//! seen or not by the place at which the words stand.

use bevy::prelude::*;
use bevy::text::{TextLayoutInfo, Underline};
use bevy::ui::UiSystems;

/// Thickness of a line, as a share of the height of its words.
const THICKNESS: f32 = 0.07;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(PostUpdate, thicken.after(UiSystems::PostLayout));
}

type NewLine = (With<Underline>, Or<(Changed<TextLayoutInfo>, Added<Underline>)>);

/// Thickens lines that are too thin, and sets them on whole pixels.
fn thicken(mut texts: Query<&mut TextLayoutInfo, NewLine>) {
    for mut text in &mut texts {
        for run in &mut text.bypass_change_detection().run_geometry {
            let least = (THICKNESS * run.bounds.height()).round().max(1.0);
            if run.underline_thickness < least {
                run.underline_thickness = least;
                run.underline_y = run.underline_y.round();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;
    use bevy::text::RunGeometry;

    use super::*;

    #[test]
    fn a_thin_line_becomes_whole_pixels_and_a_thick_one_stays() {
        let run = |height: f32, underline_thickness: f32| RunGeometry {
            bounds: Rect::from_corners(Vec2::ZERO, Vec2::new(30.0, height)),
            underline_y: 12.6,
            underline_thickness,
            ..default()
        };
        let mut world = World::new();
        let runs = vec![run(16.0, 0.6), run(28.0, 1.1), run(16.0, 1.5)];
        let layout = TextLayoutInfo { run_geometry: runs, ..default() };
        let text = world.spawn((Underline, layout)).id();
        world.run_system_once(thicken).expect("it runs");
        let runs = &world.get::<TextLayoutInfo>(text).expect("it is there").run_geometry;
        let lines: Vec<(f32, f32)> =
            runs.iter().map(|run| (run.underline_y, run.underline_thickness)).collect();
        assert_eq!(lines, [(13.0, 1.0), (13.0, 2.0), (12.6, 1.5)]);
    }
}
