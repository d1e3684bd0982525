//! The main menu of a picture, as a first start shows it: nothing was played or saved yet.

use std::time::Duration;

use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;

use super::camera::PictureOutcome;
use super::{ShotRequest, camera, marks};
use crate::client::launch::hands::unopened_window;
use crate::client::launch::{LaunchOptions, Screen, build, failures, make_ready};
use crate::client::menu;
use crate::client::menu::SavesFolder;
use crate::client::settings::{HeldSize, Settings};
use crate::client::view::first_look;

/// The duration of a frame, however long it takes: the view behind the menu turns with the time.
const FRAME: Duration = Duration::from_millis(100);

/// The app with the main menu, before its first frame.
pub(super) fn set_up(launch: LaunchOptions, request: &ShotRequest) -> Result<App, String> {
    failures::explain_ends();
    let mut app = build(launch, Screen::Picture)?;
    begin_afresh(&mut app);
    app.add_plugins((first_look::plugin, menu::plugin));
    make_ready(&mut app);
    camera::catch_view(&mut app, request.size);
    let world = app.world_mut();
    world.spawn(unopened_window(request.size));
    if let Some(ui_scale) = request.ui_scale {
        marks::enlarge(world, ui_scale, request.size);
    }
    world.resource_mut::<Settings>().quality = request.quality;
    app.insert_resource(TimeUpdateStrategy::ManualDuration(FRAME)).init_resource::<PictureOutcome>();
    Ok(app)
}

/// Settings and saves of a first start, in place of those of the person at the machine. Nothing writes the settings.
fn begin_afresh(app: &mut App) {
    let nowhere = std::env::temp_dir().join(format!("ecliptic-{}", std::process::id()));
    app.insert_resource(Settings::at_first_start(nowhere.join("settings.toml")));
    app.insert_resource(SavesFolder(None)).init_resource::<HeldSize>();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::settings::played::Played;

    #[test]
    fn nothing_was_played_or_saved() {
        let mut app = App::new();
        begin_afresh(&mut app);
        let played_file = app.world().resource::<Settings>().played_file();
        assert!(played_file.is_some() && Played::read(played_file.as_deref()) == Played::default());
        assert!(app.world().resource::<SavesFolder>().0.is_none());
    }
}
