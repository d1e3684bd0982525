//! Pictures of the screen: by key, and for commands that check or make pictures.

use std::path::{Path, PathBuf};

use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};

use crate::client::frame::{InputSystems, Toasts, failed};
use crate::client::settings::{Action, Actions};

/// Adds the key that saves a picture.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, save_by_key.in_set(InputSystems::Command));
}

/// Saves a picture when its key is pressed.
pub fn save_by_key(actions: Actions, mut commands: Commands) {
    if actions.just_pressed(&Action::Screenshot) {
        commands.spawn(Screenshot::primary_window()).observe(save_and_notify);
    }
}

fn save_and_notify(captured: On<ScreenshotCaptured>, mut toasts: ResMut<Toasts>) {
    let outcome = free_file().and_then(|file| save(&captured.image, &file).map(|()| file));
    toasts.say(match outcome {
        Ok(file) => format!("Screenshot saved to {}", file.display()),
        Err(words) => words,
    });
}

/// The first unused file name in the pictures folder.
fn free_file() -> Result<PathBuf, String> {
    let usual = |folders: directories::UserDirs| {
        folders.picture_dir().map_or_else(|| folders.home_dir().join("Pictures"), Path::to_path_buf)
    };
    let folder = directories::UserDirs::new()
        .map(usual)
        .ok_or_else(|| "The screenshot could not be saved: no pictures folder was found".to_owned())?
        .join("Ecliptic");
    std::fs::create_dir_all(&folder).map_err(|error| {
        let words = failed("The screenshot could not be saved", &error, "Create its folder by hand");
        format!("{words}\n{}: {error}", folder.display())
    })?;
    (1..100_000u32)
        .map(|number| folder.join(format!("ecliptic-{number:04}.png")))
        .find(|file| !file.exists())
        .ok_or_else(|| {
            format!("The screenshot could not be saved. Delete some pictures in {}", folder.display())
        })
}

/// Writes a picture as PNG.
///
/// # Errors
/// A sentence with the file and the reason.
pub fn save(image: &Image, file: &Path) -> Result<(), String> {
    let picture = image
        .clone()
        .try_into_dynamic()
        .map_err(|error| format!("The picture could not be converted to PNG.\n{error}"))?;
    picture.to_rgb8().save(file).map_err(|error| {
        format!(
            "The picture could not be saved. Check the permissions of its folder.\n{}: {error}",
            file.display()
        )
    })
}

/// Whether a picture shows anything: it is not of one colour.
pub fn shows_something(image: &Image) -> bool {
    let Some(data) = &image.data else { return false };
    let first = data.get(..4);
    data.chunks_exact(4).any(|pixel| Some(pixel) != first)
}
