//! A picture in which somebody builds: a class is held as a tool, the slots for it are lit, and the pointer rests on
//! one of them.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use crate::client::frame::FrameSystems;
use crate::client::hud::planet::Subject;
use crate::client::hud::planet::gather::PlanetData;
use crate::client::input::Tool;
use crate::client::launch::hands::unopened_window;
use crate::client::scene::rings::RingView;
use crate::client::view::{ViewCamera, Well};
use crate::sim::{ClassId, StructureClasses};

/// The part of the picture in which the pointer rests, about its middle, as a share of each side: panels are outside.
const FREE_PART: f32 = 0.5;

/// Takes a class of structures as the tool, as its button does, and lets the pointer rest on a place for it in the
/// rings of the body whose panel is shown.
///
/// # Errors
/// A sentence for the player, if there is no such class.
pub(super) fn begin(app: &mut App, class: &str) -> Result<(), String> {
    let class = find_class(app.world(), class)?;
    *app.world_mut().resource_mut::<Tool>() = Tool::Build(class);
    // What is drawn at the pointer comes after this set.
    app.add_systems(PostUpdate, point_at_place.in_set(FrameSystems::Collect));
    Ok(())
}

/// The class of structures with a name.
///
/// # Errors
/// A sentence for the player, if there is none.
pub(super) fn find_class(world: &World, name: &str) -> Result<ClassId, String> {
    let classes = &world.resource::<StructureClasses>().0;
    let found = classes.iter_enumerated().find(|(_, class)| class.name.eq_ignore_ascii_case(name));
    found.map(|(class, _)| class).ok_or_else(|| {
        let known: Vec<&str> = classes.iter().map(|class| class.name.as_str()).collect();
        format!("the level has no class of structures `{name}`; there are: {}", known.join(", "))
    })
}

/// Moves the pointer to the place. A picture has no window that could have a pointer, so it gets one of its size that
/// is never opened.
fn point_at_place(
    mut commands: Commands,
    mut windows: Query<&mut Window, With<PrimaryWindow>>,
    tool: Res<Tool>,
    subject: Res<Subject>,
    view: Res<ViewCamera>,
    planet_data: PlanetData,
    rings: RingView,
) {
    let pixel = tool.class().zip(subject.0).and_then(|(class, body)| {
        let class = planet_data.classes.0.get(class)?;
        let starts = planet_data.starts(class, body)?;
        nearest_place(&view, &rings.well(body)?, &starts, class.slots)
    });
    let Some(pixel) = pixel else { return };
    if let Ok(mut window) = windows.single_mut() {
        window.set_cursor_position(Some(pixel));
    } else {
        commands.spawn(unopened_window(view.viewport.as_uvec2()));
    }
}

/// The pixel of the free place for a structure of `slots` slots that is nearest to the eye, in the part of the picture
/// without panels; `None` if there is none. `starts` are the slots at which it can begin, by ring.
fn nearest_place(view: &ViewCamera, well: &Well, starts: &[Vec<bool>], slots: u8) -> Option<Vec2> {
    let picture = view.picture();
    let free_part = Rect::from_center_size(picture.center(), picture.size() * FREE_PART);
    let places = (0..).zip(starts).flat_map(|(ring, starts)| {
        let free = (0..).zip(starts).filter(|(_, is_free)| **is_free);
        free.map(move |(slot, _)| well.run_place(ring, slot, slots))
    });
    let seen = places.filter(|place| !well.hides(view.eye, *place)).filter_map(|place| {
        let pixel = view.project(place)?.pixel;
        free_part.contains(pixel).then(|| (view.eye.distance(place), pixel))
    });
    seen.min_by(|(one, _), (other, _)| one.total_cmp(other)).map(|(_, pixel)| pixel)
}

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::*;
    use crate::level::model::holdings::RingNumbers;
    use crate::sim::BodyId;
    use crate::sim::world::{RingBody, RingLayout};

    #[test]
    fn the_pointer_rests_on_the_nearest_free_place_in_sight() {
        let body =
            RingBody { displayed_radius_km: 1.0e5, well_radius_km: 1.0e6, pole: DVec3::Z, is_star: false };
        let layout = RingLayout::new(&body, 3, None, &RingNumbers::default()).expect("there is room");
        let well = Well {
            body: BodyId(0),
            place: DVec3::ZERO,
            layout: &layout,
            pixels: 100.0,
            tick: 7,
            fraction: 1.0,
        };
        let view = ViewCamera {
            eye: DVec3::new(0.0, -4.0e6, 3.0e6),
            forward: DVec3::new(0.0, 0.8, -0.6),
            up: DVec3::new(0.0, 0.6, 0.8),
            ..ViewCamera::above(5.0e6)
        };
        let slots = |ring: usize, is_free: bool| vec![is_free; usize::from(layout.slot_count(ring))];
        let mut starts: Vec<Vec<bool>> =
            (0..layout.count()).map(|ring| slots(usize::from(ring), false)).collect();
        assert_eq!(nearest_place(&view, &well, &starts, 1), None, "nothing is free");
        starts[1][2] = true;
        let only = view.project(well.run_place(1, 2, 1)).expect("it is before the eye").pixel;
        assert_eq!(nearest_place(&view, &well, &starts, 1), Some(only));
        starts[1] = slots(1, true);
        let nearest = nearest_place(&view, &well, &starts, 1).expect("there are many");
        assert!(nearest.y > view.picture().center().y, "{nearest}: it is before the body");
        let near = ViewCamera::above(1.8 * layout.radius_km(1));
        assert_eq!(nearest_place(&near, &well, &starts, 1), None, "all are near the edges of the picture");
    }
}
