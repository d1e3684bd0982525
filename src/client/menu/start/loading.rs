//! The screen with the progress of loading: shaders are read, and the first frames built.

use bevy::asset::LoadState;
use bevy::prelude::*;
use bevy::shader::Shader;

use crate::client::widgets::bar::bar;
use crate::client::widgets::theme::NAME_PIXELS;
use crate::client::widgets::{Bar, QUIET, STRONG, text, title};
use crate::client::worlds::Lasting;

/// The shaders in the assets folder.
pub(in crate::client) const SHADERS: [&str; 19] = [
    "shaders/air.wgsl",
    "shaders/body.wgsl",
    "shaders/comet.wgsl",
    "shaders/constellations.wgsl",
    "shaders/craters.wgsl",
    "shaders/eclipse.wgsl",
    "shaders/flow.wgsl",
    "shaders/glow.wgsl",
    "shaders/hull.wgsl",
    "shaders/jet.wgsl",
    "shaders/local_frame.wgsl",
    "shaders/milky_way.wgsl",
    "shaders/noise.wgsl",
    "shaders/plating.wgsl",
    "shaders/ring_profile.wgsl",
    "shaders/rings.wgsl",
    "shaders/shield.wgsl",
    "shaders/sight.wgsl",
    "shaders/stars.wgsl",
];
/// Frames drawn behind the screen before it closes, so that the first visible frame is complete.
const FRAMES_BEHIND: u32 = 3;

/// The assets being loaded.
#[derive(Resource, Default)]
pub struct Loading {
    shaders: Vec<Handle<Shader>>,
    frames: u32,
    /// Whether everything is loaded.
    pub is_done: bool,
}

/// Marks the screen.
#[derive(Component)]
struct LoadingScreen;

/// Marks its words.
#[derive(Component)]
struct LoadingWords;

/// Marks its bar.
#[derive(Component)]
struct LoadingBar;

pub(in crate::client) fn plugin(app: &mut App) {
    app.init_resource::<Loading>();
    app.add_systems(Startup, begin);
    app.add_systems(Update, go_on.run_if(|loading: Res<Loading>| !loading.is_done));
}

/// The node of a page that is seen while the player waits: it covers the window, with a column in its middle.
pub(super) fn page_node() -> Node {
    Node {
        width: percent(100),
        height: percent(100),
        flex_direction: FlexDirection::Column,
        align_items: AlignItems::Center,
        justify_content: JustifyContent::Center,
        row_gap: px(14),
        ..default()
    }
}

/// The name of the game on such a page, as the main menu has it.
pub(super) fn game_name() -> impl Bundle {
    title("ECLIPTIC", NAME_PIXELS, STRONG)
}

/// The bar of such a page, filled to a share.
pub(super) fn progress_bar(share: f32) -> impl Bundle {
    bar(px(320), share)
}

fn begin(mut commands: Commands, assets: Res<AssetServer>, mut loading: ResMut<Loading>) {
    loading.shaders = SHADERS.iter().map(|path| assets.load(*path)).collect();
    commands.spawn((
        LoadingScreen,
        Lasting,
        page_node(),
        BackgroundColor(Color::BLACK),
        GlobalZIndex(100),
        children![game_name(), (LoadingBar, progress_bar(0.0)), (LoadingWords, text("", 16.0, QUIET))],
    ));
}

fn go_on(
    mut commands: Commands,
    assets: Res<AssetServer>,
    mut loading: ResMut<Loading>,
    screen: Single<Entity, With<LoadingScreen>>,
    mut words: Single<&mut Text, With<LoadingWords>>,
    mut bar: Single<&mut Bar, With<LoadingBar>>,
) {
    let failed = loading
        .shaders
        .iter()
        .position(|shader| matches!(assets.get_load_state(shader), Some(LoadState::Failed(_))));
    if let Some(failed) = failed {
        words.0 = format!(
            "A file of the game is missing or damaged. Reinstall the game.\nassets/{}",
            SHADERS[failed]
        );
        return;
    }
    let ready = loading.shaders.iter().filter(|shader| assets.is_loaded(shader.id())).count();
    let total = SHADERS.len() + FRAMES_BEHIND as usize;
    if ready == SHADERS.len() {
        loading.frames += 1;
    }
    let done = ready + loading.frames as usize;
    words.0 = format!("Loading, {done} of {total}");
    bar.0 = done as f32 / total as f32;
    if loading.frames >= FRAMES_BEHIND {
        loading.is_done = true;
        commands.entity(*screen).despawn();
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::rules::find_assets_dir;

    #[test]
    fn all_shaders_of_the_folder_are_waited_for() {
        let folder = find_assets_dir().unwrap().join("shaders");
        let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
        let found: BTreeSet<String> =
            files.map(|name| format!("shaders/{}", name.to_string_lossy())).collect();
        assert_eq!(found, SHADERS.map(str::to_owned).into());
    }
}
