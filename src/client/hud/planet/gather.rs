//! Query bundle of panels, and what several of them ask it.

use bevy::ecs::system::SystemParam;
use bevy::math::DVec3;
use bevy::prelude::*;

use crate::client::frame::{Player, SPECTATOR};
use crate::client::hud::planet::classes::ClassBooks;
use crate::client::hud::planet::words::{per_minute, rare_sentence, shortage_sentence, signed};
use crate::client::models::{FactionColors, IconShape, Icons, ShipMark};
use crate::client::view::Sight;
use crate::client::worlds::Playback;
use crate::level::{BodyKind, StructureClass, Surrender};
use crate::sim::economy::{Economies, EconomyView};
use crate::sim::invasion::most_defenders;
use crate::sim::order::{ConstructionRefusal, Plot};
use crate::sim::outcome::surrender::has_anything;
use crate::sim::visibility::{Almanac, WorldView};
use crate::sim::{
    ArmsTable, BodyId, ClassId, ConstructionOrder, EconomyChoice, FactionId, Factions, Growth, Holding,
    Order, OrderQueue, RingPlace, Rings, ShipClasses, Sides, Sky, SourceLevel, Structure, StructureClasses,
    has_ground,
};

/// The money that a captured body brings in a minute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conquest {
    /// In the unrest after its capture.
    pub in_unrest: i64,
    /// Once that is over.
    pub later: i64,
}

impl Conquest {
    /// What it costs at first; `None` if it brings something from the beginning.
    pub fn cost_words(self) -> Option<String> {
        let Self { in_unrest, later } = self;
        (in_unrest < 0).then(|| format!("{} money/min in unrest, then {}", signed(in_unrest), signed(later)))
    }
}

/// Query bundle for bodies, structures and the economy.
#[derive(SystemParam)]
pub struct PlanetData<'w, 's> {
    /// The bodies.
    pub sky: Res<'w, Sky>,
    /// The acting player.
    pub player: Res<'w, Player>,
    /// The sides.
    pub factions: Res<'w, Factions>,
    /// Colours.
    pub colors: Res<'w, FactionColors>,
    /// The rings of the bodies.
    pub rings: Res<'w, Rings>,
    /// The structure classes.
    pub classes: Res<'w, StructureClasses>,
    /// The ship classes.
    pub ship_classes: Res<'w, ShipClasses>,
    /// The numbers of the economy.
    pub rules: Res<'w, EconomyChoice>,
    /// Combat numbers of classes.
    pub arms_table: Res<'w, ArmsTable>,
    /// The sides of factions.
    pub sides: Res<'w, Sides>,
    sight: Sight<'w, 's>,
    economies: Economies<'w>,
    door: Res<'w, OrderQueue>,
    level: Option<Res<'w, SourceLevel>>,
    playback: Option<Res<'w, Playback>>,
    icons: Option<Res<'w, Icons>>,
}

impl PlanetData<'_, '_> {
    /// The player's faction.
    pub fn me(&self) -> FactionId {
        self.player.faction
    }

    /// Whether a spectator looks on, who has no bodies, no money and no orders.
    pub fn looks_on(&self) -> bool {
        self.me() == SPECTATOR
    }

    /// Whether anything is left to the player: without it nothing can be ordered.
    pub fn has_anything(&self) -> bool {
        has_anything(self.view(), self.me())
    }

    /// Whether a replay is watched, in which nobody can order anything.
    pub fn is_replay(&self) -> bool {
        self.playback.as_ref().is_some_and(|playback| playback.is_replay())
    }

