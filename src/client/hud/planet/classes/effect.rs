//! What a structure class is for, in a few words, for a place with little room.

use super::{ClassBooks, arms, costs};
use crate::client::frame::length;
use crate::level::{Price, StructureClass};
use crate::sim::ArmedClass;

/// What a class is for, at a body where it brings this income: its first effect of those that tell classes apart.
pub fn effect_words(
    books: &ClassBooks,
    class: &StructureClass,
    income: Price,
    armed: Option<&ArmedClass>,
) -> String {
    if class.is_yard() {
        return "Builds and repairs ships".to_owned();
    }
    let earns = costs::income(income, books.tick_s).map(|figure| figure.words);
    let raises = || (class.economy_percent > 0).then(|| format!("+{} % money", class.economy_percent));
    let saves =
        || (class.research_percent > 0).then(|| format!("Ships cost {} % less", class.research_percent));
    let fights = || arms::brief(armed?, books.arms);
    let known = earns.or_else(raises).or_else(saves).or_else(fights);
    known.unwrap_or_else(|| format!("Sees {}", length(class.sight_km)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::test_support::structure_class;
    use crate::rules::test_support::shipped;
    use crate::sim::ArmsTable;
    use crate::sim::combat::test_support::unarmed;

    #[test]
    fn each_class_tells_what_it_is_for() {
        let (arms, economy) = (ArmsTable::default(), shipped().economy);
        let books = ClassBooks { arms: &arms, economy: &economy, tick_s: 2.0 };
        let plain = || StructureClass { yard_speed: 0.0, sight_km: 6.0e6, ..structure_class(&[]) };
        let words =
            |class: StructureClass, income: Price| effect_words(&books, &class, income, Some(&unarmed()));
        let income = Price { money: 10, ..Price::ZERO };
        assert_eq!(words(plain(), income), "+300 money a minute");
        assert_eq!(words(StructureClass { economy_percent: 25, ..plain() }, Price::ZERO), "+25 % money");
        assert_eq!(
            words(StructureClass { research_percent: 4, ..plain() }, Price::ZERO),
            "Ships cost 4 % less"
        );
        assert_eq!(words(StructureClass { yard_speed: 1.0, ..plain() }, income), "Builds and repairs ships");
        assert!(words(plain(), Price::ZERO).starts_with("Sees "));
    }
}
