//! The structure that is planned at the pointer, as a see-through model in its owner's colour that turns with its ring;
//! in the colour of what is refused where it cannot be built. It is large enough to be made out from everywhere.

use bevy::light::{NotShadowCaster, NotShadowReceiver};
use bevy::prelude::*;

use super::choice::REFUSED;
use super::structure_view::{Seat, StructureModels};
use super::{RingSpot, RingView};
use crate::client::frame::Player;
use crate::client::models::HullMaterial;
use crate::sim::{BodyId, ClassId, RingPlace, StructureClasses};

/// Least radius of the model on the screen, pixels of the interface.
const LEAST_PIXELS: f64 = 20.0;

/// The structure that is planned at the pointer. The tool for building sets it in every frame.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlannedStructure(pub Option<Planned>);

impl PlannedStructure {
    /// The structure, if it can be built.
    pub fn allowed(&self) -> Option<Planned> {
        self.0.filter(|planned| planned.is_allowed)
    }
}

/// A structure that is not begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Planned {
    /// Class.
    pub class: ClassId,
    /// The body of its ring.
    pub body: BodyId,
    /// Place in the rings.
    pub stands: RingPlace,
    /// Whether it can be built there.
    pub is_allowed: bool,
}

impl Planned {
    /// A structure of a class of `slots` slots that begins at a slot.
    pub fn new(class: ClassId, slots: u8, RingSpot { body, ring, slot }: RingSpot, is_allowed: bool) -> Self {
        Self { class, body, stands: RingPlace { ring, slot, slots }, is_allowed }
    }

    /// Its place on the screen, large enough to be made out; `None` if it is not there.
    fn seat(&self, classes: &StructureClasses, rings: &RingView) -> Option<Seat> {
        let class = classes.0.get(self.class)?;
        let well = rings.well(self.body)?;
        let seat = Seat::of(self.stands, class.radius_km, &well, &rings.origin, &rings.view)?;
        Some(seat.at_least(LEAST_PIXELS * f64::from(rings.ui_scale.0)))
    }
}

/// Marks the model of the planned structure.
#[derive(Component)]
pub struct PlannedModel;

type ModelParts = (
    &'static mut Transform,
    &'static mut Mesh3d,
    &'static mut MeshMaterial3d<HullMaterial>,
    &'static mut Visibility,
);

/// Puts the model of the planned structure in its place.
pub fn place_planned(
    mut commands: Commands,
    planned: Res<PlannedStructure>,
    player: Res<Player>,
    classes: Res<StructureClasses>,
    rings: RingView,
    mut models: StructureModels,
    mut shown: Query<ModelParts, With<PlannedModel>>,
) {
    let seated = planned.0.and_then(|planned| Some((planned, planned.seat(&classes, &rings)?)));
    let Some((planned, seat)) = seated else {
        for (.., mut visibility) in &mut shown {
            visibility.set_if_neq(Visibility::Hidden);
        }
        return;
    };
    let mesh = models.of(planned.class, player.faction).body;
    let paint =
        if planned.is_allowed { models.planned_paint(player.faction) } else { models.refused_paint(REFUSED) };
    if let Ok((mut transform, mut mesh_now, mut paint_now, mut visibility)) = shown.single_mut() {
        *transform = seat.transform;
        mesh_now.set_if_neq(Mesh3d(mesh));
        paint_now.set_if_neq(MeshMaterial3d(paint));
        visibility.set_if_neq(Visibility::Inherited);
    } else {
        let model = (PlannedModel, seat.transform, Mesh3d(mesh), MeshMaterial3d(paint));
        commands.spawn((model, NotShadowCaster, NotShadowReceiver));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_allowed_structure_can_be_built() {
        let spot = RingSpot { body: BodyId(3), ring: 1, slot: 4 };
        let planned = Planned::new(ClassId::FIRST, 2, spot, true);
        assert_eq!(planned.stands, RingPlace { ring: 1, slot: 4, slots: 2 });
        assert_eq!(PlannedStructure(Some(planned)).allowed(), Some(planned));
        let refused = Planned { is_allowed: false, ..planned };
        assert_eq!(PlannedStructure(Some(refused)).allowed(), None);
    }
}
