//! Goods, income, overextension, upkeep, building, comets.

use crate::client::frame::{capital, grouped};
use crate::client::hud::help::encyclopedia::entry::{Entry, Facts, Line, Sign};
use crate::client::hud::planet::classes::numbers::{listed, plain, share};
use crate::client::hud::planet::panel::kind_name;
use crate::client::hud::planet::words::{OVEREXTENSION, per_minute, signed};
use crate::client::widgets::Icon;
use crate::level::{BodyKind, Price, StructureClass};
use crate::rules::economy::BodyWorth;
use crate::sim::PlanetBooks;
use crate::sim::world::money::{Amount, planet_tax};

/// The numbers of bodies in the table of overextension.
const BODIES: [u32; 5] = [2, 4, 8, 12, 16];

/// The entries.
pub fn entries(facts: &Facts) -> Vec<Entry> {
    vec![
        goods(facts),
        economy_tick(facts),
        income(facts),
        overextension(facts),
        upkeep(facts),
        building(facts),
        founding(facts),
        comets(facts),
    ]
}

fn goods(facts: &Facts) -> Entry {
    let ships = facts.ships.0.iter().filter(|class| class.price.rare > 0).map(|class| class.name.as_str());
    let structures =
        facts.structures.0.iter().filter(|class| class.price.rare > 0).map(|class| class.name.as_str());
    let needed = listed(ships.chain(structures));
    let rare = if needed.is_empty() { String::new() } else { format!(" Needed for: {needed}.") };
    let (money, resources) = (earners(facts, |price| price.money), earners(facts, |price| price.resources));
    Entry::new("Goods").signed(Sign::Icon(Icon::Income)).with([
        Line::figure("Money", Icon::Money, format!("From the bodies that you hold.{money}")),
        Line::figure("Resources", Icon::Resources, format!("From the same bodies.{resources}")),
        Line::figure("Rare", Icon::Rare, format!("From comets and miners only.{rare}")),
    ])
}

/// The structure classes that bring more of a part of a price, as a sentence to be appended; empty without any.
fn earners(facts: &Facts, part: fn(Price) -> u32) -> String {
    let classes = facts.structures.0.iter().filter(|class| part(brings(facts, class)) > 0);
    let classes = listed(classes.map(|class| class.name.as_str()));
    if classes.is_empty() { String::new() } else { format!(" More of it comes from structures: {classes}.") }
}

/// What a structure of a class earns, and adds to the income of an average planet of its owner.
fn brings(facts: &Facts, class: &StructureClass) -> Price {
    let average = PlanetBooks { economics: 100, resources: 100, rare: 100, ..PlanetBooks::default() };
    let raised = PlanetBooks { habitat_percent: class.economy_percent, ..average };
    let [before, after] = [average, raised].map(|books| books.yields(&facts.economy.income));
    class.earns.saturating_add(after.saturating_sub(before))
}

fn economy_tick(facts: &Facts) -> Entry {
    Entry::new("Economy tick").signed(Sign::Icon(Icon::Clock)).says(format!(
        "In each economy tick incomes come in and upkeep is paid; panels and these pages show what a minute of them \
         comes to. In this game it comes every {} s of play.",
        plain(facts.tick_s())
    ))
}

fn income(facts: &Facts) -> Entry {
    let numbers = &facts.economy.income;
    let row = |worth: &BodyWorth| {
        let BodyWorth { economics, resources, .. } = *worth;
        let yields = PlanetBooks { economics, resources, ..PlanetBooks::default() }.yields(numbers);
        let of_minute = per_minute(Amount::from(yields), facts.tick_s());
        Line::cells(worth_name(worth), [of_minute.money, of_minute.resources].map(part_words))
    };
    let columns = [("Money", Icon::Money), ("Resources", Icon::Resources)];
    let columns = columns.map(|(name, icon)| (name.to_owned(), Some(icon))).to_vec();
    let worth = numbers.worth.iter().filter(|worth| worth.economics + worth.resources > 0);
    Entry::new("Income of bodies")
        .signed(Sign::Icon(Icon::Planet))
        .says(
            "Each body that you hold brings its income in every economy tick. The planet panel shows what a body \
             brings, or would bring. Unless a level says otherwise, it depends on kind and radius:",
        )
        .with([Line::Head { name: "A minute", columns }])
        .with(worth.map(row))
}

/// A part of an income.
fn part_words(part: i64) -> String {
    if part == 0 { "–".to_owned() } else { signed(part) }
}

/// The bodies of a worth: `Planet from 3,000 km`.
pub fn worth_name(worth: &BodyWorth) -> String {
    let kind = match worth.kind {
        BodyKind::Dwarf => "dwarf",
        kind => kind_name(kind),
    };
    let kind = capital(kind);
    if worth.from_radius_km > 0.0 { format!("{kind} from {} km", plain(worth.from_radius_km)) } else { kind }
}

fn overextension(facts: &Facts) -> Entry {
    let numbers = &facts.economy.income;
    let all = |count: u32| (1..=count).map(|number| planet_tax(number, numbers)).sum::<u32>();
    let cost = |money: u32| {
        let money = -i64::from(money);
        grouped(per_minute(Amount { money, ..Amount::ZERO }, facts.tick_s()).money)
    };
    Entry::new("Overextension")
        .signed(Sign::Icon(Icon::Loss))
        .says(format!(
            "{OVEREXTENSION} The costs, here those of a minute, are never more than your bodies bring."
        ))
        .with([
            Line::head("Bodies that you hold", BODIES.map(|count| count.to_string())),
            Line::cells("Cost of the last", BODIES.map(|count| cost(planet_tax(count, numbers)))),
            Line::cells("Cost of all", BODIES.map(|count| cost(all(count)))),
        ])
}

