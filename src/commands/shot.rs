//! `ecliptic shot`: renders a picture of a level or of the main menu, without a window, or measures the cost of a
//! level's frames.

use std::path::PathBuf;
use std::process::ExitCode;
use typed_index_collections::TiSlice;

use bevy::math::UVec2;
use clap::Args;
use ecliptic::client::hud::timeline::MOST_DAYS;
use ecliptic::client::launch::LaunchOptions;
use ecliptic::client::launch::frame_cost::FrameCosts;
use ecliptic::client::launch::hands::Hands;
use ecliptic::client::launch::shot::{Overlay, ShotRequest, ShownPanel, shoot, time_frames};
use ecliptic::client::scene::battle::counters::BattleSeen;
use ecliptic::client::settings::{ACTIONS, Action, Quality, UI_SCALES, first_key};
use ecliptic::client::view::camera::FARTHEST_AU;
use ecliptic::client::worlds::{AppState, Opened, backdrop};
use ecliptic::orbit::CalendarDate;
use ecliptic::rules::{Rules, find_assets_dir};

use super::play::exit_code;
use super::{Failure, Loaded, begin_on, load_changed_level, load_rules, read_orders, say};

/// The largest picture, pixels each way.
const LARGEST: u32 = 8192;
/// The narrowest and the widest view, degrees from the lower to the upper edge.
const VIEWS_DEG: (f64, f64) = (1.0, 120.0);
/// The most frames that are measured.
const MOST_TIMED_FRAMES: i64 = 100_000;

/// The arguments that have no meaning for the main menu.
const NOT_OF_MENU: [&str; 21] = [
    "level",
    "preset",
    "plans",
    "tick",
    "lost",
    "orders",
    "look",
    "select",
    "panel",
    "build",
    "keys",
    "briefing",
    "later",
    "no_panels",
    "plain",
    "constellations",
    "distance_au",
    "pitch",
    "yaw",
    "fov",
    "time",
];

/// The contents of the picture.
#[derive(Args)]
pub struct ShotArguments {
    /// The level, or a save
    #[arg(required_unless_present = "menu")]
    level: Option<PathBuf>,
    /// Show the main menu instead, as at a first start; --press turns to a page: --press Skirmish
    #[arg(long, conflicts_with_all = NOT_OF_MENU)]
    menu: bool,
    /// A preset that changes the level before it begins
    #[arg(long, value_name = "FILE.ron")]
    preset: Option<PathBuf>,
    /// Watch as a spectator: minds play all their sides, everything is seen, and their plans are among the panels
    #[arg(long)]
    plans: bool,
    /// Ticks to run before the picture is taken
    #[arg(long, default_value_t = 0)]
    tick: u64,
    /// Run only until this fleet of the level's player is lost, which must be within these ticks
    #[arg(long, value_name = "FLEET", requires = "tick")]
    lost: Option<String>,
    /// A RON file with orders, as for `simulate`
    #[arg(long, value_name = "FILE.ron")]
    orders: Option<PathBuf>,
    /// The body to look at, or the fleet of the level's player; the star, if left out
    #[arg(long, value_name = "BODY")]
    look: Option<String>,
    /// Select a fleet of the level's player, so that its route is shown
    #[arg(long, value_name = "FLEET")]
    select: Option<String>,
    /// The body whose panel is shown, instead of the one to look at; `none` for no such panel
    #[arg(long, value_name = "BODY", conflicts_with_all = ["no_panels", "plain"])]
    panel: Option<String>,
    /// Choose a place for a structure of this class, in the rings of the body whose panel is shown
    #[arg(long, value_name = "CLASS", conflicts_with_all = ["no_panels", "plain", "plans"])]
    build: Option<String>,
    /// Press this key, named as on the page of keys, with its usual effect: U, F1, "Ctrl + F"; can be repeated
    #[arg(long = "key", value_name = "KEY", value_parser = parse_key, conflicts_with = "time")]
    keys: Vec<Action>,
    /// Press the button with these words, after the keys; can be repeated
    #[arg(long, value_name = "WORDS", conflicts_with_all = ["no_panels", "plain", "time"])]
    press: Vec<String>,
    /// Let the pointer rest on the row or button with these words, so that its tip is shown
    #[arg(long, value_name = "WORDS", conflicts_with_all = ["no_panels", "plain", "build", "time"])]
    tip: Option<String>,
    /// Show the level as it begins, behind its briefing
    #[arg(long, conflicts_with_all = ["no_panels", "plain", "tick", "time"])]
    briefing: bool,
    /// Also show all positions after this number of days
    #[arg(long, value_name = "DAYS", default_value_t = 0.0, allow_negative_numbers = true, value_parser = parse_days)]
    later: f64,
    /// Leave out the panels
    #[arg(long)]
    no_panels: bool,
    /// Only the sky with its bodies and ships: no lines, icons, names or panels
    #[arg(long)]
    plain: bool,
    /// Draw the lines of the constellations, with their names unless marks are left out
    #[arg(long)]
    constellations: bool,
    /// Distance of the camera, AU
    #[arg(long, alias = "distance_au", value_name = "D", value_parser = parse_distance, allow_negative_numbers = true)]
    distance_au: Option<f64>,
    /// Height of the camera above the ecliptic, degrees, -89 to 89
    #[arg(long, value_name = "DEG", default_value_t = 28.0, allow_negative_numbers = true, value_parser = parse_angle)]
    pitch: f64,
    /// Direction of the camera, degrees; the sunny side, if left out
    #[arg(long, value_name = "DEG", allow_negative_numbers = true, value_parser = parse_angle)]
    yaw: Option<f64>,
    /// Angle of view from the lower to the upper edge, degrees, 1 to 120; as in the game, if left out
    #[arg(long, value_name = "DEG", allow_negative_numbers = true, value_parser = parse_view)]
    fov: Option<f64>,
    /// Width and height in pixels
    #[arg(long, default_value = "1600x900", value_parser = parse_size)]
    size: UVec2,
    /// Size of words and panels, percent, 75 to 200, as in a window of the picture's size, which may limit it; if left
    /// out, a pixel of the interface is one of the picture
    #[arg(long, value_name = "PERCENT", allow_negative_numbers = true, value_parser = parse_scale)]
    scale: Option<f32>,
    /// Quality of the picture: low, medium, high or ultra; by the driver, if left out
    #[arg(long, value_name = "GRADE", value_parser = parse_quality)]
    quality: Option<Quality>,
    /// The date to start on (TDB) instead of the level's
    #[arg(long)]
    date: Option<CalendarDate>,
    /// The seed of the world's chances
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Draw this number of frames at pace 1 instead, and print their costs
    #[arg(long, value_name = "FRAMES", allow_negative_numbers = true)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=MOST_TIMED_FRAMES))]
    time: Option<u32>,
    /// Print their costs in JSON
    #[arg(long, requires = "time", conflicts_with = "out")]
    json: bool,
    /// The picture
    #[arg(long, value_name = "FILE.png", required_unless_present = "time", conflicts_with = "time")]
    out: Option<PathBuf>,
}

