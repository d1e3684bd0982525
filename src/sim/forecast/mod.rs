//! What will be, as far as a faction can know it. The tick never asks.
//!
//! - Enters: the sky; what a faction knows of the world, and its fleets with their routes.
//! - Leaves: arrivals and the ways to them, travel times by departure, encounters, the odds of fights.
//! - Must never: change the world, or count what the faction does not know.
//!
//! | part | does |
//! |---|---|
//! | `fleet.rs` | [`FleetForecast`]: where a fleet will be, computed once and read by all |
//! | `preview.rs` | the ways of legs that the world has not planned yet |
//! | `itinerary.rs` | the place of a fleet at any date |
//! | `windows.rs` | how long a journey takes, by the date of its departure |
//! | `encounters/` | wells, bodies and comets that come near |
//! | `odds/` | what would come of a fight |

pub mod encounters;
pub mod fleet;
pub mod itinerary;
pub mod odds;
pub mod preview;
#[cfg(test)]
pub(crate) mod trial;
pub mod windows;

pub use encounters::{
    Looks, Nearing, Outlook, Span, Whereabouts, first_nearing, next_approach, next_passage, pairs,
    touching_km,
};
pub use fleet::{FleetForecast, FleetForecaster};
pub use itinerary::{InRing, Itinerary};
pub use odds::{Foe, Part, Parties, contingents};
pub use preview::RoutePreview;
pub use windows::DepartureWindows;
