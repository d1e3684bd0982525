//! What a structure class needs, and what it does besides fighting.

use super::numbers::{plain, share};
use super::{ClassBooks, Figure};
use crate::client::widgets::Icon;
use crate::level::{RingZone, StructureClass, counted};

/// The room that a class needs.
pub fn needs(class: &StructureClass) -> Figure {
    let zones = class.zones.iter().map(|zone| format!("the {}", zone_words(*zone)));
    let zones = zones.collect::<Vec<String>>().join(" or ");
    let words = format!("{} in {zones}", counted(usize::from(class.slots), "slot"));
    Figure::new("Needs", Icon::Planet, words)
}

/// The rings of a zone in words.
pub fn zone_words(zone: RingZone) -> &'static str {
    match zone {
        RingZone::Innermost => "innermost ring",
        RingZone::Inner => "inner rings",
        RingZone::Outer => "outer rings",
        RingZone::Outermost => "outermost ring",
    }
}

/// What a class does besides earning, fighting and seeing.
pub fn work(books: &ClassBooks, class: &StructureClass) -> Vec<Figure> {
    let (repair, refit) = (&books.arms.rules.repair, &books.arms.rules.refit);
    let yard = class.is_yard().then(|| {
        let words = format!(
            "Ships, at {} of the usual speed; repairs {} points of armour a second; fills {} troopers a second \
             into troop ships",
            share(class.yard_speed),
            plain(repair.yard_points_per_s),
            plain(refit.troopers_per_s)
        );
        Figure::new("Builds", Icon::Build, words)
    });
    let economy = (class.economy_percent > 0).then(|| {
        let words = format!("+{} % money from its planet", class.economy_percent);
        Figure::new("Economy", Icon::Money, words)
    });
    let research = (class.research_percent > 0).then(|| {
        let most = books.economy.income.most_research_percent;
        let words =
            format!("Ships cost {} % less, with all stations at most {most} %", class.research_percent);
        Figure::new("Research", Icon::Settings, words)
    });
    let garrison = (class.garrison_percent > 0).then(|| {
        let words = format!("+{} % defenders on the ground of its planet", class.garrison_percent);
        Figure::new("Garrison", Icon::Troopers, words)
    });
    [yard, economy, research, garrison].into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::test_support::structure_class;

    #[test]
    fn a_class_tells_where_it_may_stand() {
        let words =
            |zones: &[RingZone], slots: u8| needs(&StructureClass { slots, ..structure_class(zones) }).words;
        assert_eq!(words(&[RingZone::Outer], 3), "3 slots in the outer rings");
        let ends = [RingZone::Innermost, RingZone::Outermost];
        assert_eq!(words(&ends, 1), "1 slot in the innermost ring or the outermost ring");
    }
}