/// Renders the picture, or measures its frames.
pub fn run(arguments: &ShotArguments) -> Result<ExitCode, Failure> {
    let rules = load_rules()?;
    let assets_dir = find_assets_dir().map_err(Failure::cannot)?;
    let opened = open(arguments, &rules)?;
    let orders = match &arguments.orders {
        Some(path) => read_orders(path, TiSlice::from_ref(&opened.level.factions))?,
        None => Vec::new(),
    };
    let launch = LaunchOptions { opened, assets_dir, smoke: None };
    let request = ShotRequest {
        tick: arguments.tick,
        lost: arguments.lost.clone(),
        orders,
        look: arguments.look.clone(),
        select: arguments.select.clone(),
        panel: panel(arguments.panel.as_deref()),
        build: arguments.build.clone(),
        hands: Hands {
            keys: arguments.keys.clone(),
            presses: arguments.press.clone(),
            tip: arguments.tip.clone(),
        },
        briefing: arguments.briefing,
        later_days: arguments.later,
        overlay: overlay(arguments),
        plans: arguments.plans,
        constellations: arguments.constellations,
        distance_au: arguments.distance_au,
        pitch_deg: arguments.pitch.clamp(-89.0, 89.0),
        yaw_deg: arguments.yaw,
        fov_deg: arguments.fov,
        size: arguments.size,
        ui_scale: arguments.scale,
        quality: arguments.quality,
    };
    match (arguments.time, &arguments.out) {
        (Some(frames), _) => {
            let costs = time_frames(launch, request, frames).map_err(Failure::cannot)?;
            print_costs(&costs, arguments.json)?;
            Ok(ExitCode::SUCCESS)
        }
        (None, Some(out)) => {
            shoot(launch, request, out).map(|exit| exit_code(&exit)).map_err(Failure::cannot)
        }
        (None, None) => Err(Failure::cannot("name the picture with --out FILE.png")),
    }
}

