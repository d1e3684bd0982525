//! Things of a fight that fly by themselves: torpedoes and wrecks.

pub mod torpedo_view;
pub mod wreck_view;