    /// The view of the acting player.
    pub fn view(&self) -> WorldView<'_> {
        self.sight.view()
    }

    /// Whether the player looks at the ground and the rings of a body.
    pub fn looks_at(&self, body: BodyId) -> bool {
        self.view().faction().is_none() || self.view().known_body(body).sees_ground
    }

    /// The economy of the player's faction.
    pub fn economy(&self) -> EconomyView<'_> {
        self.economy_of(self.me())
    }

    /// The economy of a faction, as far as the viewer knows it.
    pub fn economy_of(&self, faction: FactionId) -> EconomyView<'_> {
        self.economies.of(faction, self.view())
    }

    /// The rules that concern all classes.
    pub fn class_books(&self) -> ClassBooks<'_> {
        ClassBooks { arms: &self.arms_table, economy: &self.rules.0, tick_s: self.economy().tick_s() }
    }

    /// The player's orders that wait for their tick.
    pub fn waiting_orders(&self) -> impl Iterator<Item = &Order> {
        self.door.waiting(self.me())
    }

    /// The part of the check of orders to build that concerns a body. The slots of orders that wait are taken: after
    /// several clicks in a frame, no slot of the first is free for the next.
    ///
    /// # Errors
    /// Why the player can build nothing there.
    pub fn plot(&self, body: BodyId) -> Result<Plot<'_>, ConstructionRefusal> {
        let mut plot = Plot::of(self.view(), self.me(), body)?;
        for order in self.waiting_orders() {
            if let Order::Construction(order) = order
                && let ConstructionOrder::Build { class, body: there, ring, slot } = *order
                && there == body
                && let Some(class) = self.classes.0.get(class)
            {
                plot.take(class, ring, slot);
            }
        }
        Ok(plot)
    }

    /// Where the player can build a class at a body, by ring and slot; `None` if nowhere.
    pub fn starts(&self, class: &StructureClass, body: BodyId) -> Option<Vec<Vec<bool>>> {
        self.plot(body).ok()?.starts(class).ok()
    }

    /// Whether a body is a comet.
    pub fn is_comet(&self, body: BodyId) -> bool {
        self.is_kind(body, BodyKind::Comet)
    }

    /// Whether a body is a star.
    pub fn is_star(&self, body: BodyId) -> bool {
        self.is_kind(body, BodyKind::Star)
    }

    fn is_kind(&self, body: BodyId, kind: BodyKind) -> bool {
        self.sky.system.bodies.get(body).is_some_and(|body| body.kind == kind)
    }

    /// The public facts: the names of bodies and factions.
    pub fn almanac(&self) -> &Almanac<'_> {
        self.view().almanac()
    }

    /// The player's bodies, in the order of the sky.
    pub fn own_bodies(&self) -> Vec<BodyId> {
        self.view().bodies_of(self.me())
    }

    /// The garrison of a body by its worth, which everybody knows: the garrison of an unclaimed body, or the full one
    /// of a holder without structures that strengthen it.
    pub fn usual_defenders(&self, body: BodyId, is_held: bool) -> Option<f64> {
        let kind = self.sky.system.bodies.get(body)?.kind;
        let holding = Holding { owner: is_held.then_some(self.me()), ..self.view().holding(body) };
        Some(most_defenders(kind, &holding, 0.0, 0, &self.arms_table.rules.ground))
    }

    /// What a body of nobody or of a foe would bring if troopers captured it, by its worth, which everybody knows;
    /// `None` for a body without ground, and for one of the player's side.
    pub fn conquest(&self, body: BodyId) -> Option<Conquest> {
        let has_ground = has_ground(self.sky.system.bodies.get(body)?.kind);
        let is_open = self.view().owner(body).is_none_or(|owner| self.view().is_foe(owner));
        if !has_ground || !is_open || self.looks_on() {
            return None;
        }
        let economy = self.economy();
        let gains = [economy.gain_in_unrest(body, &self.arms_table.rules.ground), economy.gain(body).0];
        let [in_unrest, later] = gains.map(|gain| per_minute(gain.net(), economy.tick_s()).money);
        Some(Conquest { in_unrest, later })
    }

    /// How rare materials are got, as a sentence; `None` in a system without comets, and if no class mines.
    pub fn rare_words(&self) -> Option<String> {
        let miner = self.ship_classes.0.iter().find(|class| class.mines > 0)?;
        let comets: Vec<BodyId> = self.sky.system.bodies.keys().filter(|body| self.is_comet(*body)).collect();
        let open = comets.iter().copied().filter(|comet| self.view().foe_at(*comet).is_none());
        let almanac = self.almanac();
        let own: Vec<DVec3> = self.own_bodies().into_iter().map(|own| almanac.body_place(own)).collect();
        let away = |comet: BodyId| {
            let place = almanac.body_place(comet);
            own.iter().map(|own| own.distance(place)).fold(f64::INFINITY, f64::min)
        };
        let nearest = open.map(|comet| (comet, away(comet))).min_by(|one, other| one.1.total_cmp(&other.1));
        let name = nearest.map(|(comet, _)| almanac.body_in_words(comet));
        (!comets.is_empty()).then(|| rare_sentence(&miner.name, name.as_deref()))
    }

    /// Why a growth is halted for want of goods, as a tip; `None` if nothing is lacking.
    pub fn shortage_words(&self, growth: &Growth) -> Option<String> {
        let kind = self.economy().lacking(growth)?;
        let lacks_rare = self.economy().missing(growth).rare > 0;
        let remedy = if lacks_rare { self.rare_words() } else { None };
        Some(shortage_sentence(kind, remedy.as_deref()))
    }

    /// The class of a structure.
    pub fn class_of(&self, structure: &Structure) -> Option<&StructureClass> {
        self.classes.0.get(structure.class)
    }

    /// The name of a structure's class.
    pub fn class_name(&self, structure: &Structure) -> &str {
        self.class_of(structure).map_or("structure", |class| class.name.as_str())
    }

    /// The mark of a ship class, filled for own ships; an empty picture before the icons are drawn.
    pub fn ship_mark(&self, class: ClassId, is_filled: bool) -> Handle<Image> {
        let mark = self.ship_classes.0.get(class).map_or(ShipMark::default(), ShipMark::of);
        let icons = self.icons.as_ref();
        icons.map_or_else(Handle::default, |icons| icons.get(IconShape::Ship(mark), is_filled))
    }

    /// The picture of a structure class; an empty one before the icons are drawn.
    pub fn structure_mark(&self, class: &StructureClass) -> Handle<Image> {
        self.icons.as_ref().map_or_else(Handle::default, |icons| icons.structure(class.shape))
    }

    /// The fate of structures in the rings of a captured body.
    pub fn surrender(&self) -> Surrender {
        self.level.as_ref().map(|level| level.0.surrender).unwrap_or_default()
    }
}