/// The world of the picture: of the level, or behind the main menu.
fn open(arguments: &ShotArguments, rules: &Rules) -> Result<Opened, Failure> {
    let (mut loaded, state) = match &arguments.level {
        Some(level) => {
            let (loaded, _) = load_changed_level(level, arguments.preset.as_deref(), rules)?;
            (loaded, AppState::Playing)
        }
        None => {
            let behind = backdrop(rules).map_err(Failure::cannot)?;
            (Loaded { level: behind.level, rules: behind.rules }, behind.state)
        }
    };
    if let Some(date) = arguments.date {
        begin_on(&mut loaded, date)?;
    }
    Ok(Opened { state, ..loaded.opened(arguments.seed) })
}

fn print_costs(costs: &FrameCosts, is_json: bool) -> Result<(), Failure> {
    if is_json {
        return say(serde_json::to_string_pretty(costs).map_err(Failure::cannot)?);
    }
    let [width, height] = costs.size;
    say(&costs.adapter)?;
    say(format_args!(
        "  {} ships in sight, {} bodies, {} interface nodes, {} frames of {width}x{height}",
        costs.ships, costs.bodies, costs.nodes, costs.frames
    ))?;
    say("  part, ms               median       p99       max")?;
    for cost in &costs.parts {
        let (part, ms) = (cost.part, &cost.ms);
        say(format_args!("  {part:<19} {:>9.3} {:>9.3} {:>9.3}", ms.median, ms.p99, ms.max))?;
    }
    costs.battle.as_ref().map_or(Ok(()), |battle| say(battle_words(battle)))
}

/// The battle effects in view, in one line.
fn battle_words(battle: &BattleSeen) -> String {
    let effects: Vec<String> =
        battle.effects.iter().map(|kind| format!("{} {:.1}", kind.effect, kind.mean)).collect();
    format!("  a battle: {:.1} shots a tick; in a frame {}", battle.shots_per_tick, effects.join(", "))
}

fn overlay(arguments: &ShotArguments) -> Overlay {
    match (arguments.plain, arguments.no_panels) {
        (true, _) => Overlay::Nothing,
        (false, true) => Overlay::Marks,
        (false, false) => Overlay::All,
    }
}

fn panel(body: Option<&str>) -> ShownPanel {
    match body {
        None => ShownPanel::OfSubject,
        Some("none") => ShownPanel::Nothing,
        Some(name) => ShownPanel::Of(name.to_owned()),
    }
}

fn parse_days(text: &str) -> Result<f64, String> {
    let days = text.parse::<f64>().ok().filter(|days| (0.0..=MOST_DAYS).contains(days));
    days.ok_or_else(|| format!("`{text}` is not a number of days from 0 to {MOST_DAYS}"))
}

/// The action of a key, as `U` or `Ctrl + F`: without blanks and in any letters it is the same.
fn parse_key(text: &str) -> Result<Action, String> {
    let plain = |key: &str| key.replace(' ', "").to_lowercase();
    let wanted = Some(plain(text)).filter(|key| !key.is_empty());
    let found = ACTIONS.iter().find(|info| Some(plain(&first_key(info.action, &[]))) == wanted);
    found.map(|info| info.action).ok_or_else(|| format!("`{text}` is not a key of the game"))
}

/// A size of words and panels; 1 is usual.
fn parse_scale(text: &str) -> Result<f32, String> {
    let (least, most) = UI_SCALES;
    let scale = text.parse::<f32>().ok().map(|percent| percent / 100.0);
    scale
        .filter(|scale| (least..=most).contains(scale))
        .ok_or_else(|| format!("`{text}` is not a size from {} to {} percent", 100.0 * least, 100.0 * most))
}

fn parse_quality(text: &str) -> Result<Quality, String> {
    let quality = Quality::ALL.into_iter().find(|quality| quality.name().eq_ignore_ascii_case(text));
    quality.ok_or_else(|| format!("`{text}` is not low, medium, high or ultra"))
}

fn parse_view(text: &str) -> Result<f64, String> {
    let (least, most) = VIEWS_DEG;
    let angle = text.parse::<f64>().ok().filter(|angle| (least..=most).contains(angle));
    angle.ok_or_else(|| format!("`{text}` is not an angle from {least} to {most} degrees"))
}

fn parse_angle(text: &str) -> Result<f64, String> {
    let angle = text.parse::<f64>().ok().filter(|angle| angle.abs() <= 360.0);
    angle.ok_or_else(|| format!("`{text}` is not an angle from -360 to 360 degrees"))
}

fn parse_distance(text: &str) -> Result<f64, String> {
    let distance = text.parse::<f64>().ok().filter(|distance| *distance > 0.0 && *distance <= FARTHEST_AU);
    distance.ok_or_else(|| format!("`{text}` is not a distance above 0 and up to {FARTHEST_AU} AU"))
}