fn upkeep(facts: &Facts) -> Entry {
    let (income, gunnery) = (&facts.economy.income, &facts.arms.rules.gunnery);
    Entry::new("Upkeep and debts").signed(Sign::Icon(Icon::Trouble)).says(format!(
        "Upkeep is paid for structures first, then for ships, the oldest first. When money runs out, building \
         stops, then the newest ships go unpaid, at last the newest structures. An unpaid ship makes {} of its \
         speed and takes {} times as long to load. Unpaid structures do nothing. Shields of both do not recover. \
         Nothing is lost: all work again once they are paid.",
        share(income.unpaid_speed_share),
        plain(gunnery.unpaid_reload)
    ))
}

fn building(facts: &Facts) -> Entry {
    let building = &facts.economy.building;
    Entry::new("Building")
        .signed(Sign::Icon(Icon::Build))
        .says(format!(
            "Prices are paid bit by bit. Building never touches the money for the next upkeep; without enough it \
             halts. Your {} oldest structures grow at once, the others wait. Cancelling gives nothing back.",
            building.growing_at_once
        ))
        .says(format!(
            "A yard has room for {} ships in its queue. Constructors at rest in a well speed your building there \
             up, together by {} % at most. Research stations lower the price of ships by {} % at most. A ship that \
             is scrapped at a yard brings {} % of its price.",
            building.longest_queue,
            building.most_constructor_percent,
            facts.economy.income.most_research_percent,
            building.scrap_percent
        ))
}

fn founding(facts: &Facts) -> Entry {
    Entry::new("Unclaimed bodies").signed(Sign::Icon(Icon::Note)).says(format!(
        "You may build at your own bodies, and at unclaimed ones while one of your ships is in their well. The first \
         finished structure claims a planet, a dwarf or a moon for you. An unclaimed body with more than {} \
         defenders resists: land troopers, or bombard it first. Nobody can own a star.",
        facts.economy.building.founding_garrison
    ))
}

fn comets(facts: &Facts) -> Entry {
    let (income, ground) = (&facts.economy.income, &facts.arms.rules.ground);
    let miners = facts.ships.0.iter().filter(|class| class.mines > 0);
    let of_minute =
        |rare: u32| per_minute(Amount { rare: i64::from(rare), ..Amount::ZERO }, facts.tick_s()).rare;
    let miners = miners.map(|class| format!("{} {}", class.name, signed(of_minute(class.mines))));
    let miners = miners.collect::<Vec<String>>().join(", ");
    Entry::new("Comets and mining")
        .signed(Sign::Icon(Icon::Rare))
        .says(format!(
            "A comet has no ground. It falls to a side whose armed ships are alone in its well for {} s. It brings \
             its holder {} rare a minute.",
            plain(ground.hold_s),
            grouped(of_minute(income.rare_of_comets))
        ))
        .says(format!(
            "Miners bring more while they are within {} of the radius of its well. An unclaimed comet is open to \
             all miners, a held one to those of its holder's side only.",
            share(income.mining_reach)
        ))
        .with((!miners.is_empty()).then(|| Line::figure("A minute", Icon::Rare, capital(&miners))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::hud::encyclopedia::entry::RuleBook;
    use crate::client::hud::encyclopedia::test_support::{shipped, words};
    use crate::sim::{ShipClasses, StructureClasses};

    fn rows(entry: Entry) -> Vec<(String, Vec<String>)> {
        let rows = entry.lines.into_iter().filter_map(|line| match line {
            Line::Cells { name, cells } => Some((name, cells.into_iter().map(|(words, _)| words).collect())),
            _ => None,
        });
        rows.collect()
    }

    #[test]
    fn bodies_bring_what_the_rules_say() {
        let game = shipped();
        let rows = rows(income(&game.facts()));
        let average = ("Planet from 3,000 km".to_owned(), vec!["+1,200".to_owned(), "+750".to_owned()]);
        assert!(rows.contains(&average), "{rows:?}");
        assert!(rows.iter().all(|(name, _)| name != "Star"), "it brings nothing");
        assert_eq!(rows.len(), game.economy.income.worth.len() - 1);
    }

    #[test]
    fn each_further_body_costs_more() {
        let game = shipped();
        let numbers = &game.economy.income;
        let rows = rows(overextension(&game.facts()));
        // Thirty economy ticks are a minute.
        let cost = |money: u32| grouped(-30 * i64::from(money));
        assert_eq!(rows[0].1[2], cost(planet_tax(8, numbers)));
        assert_eq!(rows[1].1[0], cost(planet_tax(1, numbers) + planet_tax(2, numbers)));
    }

    #[test]
    fn a_tick_lasts_as_long_as_the_calendar_and_the_rules_say() {
        let game = shipped();
        assert!(words(economy_tick(&game.facts())).ends_with("every 2 s of play."));
        let mut facts = game.facts();
        facts.clock.days_per_second = 2.0;
        assert!(words(economy_tick(&facts)).ends_with("every 0.5 s of play."));
    }

    #[test]
    fn goods_have_their_sources_and_uses() {
        let game = shipped();
        let text = words(goods(&game.facts()));
        assert!(
            text.contains("structures: trade station, habitat.") && text.contains("structures: factory."),
            "{text}"
        );
        assert!(text.contains("cruiser, carrier, dreadnought"), "{text}");
        let poor =
            RuleBook { structures: StructureClasses::default(), ships: ShipClasses::default(), ..game };
        let text = words(goods(&poor.facts()));
        assert!(!text.contains("structures") && !text.contains("Needed"), "{text}");
        assert!(words(comets(&poor.facts())).contains("open to all miners"));
    }
}