/// The places at which a structure of so many slots can stand. `starts` are the slots of each ring at which it can
/// begin.
pub fn free_places(starts: &[Vec<bool>], slots: u8) -> impl Iterator<Item = RingPlace> + '_ {
    (0_u8..).zip(starts).flat_map(move |(ring, starts)| {
        let free = (0_u16..).zip(starts).filter(|(_, is_free)| **is_free);
        free.map(move |(slot, _)| RingPlace { ring, slot, slots })
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::client::hud::planet::test_support::{ask_now, seen_by, watched_by};
    use crate::client::view::known::seen::note_bodies;
    use crate::sim::Simulation;
    use crate::sim::visibility::test_support::{ARES, EARTH, MARS, SUN, TERRA, VENUS, visit_mars};

    #[test]
    fn a_body_that_costs_money_at_first_says_so() {
        let words = |in_unrest: i64, later: i64| Conquest { in_unrest, later }.cost_words();
        assert_eq!(words(-180, 270).as_deref(), Some("-180 money/min in unrest, then +270"));
        assert_eq!(words(30, 270), None);
    }

    #[test]
    fn only_ground_of_others_can_be_captured() {
        let conquest = |body: BodyId| seen_by(TERRA, |data| data.conquest(body));
        assert_eq!([EARTH, SUN].map(conquest), [None, None]);
        let venus = conquest(VENUS).expect("a foe holds it");
        assert!(venus.in_unrest < venus.later, "{venus:?}");
    }

    #[test]
    fn rare_materials_come_from_the_nearest_comet_that_no_foe_is_known_to_hold() {
        const MOON: BodyId = BodyId(3);
        let mut simulation = watched_by(TERRA);
        let told = |simulation: &mut Simulation, comets: &[BodyId]| {
            let mut system = (*simulation.world().resource::<Sky>().system).clone();
            comets.iter().for_each(|comet| system.bodies[*comet].kind = BodyKind::Comet);
            simulation.world_mut().resource_mut::<Sky>().system = Arc::new(system);
            ask_now(simulation, |data| data.rare_words())
        };
        let sends = |to: &str| Some(rare_sentence("miner", Some(to)));
        assert_eq!(told(&mut simulation, &[]), None);
        assert_eq!(told(&mut simulation, &[MARS]), sends("Mars"));
        visit_mars(simulation.world_mut(), false);
        simulation.world_mut().run_system_once(note_bodies).expect("it runs");
        assert_eq!(told(&mut simulation, &[]), Some(rare_sentence("miner", None)), "Ares is seen there");
        assert_eq!(told(&mut simulation, &[VENUS, MOON]), sends("the Moon"), "it is the nearest");
    }

    /// The number of places at which a class can be built at the Earth, and the first of them as a ring and a slot.
    fn places(simulation: &mut Simulation, class: ClassId) -> Option<(usize, u8, u16)> {
        ask_now(simulation, |data| {
            let starts = data.starts(&data.classes.0[class], EARTH)?;
            let ring = starts.iter().position(|slots| slots.contains(&true))?;
            let slot = starts[ring].iter().position(|is_free| *is_free)?;
            let count = starts.iter().flatten().filter(|is_free| **is_free).count();
            Some((count, u8::try_from(ring).ok()?, u16::try_from(slot).ok()?))
        })
    }

    #[test]
    fn only_own_orders_that_wait_take_their_slots() {
        let mut simulation = watched_by(TERRA);
        let class = ask_now(&mut simulation, |data| {
            let mut classes = data.classes.0.iter_enumerated();
            classes.find(|(_, class)| data.starts(class, EARTH).is_some()).map(|(class, _)| class)
        });
        let class = class.expect("Terra can build something");
        let before = places(&mut simulation, class).expect("there is room");
        let (count, ring, slot) = before;
        let order = |body: BodyId| Order::Construction(ConstructionOrder::Build { class, body, ring, slot });
        let mut after = |faction: FactionId, body: BodyId| {
            simulation.world_mut().resource_mut::<OrderQueue>().give(faction, order(body));
            places(&mut simulation, class)
        };
        assert_eq!(after(ARES, EARTH), Some(before), "an order of others");
        assert_eq!(after(TERRA, VENUS), Some(before), "at another body");
        let left = after(TERRA, EARTH);
        assert!(left.is_none_or(|(left, ..)| left < count), "{left:?} after {before:?}");
        assert!(left.is_none_or(|(_, again, there)| (again, there) != (ring, slot)), "{left:?}");
    }
}
