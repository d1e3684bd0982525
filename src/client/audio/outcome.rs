//! The sound of the end of the war.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::cues::Cue;
use crate::client::frame::{Player, SPECTATOR};
use crate::client::scene::battle::FreshEvents;
use crate::sim::Sides;
use crate::sim::event::GameEvent;

/// Query bundle for the end of the war.
#[derive(SystemParam)]
pub struct Outcome<'w> {
    news: Option<Res<'w, FreshEvents>>,
    sides: Option<Res<'w, Sides>>,
    player: Option<Res<'w, Player>>,
}

impl Outcome<'_> {
    /// The sound of this frame; `None` unless the war was decided in it, and for a spectator.
    pub fn cue(&self) -> Option<Cue> {
        let (news, sides, player) = (self.news.as_ref()?, self.sides.as_ref()?, self.player.as_ref()?);
        let me = Some(player.faction).filter(|faction| *faction != SPECTATOR)?;
        news.fresh.iter().find_map(|one| match one.event {
            GameEvent::Decided { winner } if sides.are_foes(me, winner) => Some(Cue::Defeat),
            GameEvent::Decided { .. } => Some(Cue::Victory),
            _ => None,
        })
    }
}
