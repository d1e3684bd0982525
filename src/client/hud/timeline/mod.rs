//! Foresight: places of bodies and own fleets at a later time, and departure dates.
//!
//! - Enters: the time ahead that the player looks at ([`Foresight`]), the sky, the routes of the player's own
//!   fleets.
//! - Leaves: thin outlines at later places, a slider with their date, a chart of travel times; warnings of what comes
//!   until that date.
//! - Must never: change the present, or predict the actions of others.
//!
//! The sky is a function of time, so the later places are computed in every frame, and dragging is smooth.
//!
//! | file or folder | does |
//! |---|---|
//! | `controls.rs` | keys, wheel and mouse |
//! | `slider.rs` | the slider on the screen |
//! | `bodies.rs` | ghosts of bodies, and their ways there |
//! | `fleets.rs` | ghosts of own fleets, and their places for the key that shows the selection |
//! | `own_fleets.rs` | the player's fleets with their forecasts |
//! | `chart/` | travel times by date of departure |

pub mod bodies;
pub mod chart;
pub mod controls;
pub mod fleets;
pub mod own_fleets;
pub mod slider;

use bevy::prelude::*;
use typed_index_collections::TiVec;

use crate::client::frame::{FrameSystems, InputSystems, date_words, days_words};
use crate::client::hud::warnings::Warnings;
use crate::client::input::{EscapeLadder, Rung};
use crate::client::view::Moment;
use crate::client::worlds::{AppState, SetUpSystems};
use crate::orbit::State;
use crate::sim::forecast::DepartureWindows;
pub use crate::sim::forecast::windows::MOST_DAYS;
use crate::sim::{BodyId, OfWorld, Sky};

/// Below this time the scale is linear, above it logarithmic, days.
const EVEN_DAYS: f64 = 0.5;
/// Share of the slider for a notch of the wheel: some two hours at its beginning, a seventh at its end.
const NOTCH_SHARE: f64 = 1.0 / 60.0;
/// Within this share of its beginning the slider means now.
const NOW_SHARE: f64 = 0.008;

/// The displayed time ahead.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct Foresight {
    /// Days of the calendar from now; 0 while only the present is shown, never more than [`MOST_DAYS`].
    pub days: f64,
    /// Whether the slider is being dragged.
    is_dragged: bool,
    /// Whether the key has opened the chart of travel times.
    is_chart_open: bool,
}

impl Foresight {
    /// Whether a later time is shown.
    pub fn is_on(&self) -> bool {
        self.days > 0.0
    }

    /// Moves the date by this many notches of the wheel.
    fn turn(&mut self, notches: f64) {
        if notches != 0.0 {
            self.set_share(share_of(self.days) + notches * NOTCH_SHARE);
        }
    }

    /// Sets the position of the slider, 0 to 1.
    fn set_share(&mut self, share: f64) {
        self.days = if share < NOW_SHARE { 0.0 } else { days_at(share) };
    }
}

/// Days ahead at a position of the slider, 0 to 1 from its beginning to its end.
fn days_at(share: f64) -> f64 {
    let whole = 1.0 + MOST_DAYS / EVEN_DAYS;
    (EVEN_DAYS * (libm::pow(whole, share.clamp(0.0, 1.0)) - 1.0)).clamp(0.0, MOST_DAYS)
}

/// The position of the slider for this many days ahead.
pub fn share_of(days: f64) -> f64 {
    let whole = libm::log(1.0 + MOST_DAYS / EVEN_DAYS);
    (libm::log(1.0 + days.max(0.0) / EVEN_DAYS) / whole).clamp(0.0, 1.0)
}

/// A time ahead in the words of the slider.
pub fn ahead_words(days: f64) -> String {
    if days < 0.01 { "now".to_owned() } else { format!("+{}", days_words(days)) }
}

/// A later date, so many days ahead, in words: `2412-03-02 (+37 days)`.
pub fn date_ahead(jd: f64, days: f64) -> String {
    format!("{} ({})", date_words(jd), ahead_words(days))
}

