//! The numbers in `docs/rules.md`, and those of skills in `docs/playing.md`, are those of `assets/rules`.

use ecliptic::level::{FULL_HOLD, MOON_WELL_SHARE, STAR_WELL_RADII, Scale, Skill};
use ecliptic::rules::Rules;

use super::{root, text_of};

const SMALL: [&str; 13] = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
];

/// A number in the style of the page: small whole numbers in words.
fn words(number: f64) -> &'static str {
    let is_small = number.fract() == 0.0 && (0.0..=12.0).contains(&number);
    assert!(is_small, "{number} has no words here: write it in digits, on the page and in this test");
    SMALL[number as usize]
}

/// A whole number with commas.
fn thousands(number: f64) -> String {
    let digits = format!("{number:.0}");
    let head = (digits.len() - 1) % 3 + 1;
    let mut text = digits[..head].to_owned();
    for group in digits.as_bytes()[head..].chunks(3) {
        text.push(',');
        text.extend(group.iter().map(|digit| char::from(*digit)));
    }
    text
}

/// A share in percent.
fn percent(share: f64) -> f64 {
    (share * 100.0).round()
}

/// Phrases of the page with the numbers of the rules in them.
fn phrases(rules: &Rules) -> Vec<String> {
    let (combat, economy) = (&rules.combat, &rules.economy);
    let scale = Scale::default();
    let (harm, ground, income) = (&combat.harm, &combat.ground, &economy.income);
    let slots: Vec<String> = economy.rings.slots_per_ring.iter().map(u16::to_string).collect();
    let (last, slots) = slots.split_last().expect("there are rings");
    vec![
        format!("with {} and {last} slots", slots.join(", ")),
        format!(
            "turns once in {} seconds of play (at a star in {})",
            economy.rings.innermost_period_s, economy.rings.star_period_s
        ),
        format!(
            "The {} oldest structures of a faction grow at once",
            words(economy.building.growing_at_once.into())
        ),
        format!("together by at most {} %", economy.building.most_constructor_percent),
        format!("a day of the calendar or {} seconds of play", words(income.longest_tick_s)),
        format!(
            "is {} (n - 1)^{} money",
            f64::from(income.tax_rate) / 1000.0,
            f64::from(income.tax_exponent) / 1000.0
        ),
        format!("fade after {} minutes of play", words(economy.sight.forget_ships_s / 60.0)),
        format!("within {} weapon ranges", words(combat.conduct.aggressive_reach)),
        format!("foes within {} ranges", combat.conduct.defensive_reach),
        format!("It fights at {} % of its speed", percent(combat.conduct.fight_speed_share)),
        format!("no foe has been near for {} seconds", words(combat.conduct.calm_s)),
        format!("falling evenly to {} at full range", combat.gunnery.share_at_range),
        format!("1 + {} for each level", combat.gunnery.accuracy_per_level),
        format!(
            "{} % of the hit again, half of it every {} seconds",
            percent(harm.burn_share),
            words(harm.burn_half_s)
        ),
        format!(
            "leaps to up to {} neighbours within {} km, and silences weapons for {} s",
            words(harm.leaps.into()),
            thousands(harm.leap_km),
            harm.silence_s
        ),
        format!("leaves a few wrecks for {} seconds", combat.wrecks.life_s),
        format!("immune for the first {} s", combat.torpedoes.safe_s),
        format!("repairs {} points a second", combat.repair.yard_points_per_s),
        format!("in its ring or within {} km", thousands(combat.repair.reach_km)),
        format!("the worst damage within {} km", thousands(combat.repair.ship_reach_km)),
        format!("starts {} seconds after the last hit", words(combat.repair.calm_s)),
        format!("new troopers for {} money each", combat.refit.trooper_money),
        format!(
            "at most {}, for each {} points of damage",
            words(combat.gunnery.most_levels.into()),
            combat.gunnery.points_per_level
        ),
        format!(
            "Levels {}, {} and {} are called",
            combat.skills.trained, combat.skills.veteran, combat.skills.elite
        ),
        format!("launches a wing every {} s", combat.hangars.launch_s),
        format!("at most {} for each point of economics", words(ground.defenders_per_economics)),
        format!("within {} of the innermost ring's radius", ground.landing_reach),
        format!(
            "{} on a planet, {} on a dwarf, {} on a moon",
            ground.terrain.planet, ground.terrain.dwarf, ground.terrain.moon
        ),
        format!("takes {} % of the income at first", percent(ground.unrest)),
        format!("brings nothing for {} seconds", ground.income_delay_s),
        format!("alone in its well for {} seconds", ground.hold_s),
        format!("resists while it has more than {} defenders", economy.building.founding_garrison),
        format!("no yard and no troopers for {} seconds", combat.victory.ships_only_s),
        format!("makes {} % of its speed", percent(income.unpaid_speed_share)),
        format!("has fewer than {} ships", words(economy.building.largest_yard_fleet.into())),
        format!("inside {FULL_HOLD} of the well's radius"),
        format!("at most {MOON_WELL_SHARE} of its least distance"),
        format!("A star's well reaches {} radii", words(STAR_WELL_RADII)),
        format!(
            "well reaches {} of its (magnified) radii, at least {} km",
            words(scale.well_radii),
            thousands(scale.least_well_km)
        ),
    ]
}

#[test]
fn the_page_of_rules_has_the_numbers_of_the_rules() {
    let rules = Rules::load(&root().join("assets")).expect("the rules can be read");
    let page = text_of("docs/rules.md");
    let lost: Vec<String> = phrases(&rules).into_iter().filter(|phrase| !page.contains(phrase)).collect();
    assert!(lost.is_empty(), "docs/rules.md should say: {lost:#?}");
}

#[test]
fn the_table_of_skills_has_the_numbers_of_the_skills() {
    let rules = Rules::load(&root().join("assets")).expect("the rules can be read");
    let page = text_of("docs/playing.md");
    let row = |skill: &Skill| {
        let orders = skill.orders_per_minute.round();
        format!("| {} | {orders} | {} times its strength |", skill.name, skill.surrenders_at)
    };
    let rows = rules.minds.skills.iter().map(row);
    let lost: Vec<String> = rows.filter(|row| !page.contains(row)).collect();
    assert!(lost.is_empty(), "docs/playing.md should have the rows: {lost:#?}");
}