/// `1600x900`
fn parse_size(text: &str) -> Result<UVec2, String> {
    let (width, height) = text.split_once('x').ok_or("a size looks like 1600x900")?;
    let pixels = |text: &str| {
        text.parse::<u32>()
            .ok()
            .filter(|pixels| (16..=LARGEST).contains(pixels))
            .ok_or_else(|| format!("`{text}` is not a number of pixels from 16 to {LARGEST}"))
    };
    Ok(UVec2::new(pixels(width)?, pixels(height)?))
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use ecliptic::level::Epoch;

    use super::*;

    /// The arguments of the command by themselves.
    #[derive(Parser)]
    struct Shot {
        #[command(flatten)]
        arguments: ShotArguments,
    }

    fn parsed(words: &[&str]) -> Result<ShotArguments, clap::Error> {
        parsed_alone(&[&["levels/duel.ron"][..], words].concat())
    }

    /// The same without a level.
    fn parsed_alone(words: &[&str]) -> Result<ShotArguments, clap::Error> {
        let always = ["shot", "--out", "duel.png"];
        Shot::try_parse_from(always.iter().chain(words)).map(|shot| shot.arguments)
    }

    #[test]
    fn keys_presses_and_a_tip_are_taken_in_their_order() {
        let words =
            ["--key", "u", "--key", "ctrl+f", "--press", "Yards 1", "--press", "Frigate", "--tip", "Miner"];
        let arguments = parsed(&words).expect("they are sound");
        assert_eq!(arguments.keys, [Action::Window, Action::Search]);
        assert_eq!(arguments.press, ["Yards 1", "Frigate"]);
        assert_eq!(arguments.tip.as_deref(), Some("Miner"));
        assert!(parsed(&["--key", "Escalator"]).is_err() && parsed(&["--key", ""]).is_err());
        for hidden in ["--plain", "--no-panels"] {
            assert!(parsed(&["--press", "Frigate", hidden]).is_err(), "{hidden}: there are no buttons");
            assert!(parsed(&["--tip", "Frigate", hidden]).is_err(), "{hidden}");
        }
        assert!(parsed(&["--tip", "Frigate", "--build", "sentry"]).is_err(), "there is one pointer");
    }

    #[test]
    fn every_key_of_the_game_can_be_named() {
        for info in ACTIONS {
            let key = first_key(info.action, &[]);
            if !key.is_empty() {
                let action = parse_key(&key).expect("it is a key");
                assert_eq!(first_key(action, &[]), key);
            }
        }
    }

    #[test]
    fn the_scale_is_one_of_the_settings() {
        assert_eq!(parsed(&[]).map(|arguments| arguments.scale).ok(), Some(None));
        assert_eq!(parsed(&["--scale", "200"]).map(|arguments| arguments.scale).ok(), Some(Some(2.0)));
        assert_eq!(parse_scale("75"), Ok(0.75));
        for wrong in ["74", "201", "-100", "2x", "NaN"] {
            assert!(parse_scale(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_loss_is_awaited_within_a_limit() {
        let arguments = parsed(&["--tick", "900", "--lost", "Picket"]).expect("they are sound");
        assert_eq!((arguments.tick, arguments.lost.as_deref()), (900, Some("Picket")));
        assert!(parsed(&["--lost", "Picket"]).is_err());
    }

    #[test]
    fn only_the_beginning_of_a_level_has_a_briefing() {
        assert!(parsed(&["--briefing"]).is_ok_and(|arguments| arguments.briefing));
        assert!(parsed(&["--briefing", "--tick", "3"]).is_err());
        assert!(parsed(&["--briefing", "--plain"]).is_err());
    }

    #[test]
    fn the_main_menu_has_no_level_and_stands_on_the_sky_of_a_date() {
        let date = ["--menu", "--press", "Skirmish", "--date", "2026-11-21"];
        let arguments = parsed_alone(&date).expect("they are sound");
        let rules = load_rules().expect("the rules are read");
        let opened = open(&arguments, &rules).expect("it is built in");
        assert_eq!(opened.state, AppState::Menu);
        assert_eq!(opened.level.epoch, Epoch::Jd(2_461_365.5));
        assert!(opened.level.factions.is_empty());
        assert!(parsed_alone(&[]).is_err(), "neither a level nor the menu");
        assert!(parsed(&["--menu"]).is_err(), "both");
        for of_level in [&["--tick", "3"][..], &["--look", "Mars"], &["--plain"], &["--pitch", "5"]] {
            assert!(parsed_alone(&[&["--menu"][..], of_level].concat()).is_err(), "{of_level:?}");
        }
    }
}
