//! Enters the news of damage and losses into the reports on battles.

use bevy::ecs::system::SystemParam;
use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use glam::DVec3;

use super::super::EventLog;
use super::super::queries::Sources;
use super::battle_reports::{BattleReport, UnitKind, concerns, paid_count};
use super::given_up::GivenUp;
use crate::client::scene::battle::sources::sites::Sites;
use crate::client::scene::battle::sources::wells::WellPlace;
use crate::client::scene::battle::{FreshEvent, FreshEvents, VisibleUnits};
use crate::sim::event::{GameEvent, Party};
use crate::sim::{BodyId, ClassId, FleetId, TargetId};

/// The most destroyed fleets that a report names.
const MOST_FLEETS: usize = 8;

/// Query bundle for the reports.
#[derive(SystemParam)]
pub struct BattleNews<'w, 's> {
    news: Res<'w, FreshEvents>,
    sites: Res<'w, Sites>,
    units: Res<'w, VisibleUnits>,
    sources: Sources<'w, 's>,
}

/// Enters the news into the reports.
pub fn gather(news: BattleNews, mut log: ResMut<EventLog>) {
    let me = news.sources.player.faction;
    let mut known = Known::default();
    let given_up = GivenUp::among(&news.news.fresh);
    if given_up.has(me) {
        log.reports.give_up();
    }
    let of_battles = |one: &&FreshEvent| concerns(me, &one.event) && !given_up.includes(one);
    for one in news.news.fresh.iter().filter(of_battles) {
        let Some(what) = victim(&one.event) else { continue };
        let battle = known.battles.entry(what.id).or_insert_with(|| news.battle_of(one));
        let Some((battle, body)) = *battle else { continue };
        let Some(report) = log.reports.at(battle, body, one.tick) else { continue };
        let kinds = &mut known.kinds;
        report
            .enter(me, &one.event, |party| *kinds.entry(party.id).or_insert_with(|| news.kind_of(party.id)));
        if let GameEvent::Destroyed { what, class, fleet, .. } = one.event
            && what.faction == me
        {
            news.note_loss(report, what.id, class, fleet);
        }
    }
}

/// What is known of the units in the events of a frame.
#[derive(Default)]
struct Known {
    /// The battles of damaged and destroyed units, with the bodies of their wells.
    battles: HashMap<TargetId, Option<(u64, Option<BodyId>)>>,
    /// The classes of attackers.
    kinds: HashMap<TargetId, Option<UnitKind>>,
}

/// The unit that is damaged or destroyed.
fn victim(event: &GameEvent) -> Option<Party> {
    match *event {
        GameEvent::Inflicted { what, .. } | GameEvent::Destroyed { what, .. } => Some(what),
        _ => None,
    }
}

impl BattleNews<'_, '_> {
    /// The battle of an event, and the body in whose well it is.
    fn battle_of(&self, one: &FreshEvent) -> Option<(u64, Option<BodyId>)> {
        let place: DVec3 = match one.event {
            GameEvent::Inflicted { place, .. } | GameEvent::Destroyed { place, .. } => place,
            _ => return None,
        };
        let place = WellPlace::of_event(&self.sources.sky, &self.sources.calendar, place, one.tick);
        self.sites.battle_at(place).map(|battle| (battle, place.body))
    }

    /// The class of a unit, as far as the player knows it: by sight, from the news, or from memory.
    fn kind_of(&self, id: TargetId) -> Option<UnitKind> {
        self.seen_class(id)
            .or_else(|| self.reported_class(id))
            .or_else(|| self.remembered_class(id))
            .map(|class| UnitKind::of(id, class))
    }

    /// The class of a unit that was destroyed, or came into sight, in this frame.
    fn reported_class(&self, id: TargetId) -> Option<ClassId> {
        self.news.fresh.iter().find_map(|one| match one.event {
            GameEvent::Destroyed { what, class, .. } | GameEvent::Sighted { what, class, .. }
                if what.id == id =>
            {
                Some(class)
            }
            _ => None,
        })
    }

    fn seen_class(&self, id: TargetId) -> Option<ClassId> {
        let unit = self.units.get(id)?;
        match id {
            TargetId::Ship(_) => self.sources.ships.class(unit.entity),
            TargetId::Structure(id) => {
                let mut structures = self.sources.structures.iter();
                structures.find(|seen| seen.structure.id == id).map(|seen| seen.structure.class)
            }
        }
    }

    fn remembered_class(&self, id: TargetId) -> Option<ClassId> {
        let mut ghosts = self.sources.planet_data.view().ghosts();
        ghosts.find(|ghost| ghost.id() == id).map(|ghost| ghost.class())
    }

    /// Counts a loss of the player's, and names its fleet if it was the last ship.
    fn note_loss(&self, report: &mut BattleReport, id: TargetId, class: ClassId, fleet: Option<FleetId>) {
        let ships = &self.sources.ship_classes.0;
        report.paid_losses = paid_count(&report.lost, ships);
        if !UnitKind::of(id, class).is_paid(ships) {
            return;
        }
        let view = self.sources.planet_data.view();
        let Some(fleet) = fleet.filter(|_| report.fleets.len() < MOST_FLEETS) else { return };
        let is_known = report.fleets.iter().any(|(known, _)| *known == fleet);
        let is_left = view.fleets(|one| one.id == fleet).next().is_some();
        if let Some(name) = view.own_fleet_name(fleet).filter(|_| !is_known && !is_left) {
            report.fleets.push((fleet, name.to_owned()));
        }
    }
}