/// The sky at the later time that is shown.
#[derive(Resource, Clone, Debug, Default)]
pub struct Later {
    /// Date, Julian date (TDB).
    pub jd: f64,
    /// The later states of all bodies, in the order of the sky, in the magnified world; outdated while no later
    /// time is shown.
    pub states: TiVec<BodyId, State>,
}

/// Places the sky of the later time.
fn place_later(foresight: Res<Foresight>, moment: Res<Moment>, sky: Res<Sky>, mut later: ResMut<Later>) {
    if foresight.is_on() {
        later.jd = moment.jd + foresight.days;
        let jd = later.jd;
        sky.system.place_all(jd, &mut later.states);
    }
}

/// The rows of warnings look as far ahead as the player.
fn foresee_warnings(foresight: Res<Foresight>, mut warnings: ResMut<Warnings>) {
    warnings.foresee(foresight.days);
}

/// Adds foresight.
pub fn plugin(app: &mut App) {
    app.init_of_world::<Foresight>()
        .init_of_world::<Later>()
        .init_of_world::<DepartureWindows>()
        .init_of_world::<chart::ChartWords>();
    app.on_escape(Rung::LaterTime, controls::go_back);
    app.add_systems(
        OnEnter(AppState::Playing),
        (slider::spawn_slider, chart::spawn_chart).in_set(SetUpSystems::Frames),
    );
    app.add_systems(
        Update,
        (
            controls::foresee,
            slider::show_slider,
            controls::drag_slider,
            controls::go_back_by_click,
            fleets::note_places,
            foresee_warnings,
            slider::write_slider,
            chart::look_for_windows,
            chart::write_chart,
            chart::set_out_by_click,
        )
            .chain()
            .in_set(InputSystems::Panel),
    );
    app.add_systems(PostUpdate, chart::place_chart.in_set(FrameSystems::Label));
    app.add_systems(
        PostUpdate,
        (place_later, bodies::draw_bodies, fleets::draw_fleets).chain().in_set(FrameSystems::Draw),
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slider_goes_from_now_to_years_in_growing_steps() {
        assert_eq!((days_at(0.0), share_of(0.0)), (0.0, 0.0));
        assert!((days_at(1.0) - MOST_DAYS).abs() < 1.0e-6);
        for step in 0..=100_u8 {
            let share = f64::from(step) / 100.0;
            assert!((share_of(days_at(share)) - share).abs() < 1.0e-9);
        }
        let steps: Vec<f64> = (0..=20_u8).map(|step| days_at(f64::from(step) / 20.0)).collect();
        assert!(steps.windows(3).all(|three| three[2] - three[1] > three[1] - three[0]));
    }

    #[test]
    fn the_wheel_turns_hours_at_first_and_months_at_last() {
        let mut foresight = Foresight::default();
        foresight.turn(1.0);
        assert!((0.02..0.2).contains(&foresight.days), "{}", foresight.days);
        foresight.turn(-1.0);
        assert!(!foresight.is_on(), "{} days", foresight.days);
        foresight.turn(1000.0);
        assert!((foresight.days - MOST_DAYS).abs() < 1.0e-6);
        foresight.turn(-1.0);
        assert!(MOST_DAYS - foresight.days > 60.0);
        foresight.turn(0.0);
        assert!(foresight.is_on(), "a wheel at rest changes nothing");
    }

    #[test]
    fn a_time_ahead_has_a_sign() {
        assert_eq!(ahead_words(0.0), "now");
        assert_eq!(ahead_words(0.25), "+6 h");
        assert_eq!(ahead_words(3.2), "+3.2 days");
        assert_eq!(ahead_words(37.4), "+37 days");
        assert_eq!(date_ahead(crate::orbit::J2000_JD + 37.4, 37.4), "2000-02-07 (+37 days)");
    }
}
