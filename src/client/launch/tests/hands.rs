//! Pictures in which somebody plays: keys, buttons and the pointer, in the whole client.

use super::*;
use crate::client::hud::planet::Page;
use crate::client::input::Inspected;
use crate::client::launch::hands::Hands;
use crate::client::settings::Action;
use crate::sim::world::Shipyard;

/// First light with the panel of the home planet.
fn home_of_first_light() -> App {
    let mut app = client(&opened("first-light.ron"));
    start(&mut app);
    let home = app.world().resource::<Player>().home.expect("there is one").0;
    app.world_mut().resource_mut::<Inspected>().0 = Some(home);
    app.update();
    app
}

#[test]
fn keys_buttons_and_the_pointer_do_what_they_do_for_a_player() {
    let mut app = home_of_first_light();
    look_for_a_button_that_is_not_there(&mut app);
    let hands = Hands {
        keys: vec![Action::Constellations],
        presses: vec!["Yards 1".to_owned(), "Corvette".to_owned()],
        tip: Some("Scout".to_owned()),
    };
    assert_eq!(hands.play(&mut app), Ok(()), "the tip is shown");
    assert!(app.world().resource::<Settings>().constellations, "its key was pressed once");
    assert_eq!(*app.world().resource::<Page>(), Page::Yards);
    let mut yards = app.world_mut().query::<&Shipyard>();
    assert!(yards.iter(app.world()).any(|yard| !yard.queue.is_empty()), "a corvette is ordered");
}

/// A button that is not there is told with those that are.
fn look_for_a_button_that_is_not_there(app: &mut App) {
    let hands = Hands { presses: vec!["Surrender at once".to_owned()], ..default() };
    let words = hands.play(app).expect_err("there is no such button");
    assert!(words.starts_with("the picture has no button `Surrender at once`; there are: "), "{words}");
    assert!(words.contains("Yards 1"), "{words}");
}
