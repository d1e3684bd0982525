//! What every faction earns and owes in an economy tick, and which of its units go unpaid.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use typed_index_collections::{TiSlice, TiVec};

use crate::level::{BodyKind, Handicap, LedgerSource, Price};
use crate::rules::economy::IncomeNumbers;
use crate::sim::motion::wells::comet_in_reach;
use crate::sim::world::money::{Income, Unpaid, Upkeep, income};
use crate::sim::{
    BodyId, EconomyChoice, FactionId, Factions, Fleet, Grounds, Growing, Holding, Holdings, Idle, Ledger,
    MemberOf, PlanetBooks, Position, Ship, ShipClasses, Sides, Sky, Structure, StructureClasses,
};

/// The income and expenses of one faction, before settlement.
#[derive(Clone, Debug, Default)]
pub(super) struct Books {
    /// Bodies, with the income of its structures there.
    pub planets: Vec<PlanetBooks>,
    /// The income of its structures at foreign bodies.
    elsewhere: Price,
    /// The upkeep of its finished structures.
    pub structures: Vec<Upkeep>,
    /// The upkeep of its ships.
    pub ships: Vec<Upkeep>,
}

impl Books {
    /// Its income.
    pub fn income(&self, rules: &IncomeNumbers) -> Income {
        let at_home = income(&self.planets, rules);
        Income { structures: at_home.structures.saturating_add(self.elsewhere), ..at_home }
    }
}

