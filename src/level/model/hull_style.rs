//! Styles of hulls: the look that the ships of a faction have in common.

named! {
    /// What the hulls of a faction have in common. `assets/models/styles.ron` has its shapes and its paint. It is for
    /// the eyes alone: no rule knows it.
    pub enum HullStyle {
        /// Slim and swept back.
        Arrow = "arrow",
        /// Blunt and armoured.
        Foundry = "foundry",
        /// Open frames and trusses.
        Lattice = "lattice",
        /// Round, in segments.
        Shell = "shell",
    }
}

impl HullStyle {
    /// The style of a faction that names none, by its place in the level: neighbours differ.
    pub fn of_place(place: usize) -> Self {
        Self::ALL[place % Self::ALL.len()]
    }
}
