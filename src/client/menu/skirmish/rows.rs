//! The rows of the pages of a skirmish, by what each changes.

/// What a row of the pages changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::client::menu) enum SkirmishRow {
    /// The level.
    Level,
    /// All choices, by a preset file.
    Preset,
    /// The player's faction.
    MySide,
    /// The skill of all minds.
    Skill,
    /// The date of the sky.
    Date,
    /// The conditions of victory.
    Victory,
    /// The number of bodies that are to be held.
    HeldBodies,
    /// For how long they are to be held.
    HoldTime,
    /// The pace at most.
    Pace,
    /// The seed.
    Seed,
    /// A choice for a faction, by its place in the level.
    Side(usize, SideRow),
}

impl SkirmishRow {
    /// Whether its values have an order, and end with the first and the last. Others go round and round.
    pub(in crate::client::menu) fn has_ends(self) -> bool {
        match self {
            Self::Skill | Self::HeldBodies | Self::HoldTime | Self::Pace => true,
            Self::Side(_, row) => row.has_ends(),
            Self::Level | Self::Preset | Self::MySide | Self::Date | Self::Victory | Self::Seed => false,
        }
    }

    /// Whether it changes the skill of a mind, or of all minds.
    pub(in crate::client::menu) fn sets_skill(self) -> bool {
        matches!(self, Self::Skill | Self::Side(_, SideRow::Skill))
    }
}

/// What a row of the page of a faction changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::client::menu) enum SideRow {
    /// The player.
    Player,
    /// The skill of its mind.
    Skill,
    /// The personality of its mind.
    Personality,
    /// Its team.
    Team,
    /// Its colour.
    Color,
    /// The style of its hulls.
    Style,
    /// Its home.
    Home,
    /// Its income, as a handicap.
    Income,
    /// Its building, as a handicap.
    Building,
    /// Its sight, as a handicap.
    Sight,
}

impl SideRow {
    /// Whether its values have an order.
    fn has_ends(self) -> bool {
        match self {
            Self::Skill | Self::Income | Self::Building | Self::Sight => true,
            Self::Player | Self::Personality | Self::Team | Self::Color | Self::Style | Self::Home => false,
        }
    }
}
