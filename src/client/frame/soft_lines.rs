//! Soft edges of lines in space, at every quality of the picture: the engine's shader of lines gives way to the game's,
//! in which the pixels at an edge are covered in part.

use std::path::{Path, PathBuf};

use bevy::asset::io::embedded::EmbeddedAssetRegistry;
use bevy::prelude::*;

/// The game's shader.
const SHADER: &[u8] = include_bytes!("lines.wgsl");
/// The name of the engine's shader.
const NAME: &str = "bevy_gizmos_render/lines.wgsl";

/// Replaces the shader, if there is one: the engine reads it when the renderer starts, which is later.
pub(super) fn plugin(app: &mut App) {
    let Some(embedded) = app.world().get_resource::<EmbeddedAssetRegistry>() else { return };
    if embedded.remove_asset(Path::new(NAME)).is_some() {
        embedded.insert_asset(PathBuf::from(NAME), Path::new(NAME), SHADER);
    }
}

/// Whether the app draws lines with the game's shader. It draws none with any after that.
#[cfg(test)]
pub fn takes_soft_lines(app: &App) -> bool {
    let embedded = app.world().resource::<EmbeddedAssetRegistry>();
    embedded.remove_asset(Path::new(NAME)).is_some_and(|shader| shader.value() == SHADER)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shader_is_written_for_this_version_of_the_engine() {
        let lock = include_str!("../../../Cargo.lock");
        let is_known = lock.contains("name = \"bevy_gizmos_render\"\nversion = \"0.19.");
        assert!(is_known, "compare lines.wgsl here with lines.wgsl of bevy_gizmos_render");
    }

    #[test]
    fn only_a_shader_of_the_engine_is_replaced() {
        let mut app = App::new();
        plugin(&mut app);
        app.init_resource::<EmbeddedAssetRegistry>();
        plugin(&mut app);
        assert!(!takes_soft_lines(&app), "the engine has none");
        let engines: &'static [u8] = b"of the engine";
        let embedded = app.world().resource::<EmbeddedAssetRegistry>();
        embedded.insert_asset(PathBuf::from(NAME), Path::new(NAME), engines);
        plugin(&mut app);
        assert!(takes_soft_lines(&app));
    }
}
