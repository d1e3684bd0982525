//! Where panels and words stand: columns, fitting, tips.

pub mod button_face;
pub mod fitting;
pub mod right_side;
pub mod tips;
pub mod top_middle;
