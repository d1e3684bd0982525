//! Sparring partners: small scripts that play a faction, so that minds are measured against players of another kind.
//!
//! - Enters: what the script's faction knows, as a [`WorldView`] and an [`EconomyView`].
//! - Leaves: orders.
//! - Must never: know more than its faction, or draw chances.
//!
//! A script looks round every [`LOOK_TICKS`]. [`desk`] has what all scripts need, [`assault`] their attack on a
//! body, and each script has the file of its name.

pub mod assault;
pub mod beginner;
pub mod boom;
pub mod claimer;
pub mod desk;
pub mod hider;
pub mod kiter;
pub mod person;
pub mod raider;
pub mod rush;
pub mod turtle;

use crate::sim::Order;
use crate::sim::economy::EconomyView;
use crate::sim::visibility::WorldView;
use desk::Desk;

/// Ticks between two looks of a script.
pub const LOOK_TICKS: u64 = 15;

named! {
    /// A sparring partner.
    pub enum Partner {
        /// Gives no orders.
        Idle = "idle",
        /// Sends three cruisers and two troop ships to the foe's home at 85 s.
        Rush = "rush",
        /// Gives a fixed list of dated orders, some three a minute; for Twins alone.
        Beginner = "beginner",
        /// Builds nine sentries, and nothing but trade beside them.
        Turtle = "turtle",
        /// Builds trade stations first, and a fleet late.
        Boom = "boom",
        /// Claims all bodies without an owner, and has no fleet.
        Claimer = "claimer",
        /// Shoots at undefended structures, and leaves when somebody comes.
        Raider = "raider",
        /// Shoots from afar, and backs off.
        Kiter = "kiter",
        /// Sends an armed ship far out.
        Hider = "hider",
        /// Plays as a person might: 12 orders at the beginning, then 12 a minute, each two seconds late, on one front.
        Person = "person",
    }
}

/// A script that plays a faction.
pub trait Script: Send {
    /// Gives orders at a desk.
    fn look(&mut self, desk: &mut Desk);
}

/// Gives no orders.
struct Idle;

impl Script for Idle {
    fn look(&mut self, _desk: &mut Desk) {}
}

impl Partner {
    /// The script, at the beginning of a game.
    pub fn script(self) -> Box<dyn Script> {
        match self {
            Self::Idle => Box::new(Idle),
            Self::Rush => Box::<rush::Rush>::default(),
            Self::Beginner => Box::<beginner::Beginner>::default(),
            Self::Turtle => Box::new(turtle::Turtle),
            Self::Boom => Box::<boom::Boom>::default(),
            Self::Claimer => Box::<claimer::Claimer>::default(),
            Self::Raider => Box::<raider::Raider>::default(),
            Self::Kiter => Box::<kiter::Kiter>::default(),
            Self::Hider => Box::<hider::Hider>::default(),
            Self::Person => Box::<person::Person>::default(),
        }
    }
}

/// The orders of a script that looks round now.
pub fn orders_of<'a>(script: &mut dyn Script, view: WorldView<'a>, economy: EconomyView<'a>) -> Vec<Order> {
    let Some(mut desk) = Desk::of(view, economy) else { return Vec::new() };
    script.look(&mut desk);
    desk.into_orders()
}
