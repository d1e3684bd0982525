//! The view of a ball between the panels. A panel that opens with the view is laid out some frames after it, so the
//! view is fitted again for a while, until the player zooms, pans or looks elsewhere.

use bevy::prelude::*;
use bevy_panorbit_camera::PanOrbitCamera;

use crate::client::view::camera::MainCamera;
use crate::client::view::focus::{Focus, Framed, step_s};
use crate::client::view::framing::{FreeArea, has_zoomed};
use crate::client::view::scale::UNIT_KM;
use crate::client::view::view_camera::ViewCamera;

/// Gives the camera the distance for the ball, and shows its middle in the middle of the area between the panels.
pub fn fit_framed(
    time: Res<Time<Real>>,
    view: Res<ViewCamera>,
    free: Res<FreeArea>,
    mut focus: ResMut<Focus>,
    mut camera: Single<&mut PanOrbitCamera, With<MainCamera>>,
) {
    let Some(framed) = focus.framed else { return };
    let present_km = f64::from(camera.target_radius) * UNIT_KM;
    if framed.given_km.is_some_and(|given_km| has_zoomed(given_km, present_km)) {
        focus.framed = None;
        return;
    }
    let wanted = (framed.ball.distance_km(&view, &free) / UNIT_KM) as f32;
    let farthest = camera.zoom_upper_limit.unwrap_or(f32::MAX);
    camera.target_radius = wanted.clamp(camera.zoom_lower_limit, farthest);
    let given_km = Some(f64::from(camera.target_radius) * UNIT_KM);
    let left_s = framed.left_s - step_s(time.delta_secs_f64());
    focus.aside = free.aside(&view);
    focus.framed = (left_s > 0.0).then_some(Framed { given_km, left_s, ..framed });
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use bevy::ecs::system::RunSystemOnce;
    use glam::{DVec2, DVec3};

    use super::*;
    use crate::client::view::focus::MIDDLE;
    use crate::client::view::framing::{Ball, Part};

    const NARROW: FreeArea =
        FreeArea(Some(Rect { min: Vec2::new(640.0, 40.0), max: Vec2::new(900.0, 680.0) }));

    /// A world whose camera flies to a ball; no panel is open.
    fn framed() -> World {
        let mut world = World::new();
        world.init_resource::<Time<Real>>();
        world.init_resource::<ViewCamera>();
        world.init_resource::<FreeArea>();
        world.spawn((MainCamera, PanOrbitCamera::default()));
        let mut focus = Focus::default();
        focus.fly_to(MIDDLE, DVec3::X, DVec3::ZERO);
        focus.frame(Ball { radius_km: 1.0e8, least_km: 0.0, part: Part::Whole });
        world.insert_resource(focus);
        world
    }

    fn camera(world: &mut World) -> Mut<'_, PanOrbitCamera> {
        world.query::<&mut PanOrbitCamera>().single_mut(world).expect("there is one camera")
    }

    /// The camera's distance, and the place of the ball beside the middle, a frame later.
    fn fitted(world: &mut World) -> (f32, DVec2) {
        world.run_system_once(fit_framed).expect("it runs");
        (camera(world).target_radius, world.resource::<Focus>().aside)
    }

    #[test]
    fn the_view_follows_a_panel_that_opens_with_it() {
        let mut world = framed();
        let (whole, middle) = fitted(&mut world);
        assert_eq!(middle, DVec2::ZERO);
        assert_eq!(fitted(&mut world), (whole, middle), "nothing has changed");
        world.insert_resource(NARROW);
        let (farther, aside) = fitted(&mut world);
        assert!(farther > 1.2 * whole && aside.x > 0.1, "{farther} of {whole}, {aside}");
        world.insert_resource(FreeArea(None));
        assert_eq!(fitted(&mut world), (whole, middle), "and one that closes");
    }

    #[test]
    fn it_stays_as_the_player_has_moved_it() {
        let mut world = framed();
        let (whole, middle) = fitted(&mut world);
        camera(&mut world).target_radius = 0.8 * whole;
        world.insert_resource(NARROW);
        assert_eq!(fitted(&mut world), (0.8 * whole, middle), "zoomed");
        let mut world = framed();
        fitted(&mut world);
        world.resource_mut::<Focus>().jump_to(MIDDLE);
        world.insert_resource(NARROW);
        assert_eq!(fitted(&mut world), (whole, middle), "panned");
    }

    #[test]
    fn it_ends_once_the_panels_have_settled() {
        let mut world = framed();
        let before = fitted(&mut world);
        for _ in 0..15 {
            world.resource_mut::<Time<Real>>().update_with_duration(Duration::from_millis(100));
            fitted(&mut world);
        }
        world.insert_resource(NARROW);
        assert_eq!(fitted(&mut world), before, "a panel of later moves nothing");
    }
}
