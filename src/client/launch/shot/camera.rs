//! The camera of a picture, and the picture that it takes.

use std::path::Path;

use bevy::camera::RenderTarget;
use bevy::prelude::*;
use bevy::render::render_resource::TextureFormat;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};

use super::ShotRequest;
use super::subject::PictureSubject;
use crate::client::launch::judge_picture;
use crate::client::view::camera::spawn_camera;
use crate::client::view::first_look::sunny_side;
use crate::client::view::{Focus, FocusTarget, MainCamera, RenderPosition};
use crate::orbit::AU_KM;

/// The result of the picture; none yet before it is written.
#[derive(Resource, Clone, Debug, Default)]
pub(super) struct PictureOutcome(pub(super) Option<AppExit>);

/// Spawns the camera, which renders into an image.
pub(super) fn aim(world: &mut World, subject: &PictureSubject) {
    let request = world.resource::<ShotRequest>().clone();
    let image = blank_image(world, request.size);
    let distance_km = request.distance_au.map_or(subject.usual_km, |au| (au * AU_KM).max(subject.least_km));
    let yaw = request.yaw_deg.map_or_else(|| sunny_side(subject.place), |yaw| yaw.to_radians() as f32);
    if let FocusTarget::Ship(ship) = subject.target {
        // Ships get this in their first frame, too late for a camera that uses it then.
        world.entity_mut(ship).insert(RenderPosition(subject.place));
    }
    world.resource_mut::<Focus>().jump_to(subject.target);
    let pitch = request.pitch_deg.to_radians() as f32;
    let camera = spawn_camera(&mut world.commands(), distance_km / AU_KM, pitch, yaw);
    world.flush();
    world.entity_mut(camera).insert(rendering_into(image));
    if let (Some(fov_deg), Some(mut projection)) = (request.fov_deg, world.get_mut::<Projection>(camera))
        && let Projection::Perspective(perspective) = &mut *projection
    {
        perspective.fov = fov_deg.to_radians() as f32;
    }
}

/// The camera that is spawned at the start of the program renders into an image.
pub(super) fn catch_view(app: &mut App, size: UVec2) {
    let image = blank_image(app.world_mut(), size);
    let catch = move |camera: Single<Entity, With<MainCamera>>, mut commands: Commands| {
        commands.entity(*camera).insert(rendering_into(image.clone()));
    };
    app.add_systems(PostStartup, catch);
}

/// The image that the camera renders into.
#[derive(Component)]
struct Target(Handle<Image>);

/// An image of this size, pixels.
fn blank_image(world: &mut World, size: UVec2) -> Handle<Image> {
    let image = Image::new_target_texture(size.x, size.y, TextureFormat::Rgba8UnormSrgb, None);
    world.resource_mut::<Assets<Image>>().add(image)
}

/// The parts by which a camera renders into an image.
fn rendering_into(image: Handle<Image>) -> impl Bundle {
    (RenderTarget::Image(image.clone().into()), Target(image))
}

/// Asks for the picture; its end is the [`PictureOutcome`].
pub(super) fn take(app: &mut App, out: &Path) -> Result<(), String> {
    let world = app.world_mut();
    let image = world
        .query::<&Target>()
        .single(world)
        .map(|target| target.0.clone())
        .map_err(|error| format!("the picture's camera is gone: {error}"))?;
    let file = out.to_owned();
    world.spawn(Screenshot::image(image)).observe(
        move |captured: On<ScreenshotCaptured>, mut outcome: ResMut<PictureOutcome>| {
            outcome.0 = Some(judge_picture(&captured.image, &file));
        },
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_view_of_the_first_camera_is_caught() {
        let mut app = App::new();
        app.init_resource::<Assets<Image>>();
        catch_view(&mut app, UVec2::new(64, 36));
        app.add_systems(Startup, |mut commands: Commands| {
            spawn_camera(&mut commands, 1.0, 0.0, 0.0);
        });
        app.update();
        let world = app.world_mut();
        let (target, kept) = world.query::<(&RenderTarget, &Target)>().single(world).expect("one camera");
        assert_eq!(target.as_image(), Some(&kept.0));
        let size = world.resource::<Assets<Image>>().get(&kept.0).map(Image::size);
        assert_eq!(size, Some(UVec2::new(64, 36)));
    }
}
