//! Files of orders are read, and their names become numbers.

use glam::DVec3;

use super::parse_orders;
use crate::level;
use crate::level::{Assault, Cohesion, Shape, ShipKind, Stance};
use crate::orbit::AU_KM;
use crate::sim::motion::wells::all_about;
use crate::sim::visibility::test_support::{EARTH, MARS, TERRA, held};
use crate::sim::visibility::{Viewer, with_view};
use crate::sim::world::{AnchoredPlace, AttackTarget, Goal, WaitEvent};
use crate::sim::{
    ClassId, Command, ConstructionOrder, FleetId, Order, RouteEdit, ShipClasses, ShipId, Sky,
    StructureClasses, StructureId, TargetId, Units, When,
};

const EYE: Units = Units::Fleet(FleetId(0));

/// The order by numbers, as Terra gives it.
fn by_numbers(order: &str) -> Result<Order, String> {
    let file = format!(r#"[(tick: 0, player: "Terra", order: {order})]"#);
    let order = parse_orders(&file)?.remove(0).order;
    let translated = with_view(held().world_mut(), Viewer::Faction(TERRA), |view| order.by_numbers(view));
    translated.expect("there is a world").map_err(|refusal| refusal.to_string())
}

fn eye(command: Command) -> Result<Order, String> {
    Ok(Order::fleet(EYE, command))
}

fn scout() -> ClassId {
    let world = held();
    world.world().resource::<ShipClasses>().0.position(|class| class.name == "scout").expect("a class")
}

fn shipyard() -> ClassId {
    let world = held();
    let classes = &world.world().resource::<StructureClasses>().0;
    classes.position(|class| class.name == "shipyard").expect("a class")
}

fn point(x: f64, y: f64) -> Goal {
    Goal::point(DVec3::new(x, y, 0.0) * AU_KM)
}

fn ground(assault: Assault) -> Goal {
    Goal::Ground { body: MARS, assault }
}

#[test]
fn commands_are_read() {
    let go = Command::go;
    let conjunction = WaitEvent::Conjunction { one: MARS, other: EARTH };
    let doctrine =
        level::Doctrine { stance: Stance::Aggressive, withdraw_percent: 30, prey: Some(ShipKind::Capital) };
    let cases = [
        (r#"MoveTo(fleet: "Eye", x_au: 1, y_au: -2.0)"#, go(point(1.0, -2.0), When::Now)),
        (r#"GoTo(fleet: "Eye", body: "Mars", queue: true)"#, go(Goal::Body(MARS), When::Last)),
        (
            r#"HoldInRing(fleet: "Eye", body: "Mars", ring: 2)"#,
            go(Goal::Ring { body: MARS, ring: 2 }, When::Now),
        ),
        (r#"Ahead(fleet: "Eye", body: "Mars", degrees: 30)"#, go(Goal::ahead(MARS, 30.0), When::Now)),
        (
            r#"Follow(fleet: "Eye", leader: "Eye", guard: true)"#,
            go(Goal::Fleet { fleet: FleetId(0), guard: true }, When::Now),
        ),
        (
            r#"WaitUntil(fleet: "Eye", until: conjunction("Mars", "Earth"))"#,
            go(Goal::Wait(conjunction), When::Last),
        ),
        (r#"Patrol(fleet: "Eye", x_au: 1, y_au: -2.0)"#, Command::Patrol { to: point(1.0, -2.0) }),
        (r#"AttackMove(fleet: "Eye", x_au: 1, y_au: -2.0)"#, Command::engage(point(1.0, -2.0), When::Now)),
        (
            r#"AttackGoTo(fleet: "Eye", body: "Mars", queue: true)"#,
            Command::engage(Goal::Body(MARS), When::Last),
        ),
        (r#"Invade(fleet: "Eye", body: "Mars")"#, go(ground(Assault::Land), When::Now)),
        (r#"Bombard(fleet: "Eye", body: "Mars")"#, go(ground(Assault::Bombard), When::Now)),
        (
            r#"Form(fleet: "Eye", shape: wedge, facing: (0, 1, 0))"#,
            Command::Form { shape: Shape::Wedge, conduct: Cohesion::default(), facing: Some(DVec3::Y) },
        ),
        (
            r#"Doctrine(fleet: "Eye", stance: aggressive, withdraw_percent: 30, prey: capital)"#,
            Command::Doctrine(doctrine),
        ),
        (r#"Retreat(fleet: "Eye")"#, Command::Retreat),
        (r#"Stop(fleet: "Eye")"#, Command::Stop),
        (r#"Rename(fleet: "Eye", name: "Home guard")"#, Command::Rename("Home guard".into())),
        (r#"Join(fleet: "Eye", others: ["Eye"])"#, Command::Join { others: vec![EYE] }),
        (r#"Scrap(fleet: "Eye")"#, Command::Scrap),
    ];
    for (text, command) in cases {
        assert_eq!(by_numbers(text), eye(command), "{text}");
    }
}

#[test]
fn changes_of_routes_are_read() {
    let wait = Goal::Wait(WaitEvent::Date(2_461_000.5));
    let cases = [
        ("Insert(at: 1, leg: Wait(on(jd(2461000.5))))", Command::go(wait, When::Before(1))),
        (r#"Insert(at: 0, leg: AttackBody("Mars"))"#, Command::engage(Goal::Body(MARS), When::Before(0))),
        (
            r#"Insert(at: 0, leg: Fleet(name: "Eye"))"#,
            Command::go(Goal::Fleet { fleet: FleetId(0), guard: false }, When::Before(0)),
        ),
        ("Remove(at: 2)", Command::Edit(RouteEdit::Remove { at: 2 })),
        ("Move(at: 2, x_au: 1, y_au: 0)", Command::Edit(RouteEdit::Move { at: 2, to: point(1.0, 0.0) })),
        ("Repeat(true)", Command::Edit(RouteEdit::Repeat(true))),
    ];
    for (text, command) in cases {
        let text = format!(r#"EditRoute(fleet: "Eye", edit: {text})"#);
        assert_eq!(by_numbers(&text), eye(command), "{text}");
    }
}

#[test]
fn targets_are_read() {
    let sky = held().world().resource::<Sky>().clone();
    let middle = AnchoredPlace::free(DVec3::X * AU_KM);
    let cases = [
        (r#"Fleet("Eye")"#, AttackTarget::Fleet(FleetId(0))),
        ("Ship(7)", AttackTarget::Target(TargetId::Ship(ShipId(7)))),
        ("Structure(3)", AttackTarget::Target(TargetId::Structure(StructureId(3)))),
        (r#"Class(class: "scout", body: "Mars")"#, AttackTarget::Class { class: scout(), body: Some(MARS) }),
        (r#"Well("Mars")"#, all_about(&sky, MARS)),
        ("Area(x_au: 1, y_au: 0, radius_km: 2e6)", AttackTarget::Area { middle, radius_km: 2.0e6 }),
    ];
    for (text, target) in cases {
        let text = format!(r#"Attack(fleet: "Eye", target: {text})"#);
        let attack = Command::go(Goal::Attack(target), When::Now);
        assert_eq!(by_numbers(&text), eye(attack), "{text}");
    }
}

#[test]
fn orders_about_structures_are_read() {
    let yard = StructureId(7);
    let rally = |goal: Goal| ConstructionOrder::RallyTo { yard, rally: Some(goal) };
    let cases = [
        (
            r#"Build(class: "shipyard", body: "Mars", ring: 2, slot: 11)"#,
            ConstructionOrder::Build { class: shipyard(), body: MARS, ring: 2, slot: 11 },
        ),
        ("Pause(structure: 7)", ConstructionOrder::Pause { structure: yard, paused: true }),
        ("Cancel(structure: 7)", ConstructionOrder::Cancel { structure: yard }),
        (
            r#"BuildShips(yard: 7, class: "scout")"#,
            ConstructionOrder::BuildShips { yard, class: scout(), count: 1 },
        ),
        ("CancelShip(yard: 7, index: 1)", ConstructionOrder::CancelShip { yard, index: 1 }),
        ("Repeat(yard: 7, repeats: false)", ConstructionOrder::Repeat { yard, repeats: false }),
        ("RallyTo(yard: 7)", ConstructionOrder::RallyTo { yard, rally: None }),
        (r#"RallyTo(yard: 7, rally: Body("Mars"))"#, rally(Goal::Body(MARS))),
        (
            r#"RallyTo(yard: 7, rally: Ring(body: "Mars", ring: 1))"#,
            rally(Goal::Ring { body: MARS, ring: 1 }),
        ),
        ("RallyTo(yard: 7, rally: Point(x_au: 1, y_au: -2.0))", rally(point(1.0, -2.0))),
    ];
    for (text, order) in cases {
        assert_eq!(by_numbers(text), Ok(Order::Construction(order)), "{text}");
    }
}

#[test]
fn a_surrender_has_no_fields() {
    assert_eq!(by_numbers("Surrender()"), Ok(Order::Surrender));
}

#[test]
fn names_that_stand_for_nothing_are_refused() {
    for (text, words) in [
        (r#"GoTo(fleet: "Eye", body: "Vulcan")"#, "there is no body called Vulcan"),
        (r#"Stop(fleet: "Nobody")"#, "there is no fleet Nobody"),
        (r#"Follow(fleet: "Eye", leader: "Nobody")"#, "there is no fleet Nobody"),
        (r#"Join(fleet: "Eye", others: ["Nobody"])"#, "there is no fleet Nobody"),
        (r#"Attack(fleet: "Eye", target: Class(class: "canoe"))"#, "no ship class is called canoe"),
        (r#"BuildShips(yard: 0, class: "canoe")"#, "no ship class is called canoe"),
        (r#"Build(class: "hut", body: "Mars", ring: 0, slot: 0)"#, "no structure class is called hut"),
        (r#"WaitUntil(fleet: "Eye", until: nearest(body: "Vulcan"))"#, "there is no body called Vulcan"),
    ] {
        assert_eq!(by_numbers(text), Err(words.to_owned()), "{text}");
    }
    let dated = by_numbers(r#"WaitUntil(fleet: "Eye", until: on(date("soon")))"#);
    assert!(dated.is_err_and(|words| words.contains("soon")));
}

#[test]
fn faults_have_a_line_and_a_reason() {
    for (text, words) in [
        (r#"HoldInRing(fleet: "Eye", body: "Mars")"#, "ring"),
        (r#"GoTo(fleet: "Eye", bdy: "Mars")"#, "bdy"),
        (r#"Gone(fleet: "Eye")"#, "Gone"),
        (r#"Surrender(fleet: "Eye")"#, "fleet"),
        ("Surrender", "opening `(`"),
    ] {
        let fault = parse_orders(&format!(r#"[(tick: 0, player: "Terra", order: {text})]"#))
            .expect_err("it is faulty");
        assert!(fault.starts_with("1:") && fault.contains(words), "{fault}");
    }
}
