//! Forecasts, as far as a faction can know. The tick never uses them.
//!
//! - Enters: the sky; a faction's knowledge of the world, and its fleets with their routes.
//! - Leaves: arrivals and courses, travel times by departure, encounters, the odds of fights.
//! - Must never: change the world, or use anything that the faction does not know.
//!
//! | part | does |
//! |---|---|
//! | `fleet.rs` | [`FleetForecast`]: places of a fleet ahead, computed once and read by all |
//! | `preview.rs` | courses of legs that the world has not planned yet |
//! | `itinerary.rs` | the place of a fleet at any date, and its route as it is drawn |
//! | `windows.rs` | the duration of a journey by the date of departure |
//! | `encounters/` | passing wells, bodies and comets |
//! | `odds/` | the expected result of a fight |
//! | `test_support.rs` | a small system and a war, for tests |

pub mod encounters;
pub mod fleet;
pub mod itinerary;
pub mod odds;
pub mod preview;
#[cfg(test)]
pub(crate) mod test_support;
pub mod windows;

pub use encounters::{
    Looks, Nearing, OrbitBounds, Outlook, Span, first_nearing, next_approach, next_passage, pairs,
    touching_km,
};
pub use fleet::{FleetForecast, FleetForecaster};
pub use itinerary::{DrawnLeg, InRing, Itinerary};
pub use odds::{BattleForces, Force, OddsTarget, Parties, UnitCount, contingents, needed_troopers};
pub use preview::RoutePreview;
pub use windows::DepartureWindows;
