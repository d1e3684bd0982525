//! The drawn ends of legs.

use bevy::prelude::*;
use glam::DVec3;

use crate::sim::{FleetId, Goal, Leg};

/// The drawn end of a leg of a selected fleet.
#[derive(Clone, Debug, PartialEq)]
pub struct RouteNode {
    /// The fleet.
    pub fleet: FleetId,
    /// Number in the route, from 0.
    pub at: usize,
    /// The leg.
    pub leg: Leg,
    /// The date of arrival, or of the end of a wait, Julian date (TDB).
    pub jd: f64,
    /// The start of the fleet, the waypoints, and the end: heliocentric ecliptic km.
    pub way: Vec<DVec3>,
    /// From places on that date to where they are drawn, km.
    pub shift: DVec3,
    /// The colour of the route.
    pub color: Color,
}

impl RouteNode {
    /// The end of the leg, heliocentric ecliptic km.
    pub fn place(&self) -> DVec3 {
        self.way.last().copied().unwrap_or_default()
    }

    /// Whether its end has a date. Where fleets of others will be is not known.
    pub fn has_date(&self) -> bool {
        !matches!(self.leg.goal, Goal::Fleet { .. } | Goal::Attack(_))
    }
}

/// The ends of the legs of all selected fleets in this frame, each fleet's in the order of its route.
#[derive(Resource, Clone, Debug, Default)]
pub struct RouteNodes(pub Vec<RouteNode>);
