//! Pictures of the screen: by key, and for commands that check or make pictures.

use std::error::Error;
use std::io::Cursor;
use std::path::{Path, PathBuf};

use bevy::image::ImageFormat;
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
    let png =
        as_png(image).map_err(|error| format!("The picture could not be converted to PNG.\n{error}"))?;
    std::fs::write(file, png).map_err(|error| {
        let words = failed("The picture could not be saved", &error, "Check the permissions of its folder");
        format!("{words}\n{}: {error}", file.display())
    })
}

/// A picture as the bytes of a PNG. The library could write the file, but its errors hide those of the file system.
fn as_png(image: &Image) -> Result<Vec<u8>, Box<dyn Error>> {
    let format = ImageFormat::Png.as_image_crate_format().ok_or("the format is unknown")?;
    let picture = image.clone().try_into_dynamic()?.into_rgb8();
    let mut png = Cursor::new(Vec::new());
    picture.write_to(&mut png, format)?;
    Ok(png.into_inner())
}

/// Whether a picture shows anything: it is not of one colour.
pub fn shows_something(image: &Image) -> bool {
    let Some(data) = &image.data else { return false };
    let first = data.get(..4);
    data.chunks_exact(4).any(|pixel| Some(pixel) != first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_written_or_the_cause_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("sky.png");
        assert_eq!(save(&Image::default(), &file), Ok(()));
        assert!(std::fs::read(&file).unwrap().starts_with(b"\x89PNG"));
        let words = save(&Image::default(), &folder.path().join("lost/sky.png")).unwrap_err();
        assert!(words.starts_with("The picture could not be saved: the file or its folder is not there. "));
        let words = save(&Image::default(), &file.join("sky.png")).unwrap_err();
        assert!(words.starts_with("The picture could not be saved. A file has the name of the folder"));
    }
}
