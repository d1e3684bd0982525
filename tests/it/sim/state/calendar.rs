//! The end of the calendar: the world stops there and can be saved.

use ecliptic::level::{parse_level, to_ron};
use ecliptic::orbit::CalendarDate;
use ecliptic::sim::Calendar;

use super::worlds::{near_earth, rules, world};

/// The last days of the year 9999, at ten days a tick.
fn last_days() -> String {
    near_earth(r#"(name: "F", faction: "Terra", at: near("Earth"), ships: [(class: "scout")])"#)
        .replace("epoch: date(\"2026-11-21\")", "epoch: date(\"9999-11-26\"), clock: (days_per_second: 300)")
}

#[test]
fn the_world_stands_still_at_the_end_of_the_calendar() {
    let mut simulation = world(&last_days());
    simulation.run(3);
    assert_eq!(simulation.tick_count(), 3, "the 26th of December");
    simulation.run(7);
    assert_eq!(simulation.tick_count(), 3, "a tick more would be in the year 10000");
    let date = CalendarDate::from_julian_date(simulation.world().resource::<Calendar>().now_jd());
    assert_eq!(date.to_string(), "9999-12-26T00:00");
    let hash = simulation.hash();
    simulation.run(1);
    assert_eq!(simulation.hash(), hash);
}

#[test]
fn a_save_of_the_last_days_can_be_read() {
    let mut simulation = world(&last_days());
    simulation.run(10);
    let captured = simulation.capture().expect("there is a world");
    let text = to_ron(&captured).expect("it can be written");
    let rules = rules();
    let read = parse_level("save.ron", text.as_bytes(), &rules.class_catalog());
    assert_eq!(read.unwrap_or_else(|faults| panic!("{faults}")).level, captured);
}

/// A level may begin as early as the Julian dates do, and its date is shown then too.
#[test]
fn the_first_days_have_dates_of_their_own() {
    let text = near_earth("").replace("epoch: date(\"2026-11-21\")", "epoch: jd(0.5)");
    let mut simulation = world(&text);
    let date = |jd: f64| CalendarDate::from_julian_date(jd).to_string();
    assert_eq!(date(simulation.world().resource::<Calendar>().now_jd()), "-4713-11-25T00:00");
    simulation.run(60);
    assert_eq!(date(simulation.world().resource::<Calendar>().now_jd()), "-4713-11-26T00:00");
}