type StructureParts = (Entity, &'static Structure, Has<Growing>, Has<Idle>);
type ShipParts = (Entity, &'static Ship, &'static MemberOf, &'static Position, Has<Idle>);

/// Query bundle for sources of income and upkeep.
#[derive(SystemParam)]
pub(super) struct Property<'w, 's> {
    structures: Query<'w, 's, StructureParts>,
    ships: Query<'w, 's, ShipParts>,
    fleets: Query<'w, 's, &'static Fleet>,
    sky: Res<'w, Sky>,
    holdings: Res<'w, Holdings>,
    grounds: Option<Res<'w, Grounds>>,
    sides: Option<Res<'w, Sides>>,
    factions: Res<'w, Factions>,
    ship_classes: Res<'w, ShipClasses>,
    structure_classes: Res<'w, StructureClasses>,
    /// The numbers of the economy.
    pub rules: Res<'w, EconomyChoice>,
}

impl Property<'_, '_> {
    /// The books of all factions. Sums do not depend on the order in which they are added up, and upkeep is
    /// paid by number, so things may be entered as they are stored.
    pub fn books(&self, factions: usize) -> TiVec<FactionId, Books> {
        let mut books: TiVec<FactionId, Books> = vec![Books::default(); factions].into();
        let mut planets: TiVec<BodyId, PlanetBooks> =
            self.holdings.0.iter_enumerated().map(|(body, holding)| self.worth(body, holding)).collect();
        self.enter_structures(&mut books, &mut planets);
        for (holding, planet) in self.holdings.0.iter().zip(planets) {
            if let Some(books) = holding.owner.and_then(|owner| books.get_mut(owner)) {
                books.planets.push(planet);
            }
        }
        self.enter_ships(&mut books);
        books
    }

    fn enter_structures(
        &self,
        books: &mut TiSlice<FactionId, Books>,
        planets: &mut TiSlice<BodyId, PlanetBooks>,
    ) {
        for (_, structure, is_growing, is_idle) in &self.structures {
            if is_growing {
                continue;
            }
            let Some(class) = self.structure_classes.0.get(structure.class) else { continue };
            let Some(books) = books.get_mut(structure.faction) else { continue };
            books.structures.push(Upkeep { id: structure.id.0, price: class.upkeep });
            if is_idle {
                continue;
            }
            let earns = self.factions.handicap(structure.faction).income(class.earns);
            let is_own = self.owner(structure.body) == Some(structure.faction);
            match planets.get_mut(structure.body).filter(|_| is_own) {
                Some(planet) => {
                    planet.works = planet.works.saturating_add(earns);
                    planet.habitat_percent = planet.habitat_percent.saturating_add(class.economy_percent);
                }
                None => books.elsewhere = books.elsewhere.saturating_add(earns),
            }
        }
    }

    fn enter_ships(&self, books: &mut TiSlice<FactionId, Books>) {
        for (_, ship, member, ..) in &self.ships {
            let Some(class) = self.ship_classes.0.get(ship.class) else { continue };
            if let Some(books) = self.faction(member).and_then(|faction| books.get_mut(faction)) {
                books.ships.push(Upkeep { id: ship.id.0, price: class.upkeep });
            }
        }
    }

    /// Books the gains of the miners at work in the economy tick that ends.
    pub fn mine(&self, ledgers: &mut TiSlice<FactionId, Ledger>) {
        let reach = self.rules.0.income.mining_reach;
        let mut mined: TiVec<FactionId, Price> = vec![Price::ZERO; ledgers.len()].into();
        for (_, ship, member, position, is_idle) in &self.ships {
            let rare = self.ship_classes.0.get(ship.class).map_or(0, |class| class.mines);
            let Some(faction) = self.faction(member).filter(|_| rare > 0 && !is_idle) else { continue };
            let is_open = |comet: BodyId| self.is_open_to(comet, faction);
            if comet_in_reach(&self.sky, position.0, reach, is_open).is_none() {
                continue;
            }
            if let Some(mined) = mined.get_mut(faction) {
                *mined = mined.saturating_add(Price { rare, ..Price::ZERO });
            }
        }
        for ((faction, mined), ledger) in mined.into_iter_enumerated().zip(ledgers) {
            ledger.earn(LedgerSource::Mining, self.factions.handicap(faction).income(mined));
        }
    }

    /// Marks exactly the unpaid units as idle.
    pub fn mark_idle(&self, unpaid: &TiSlice<FactionId, Unpaid>, commands: &mut Commands) {
        for (entity, structure, _, is_idle) in &self.structures {
            let unpaid = unpaid.get(structure.faction);
            let is_unpaid = unpaid.is_some_and(|unpaid| names(&unpaid.structures, structure.id.0));
            set_idle(commands, entity, is_idle, is_unpaid);
        }
        for (entity, ship, member, _, is_idle) in &self.ships {
            let unpaid = self.faction(member).and_then(|faction| unpaid.get(faction));
            let is_unpaid = unpaid.is_some_and(|unpaid| names(&unpaid.ships, ship.id.0));
            set_idle(commands, entity, is_idle, is_unpaid);
        }
    }

    /// The worth of a body without its structures, under the present state of its ground.
    fn worth(&self, body: BodyId, holding: &Holding) -> PlanetBooks {
        let ground = self.grounds.as_ref().map(|grounds| grounds.of(body)).unwrap_or_default();
        let (economics, resources) = (ground.brings(holding.economics), ground.brings(holding.resources));
        let is_comet = self.sky.system.bodies.get(body).is_some_and(|body| body.kind == BodyKind::Comet);
        let rare = if is_comet { ground.brings(self.rules.0.income.rare_of_comets) } else { 0 };
        let handicap = holding.owner.map_or_else(Handicap::default, |owner| self.factions.handicap(owner));
        PlanetBooks { economics, resources, rare, handicap, ..PlanetBooks::default() }
    }

    /// Whether a faction may mine at a comet: not if foes hold it.
    fn is_open_to(&self, comet: BodyId, faction: FactionId) -> bool {
        let are_foes = |owner: FactionId| match &self.sides {
            Some(sides) => sides.are_foes(owner, faction),
            None => owner != faction,
        };
        self.owner(comet).is_none_or(|owner| !are_foes(owner))
    }

    /// The faction that owns a body.
    fn owner(&self, body: BodyId) -> Option<FactionId> {
        self.holdings.0.get(body).and_then(|holding| holding.owner)
    }

    /// The owner of a ship.
    fn faction(&self, member: &MemberOf) -> Option<FactionId> {
        self.fleets.get(member.0).ok().map(|fleet| fleet.faction)
    }
}

/// Whether an ascending list of numbers contains this number.
fn names(ascending: &[u32], number: u32) -> bool {
    ascending.binary_search(&number).is_ok()
}

fn set_idle(commands: &mut Commands, entity: Entity, is_idle: bool, is_unpaid: bool) {
    if is_unpaid && !is_idle {
        commands.entity(entity).insert(Idle);
    } else if is_idle && !is_unpaid {
        commands.entity(entity).remove::<Idle>();
    }
}
