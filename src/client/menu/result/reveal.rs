//! The information about a war that may be revealed, by viewer.

use super::content::{BattleEntry, FactionResult, Graph, PlanEntry, ResultContent, WarOutcome};
use super::ended::{listed, scouting};
use super::falls::fall_of;
use crate::client::frame::{players_words, time_of_play};
use crate::client::hud::minds::PlanWords;
use crate::client::hud::planet::words::per_minute;
use crate::client::models::FactionColors;
use crate::level::{counted, named_together};
use crate::sim::combat::Losses;
use crate::sim::outcome::History;
use crate::sim::outcome::history::{Battle, Figures, Surrender};
use crate::sim::outcome::victory::Decision;
use crate::sim::world::money::Amount;
use crate::sim::{BodyId, FactionId, Factions, Minds, OperationKind, Scouting, Seats};

/// The inputs of the page.
pub struct ResultInputs<'a> {
    /// The figures and the battles.
    pub history: &'a History,
    /// The losses.
    pub losses: &'a Losses,
    /// The decision, if there is one.
    pub decision: Option<&'a Decision>,
    /// The factions.
    pub factions: &'a Factions,
    /// The players.
    pub seats: &'a Seats,
    /// Colours.
    pub colors: &'a FactionColors,
    /// The viewer's faction; `None` for a spectator.
    pub me: Option<FactionId>,
    /// Side.
    pub my_side: Option<u16>,
    /// Whether the viewer has nothing left in a war that is not decided.
    pub is_out: bool,
    /// Whether the viewer may see everything.
    pub sees_all: bool,
    /// The name of a body.
    pub body_name: &'a dyn Fn(BodyId) -> String,
    /// The date of a tick.
    pub date: &'a dyn Fn(u64) -> String,
    /// The time from one economy tick to the next, seconds of play.
    pub tick_s: f64,
    /// The plans of minds, which are shown only after the decision.
    pub minds: &'a Minds,
    /// The words for plans.
    pub words: &'a PlanWords<'a>,
}

/// The information that may be revealed.
pub fn result_content(asked: &ResultInputs) -> ResultContent {
    let shown = shown_factions(asked);
    let (outcome, reason) = outcome(asked);
    let name =
        |faction: FactionId| asked.factions.0.get(faction).map_or("Others", |known| known.name.as_str());
    let factions = shown.iter().map(|&faction| FactionResult {
        faction,
        name: name(faction).to_owned(),
        color: asked.colors.of(faction),
        toll: asked.losses.of(faction),
    });
    let entries = &asked.history.entries;
    let dates = match (entries.first(), entries.last()) {
        (Some(first), Some(last)) => ((asked.date)(first.tick), (asked.date)(last.tick)),
        _ => (String::new(), String::new()),
    };
    let income = |figures: &Figures| {
        per_minute(Amount { money: figures.income, ..Amount::ZERO }, asked.tick_s).money as f64
    };
    let kinds: [(&'static str, FigureKind); 3] = [
        ("Planets", &|figures: &Figures| f64::from(figures.bodies)),
        ("Income /min", &income),
        ("Fleet value", &|figures: &Figures| figures.fleet as f64),
    ];
    let graphs = kinds.map(|(title, value)| Graph { title, lines: lines(asked.history, &shown, value) });
    let battles = asked.history.battles.iter().filter_map(|battle| battle_entry(asked, &shown, battle));
    ResultContent {
        outcome,
        headline: headline(asked, outcome),
        aftermath: asked.decision.map_or_else(|| goes_on(asked), |decision| aftermath(&decision.surrendered)),
        reason,
        ends: ends(asked),
        factions: factions.collect(),
        players: players_words(asked.factions, asked.seats),
        graphs: graphs.into(),
        dates,
        battles: battles.collect(),
        plans: if asked.decision.is_some() { plans(asked) } else { Vec::new() },
        ended: if asked.decision.is_some() { ended(asked) } else { Vec::new() },
        builds: if asked.decision.is_some() { builds(asked) } else { Vec::new() },
    }
}

/// The most goals of each mind that are listed.
const MOST_GOALS: usize = 3;

/// The operations of all minds, and the best of the goals that they declined.
fn plans(asked: &ResultInputs) -> Vec<PlanEntry> {
    let date = (asked.date)(asked.words.calendar.tick);
    let mut entries = Vec::new();
    for (faction, mind) in asked.minds.0.iter_enumerated() {
        let Some((mind, known)) = mind.as_ref().zip(asked.factions.0.get(faction)) else { continue };
        entries.extend(mind.operations.iter().map(|operation| PlanEntry {
            body: operation.target,
            tick: None,
            plan: format!("{}: {}", known.name, asked.words.operation(operation)),
            course: asked.words.course(operation),
            why: reasons(operation.kind, &operation.why),
        }));
        entries.extend(mind.open_goals().take(MOST_GOALS).map(|choice| PlanEntry {
            body: choice.target,
            tick: None,
            plan: format!("{}: {}", known.name, asked.words.goal(choice)),
            course: format!("declined on {date}"),
            why: reasons(choice.kind, &choice.why),
        }));
    }
    entries
}

/// What all minds had built lately, and why.
fn builds(asked: &ResultInputs) -> Vec<PlanEntry> {
    let mut entries = Vec::new();
    for (faction, mind) in asked.minds.0.iter_enumerated() {
        let Some((mind, known)) = mind.as_ref().zip(asked.factions.0.get(faction)) else { continue };
        entries.extend(mind.builds.iter().rev().map(|reason| PlanEntry {
            body: reason.body,
            tick: Some(reason.tick),
            plan: format!("{}: {}", known.name, asked.words.build(reason)),
            course: asked.words.ordered(reason),
            why: reason.why.clone(),
        }));
    }
    entries
}

/// The operations of all minds that have ended, and the sums of their scouting.
fn ended(asked: &ResultInputs) -> Vec<PlanEntry> {
    let entries = listed(asked.minds).into_iter().filter_map(|(faction, one)| {
        let known = asked.factions.0.get(faction)?;
        let begun = (asked.date)(one.begun_tick);
        let ships = counted(one.ships as usize, "ship");
        Some(PlanEntry {
            body: one.target,
            tick: Some(one.tick),
            plan: format!("{}: {}", known.name, asked.words.deed(one.kind, one.target)),
            course: format!("{} on {}", one.ending.words(one.kind), (asked.date)(one.tick)),
            why: format!("begun on {begun} with {ships}, {}", reasons(one.kind, &one.why)),
        })
    });
    let sums = scouting(asked.minds).into_iter();
    entries.chain(sums.filter_map(|(faction, sum)| scouted(asked, faction, sum))).collect()
}

/// The scouting of a mind in one row, `"Ferrum: scouted 14 times, last at Alder"`.
fn scouted(asked: &ResultInputs, faction: FactionId, sum: &Scouting) -> Option<PlanEntry> {
    let known = asked.factions.0.get(faction)?;
    let (target, date) = (sum.last_target?, (asked.date)(sum.last_tick));
    let place = (asked.body_name)(target);
    let deed = match sum.flights {
        1 => format!("scouted {place}"),
        flights => format!("scouted {flights} times, last at {place}"),
    };
    let lost =
        if sum.lost == 0 { String::new() } else { format!("{} lost, ", counted(sum.lost as usize, "scout")) };
    Some(PlanEntry {
        body: target,
        tick: Some(sum.last_tick),
        plan: format!("{}: {deed}", known.name),
        course: format!("{lost}last on {date}"),
        why: OperationKind::Scout.aim().to_owned(),
    })
}

/// What a kind of operation is good for, and the reasons beyond that, if there are any.
fn reasons(kind: OperationKind, why: &str) -> String {
    let aim = kind.aim();
    if why.is_empty() { aim.to_owned() } else { format!("{aim}; {why}") }
}

/// The factions shown: all of them once the war is decided, before that only the viewer's own.
fn shown_factions(asked: &ResultInputs) -> Vec<FactionId> {
    if asked.decision.is_some() || asked.sees_all {
        return asked.factions.0.keys().collect();
    }
    asked.me.into_iter().collect()
}

/// The outcome for the viewer, with winner and reason.
fn outcome(asked: &ResultInputs) -> (WarOutcome, String) {
    let Some(decision) = asked.decision else {
        let only_own = if asked.sees_all { "" } else { "The strength of others is unknown to you" };
        let first = format!("The result after {} of play", time_of_play(asked.words.calendar.tick));
        let sentences = [first.as_str(), goes_on(asked), only_own];
        let told: Vec<&str> = sentences.into_iter().filter(|sentence| !sentence.is_empty()).collect();
        return (end_of_viewer(asked), told.join(". "));
    };
    let outcome = match asked.my_side {
        None => WarOutcome::Over,
        Some(side) if side == decision.side => WarOutcome::Victory,
        Some(_) => WarOutcome::Defeat,
    };
    let (winners, date) = (named_together(&decision.winners), (asked.date)(decision.tick));
    let length = time_of_play(decision.tick);
    (outcome, format!("{winners} won on {date} in {length} of play: {}", decision.reason))
}

/// The outcome for the viewer while nobody has won.
fn end_of_viewer(asked: &ResultInputs) -> WarOutcome {
    match asked.me.filter(|_| asked.is_out) {
        Some(me) if asked.history.has_surrendered(me) => WarOutcome::GaveUp,
        Some(_) => WarOutcome::Fell,
        None => WarOutcome::Undecided,
    }
}

/// What goes on without a viewer who has nothing left; empty for others, and where there is nobody else.
fn goes_on(asked: &ResultInputs) -> &'static str {
    let is_alone = asked.factions.0.len() < 2;
    if is_alone || end_of_viewer(asked) == WarOutcome::Undecided {
        return "";
    }
    if asked.seats.has_minds() { "The war goes on without you" } else { "No AI plays the other sides" }
}

/// The verdict in a few words, `"Victory: Rivalry has surrendered"`, or the end of the viewer; empty before either.
fn headline(asked: &ResultInputs, outcome: WarOutcome) -> String {
    let Some(decision) = asked.decision else {
        return if outcome == WarOutcome::Undecided { String::new() } else { outcome.words().to_owned() };
    };
    let known = |faction: &FactionId| asked.factions.0.get(*faction).map(|known| known.name.as_str());
    let surrendered: Vec<&str> = decision.surrendered.iter().filter_map(known).collect();
    let deed = match &surrendered[..] {
        [] => format!("{} {}", named_together(&decision.winners), decision.reason),
        [one] => format!("{one} has surrendered"),
        all => format!("{} have surrendered", named_together(all)),
    };
    format!("{}: {deed}", outcome.words())
}

/// What has become of those who surrendered.
fn aftermath(surrendered: &[FactionId]) -> &'static str {
    match surrendered {
        [] => "",
        [_] => "Its crews have scuttled its ships and structures",
        _ => "Their crews have scuttled their ships and structures",
    }
}

/// The ends of sides with their times: surrenders, which everybody knows, and falls where all figures are shown.
fn ends(asked: &ResultInputs) -> Vec<String> {
    let name = |faction: FactionId| asked.factions.0.get(faction).map(|known| known.name.as_str());
    let ended = |faction: FactionId, deed: &str, tick: u64| {
        Some(format!(
            "{} {deed} on {}, after {} of play",
            name(faction)?,
            (asked.date)(tick),
            time_of_play(tick)
        ))
    };
    let surrenders = surrenders_to_tell(asked);
    let surrenders = surrenders.filter_map(|one| ended(one.faction, "surrendered", one.tick));
    let falls = asked.factions.0.keys().filter_map(|faction| {
        let tick = fall_of(asked.history, faction).filter(|_| asked.decision.is_some() || asked.sees_all)?;
        ended(faction, "fell", tick)
    });
    surrenders.chain(falls).collect()
}

/// The surrenders that the reason of the decision does not name. The last one often decides a war: its date is that of
/// the decision.
fn surrenders_to_tell<'a>(asked: &'a ResultInputs) -> impl Iterator<Item = &'a Surrender> {
    let decided = asked.decision.map(|decision| ((asked.date)(decision.tick), &decision.surrendered));
    asked.history.surrenders.iter().filter(move |one| {
        let is_named = |(day, named): &(String, &Vec<FactionId>)| {
            *day == (asked.date)(one.tick) && named.contains(&one.faction)
        };
        !decided.as_ref().is_some_and(is_named)
    })
}

/// One of the figures as a number.
type FigureKind<'a> = &'a dyn Fn(&Figures) -> f64;

fn lines(history: &History, shown: &[FactionId], value: FigureKind) -> Vec<Vec<(u64, f64)>> {
    let line = |faction: FactionId| {
        let points = history
            .entries
            .iter()
            .filter_map(move |entry| entry.factions.get(faction).map(|figures| (entry.tick, value(figures))));
        points.collect::<Vec<(u64, f64)>>()
    };
    shown.iter().map(|faction| line(*faction)).collect()
}

/// A battle, with the losses of the factions shown; `None` if they lost nothing in it.
fn battle_entry(asked: &ResultInputs, shown: &[FactionId], battle: &Battle) -> Option<BattleEntry> {
    let lost = shown.iter().filter_map(|faction| {
        let count = battle.losses.get(*faction).copied().filter(|count| *count > 0)?;
        let who = asked.factions.0.get(*faction).map_or("Others", |known| known.name.as_str());
        Some(format!("{who} lost {count}"))
    });
    let losses = lost.collect::<Vec<String>>().join(", ");
    (!losses.is_empty()).then(|| BattleEntry {
        body: battle.body,
        place: (asked.body_name)(battle.body),
        tick: battle.tick,
        date: (asked.date)(battle.tick),
        losses,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::test_support::faction;
    use crate::orbit::{GameClock, J2000_JD};
    use crate::sim::combat::Toll;
    use crate::sim::outcome::history::{HistoryEntry, Past};
    use crate::sim::outcome::test_support::decision_for;
    use crate::sim::{BuildReason, BuiltClass, Calendar, Choice, ClassId, Ending, Mind, Operation, ShipId};

    fn factions() -> Factions {
        Factions(vec![faction("Lumen"), faction("Cairn")].into())
    }

    fn history() -> History {
        let figures = |bodies: u32| Figures { bodies, income: -5, fleet: 100 };
        let entry = |tick: u64| HistoryEntry { tick, factions: vec![figures(1), figures(3)].into() };
        let battle = |body: BodyId, losses: [u32; 2]| Battle {
            body,
            tick: 40,
            last_tick: 50,
            losses: losses.to_vec().into(),
        };
        let battles = vec![battle(BodyId(4), [2, 5]), battle(BodyId(6), [0, 1])];
        let surrender = Surrender { faction: FactionId(0), tick: 60 };
        History::from(Past { entries: vec![entry(10), entry(20)], battles, surrenders: vec![surrender] })
    }

    fn hunting() -> Operation {
        Operation { ships: vec![ShipId(1)], ..Operation::begun(1, OperationKind::Hunt, BodyId(3), 30) }
    }

    fn content(me: Option<FactionId>, sees_all: bool, winner: Option<u16>) -> ResultContent {
        content_for(me, (sees_all, false), winner, ("Lumen surrendered", vec![FactionId(0)]))
    }

    fn content_for(
        me: Option<FactionId>,
        (sees_all, is_out): (bool, bool),
        winner: Option<u16>,
        (reason, surrendered): (&str, Vec<FactionId>),
    ) -> ResultContent {
        let decision = winner.map(|side| Decision {
            winners: vec!["Cairn".to_owned()],
            reason: reason.to_owned(),
            surrendered,
            tick: 60,
            ..decision_for(side)
        });
        let losses =
            Losses(vec![Toll { ships: 2, ..Toll::default() }, Toll { ships: 6, ..Toll::default() }].into());
        let declined =
            |kind: OperationKind| Choice::declined(kind, BodyId(3), 2.0, "it is too far".to_owned());
        let choices = [OperationKind::Hunt, OperationKind::Take].map(declined).to_vec();
        let mut mind = Mind { choices, operations: vec![hunting()], ..Mind::default() };
        let ended = [
            (OperationKind::Take, Ending::Failed),
            (OperationKind::Scout, Ending::ShipsLost),
            (OperationKind::Scout, Ending::Succeeded),
        ];
        for (kind, ending) in ended {
            mind.remember_end(&Operation { kind, most_ships: 4, ..hunting() }, ending, 50);
        }
        mind.scouting.lost = 3;
        let what = BuiltClass::Ship(ClassId::FIRST);
        for tick in [10, 20] {
            let why = "at equal cost".to_owned();
            mind.remember_build(BuildReason { what, body: BodyId(3), count: 2, tick, why });
        }
        result_content(&ResultInputs {
            history: &history(),
            losses: &losses,
            decision: decision.as_ref(),
            factions: &factions(),
            seats: &Seats::default(),
            colors: &FactionColors::default(),
            me,
            my_side: me.and_then(|me| u16::try_from(me.0).ok()),
            is_out,
            sees_all,
            body_name: &|body: BodyId| format!("body {}", body.0),
            date: &|tick: u64| format!("day {tick}"),
            tick_s: 2.0,
            minds: &Minds(vec![None, Some(mind)].into()),
            words: &PlanWords {
                body: &|_| "Strand",
                class: &|_| "cruiser",
                calendar: &Calendar {
                    clock: GameClock { epoch_jd: J2000_JD, days_per_second: 1.0 },
                    tick: 60,
                    seed: 0,
                },
            },
        })
    }

    #[test]
    fn during_the_war_the_result_hides_other_factions() {
        let content = content(Some(FactionId(0)), false, None);
        assert_eq!(content.outcome, WarOutcome::Undecided);
        assert_eq!(content.factions.len(), 1);
        assert!(content.graphs.iter().all(|graph| graph.lines.len() == 1));
        assert_eq!(content.graphs[0].lines[0], [(10, 1.0), (20, 1.0)]);
        let income = &content.graphs[1];
        assert_eq!((income.title, income.lines[0][0]), ("Income /min", (10, -150.0)), "-5 every two seconds");
        let battles: Vec<&str> = content.battles.iter().map(|battle| battle.losses.as_str()).collect();
        assert_eq!(battles, ["Lumen lost 2"], "of the other one nothing is known");
        assert!(!format!("{content:?}").contains("Cairn"), "nor of its plans");
    }

    #[test]
    fn a_spectator_sees_the_whole_result() {
        let content = content(None, true, None);
        assert_eq!(
            (content.outcome, content.factions.len(), content.battles.len()),
            (WarOutcome::Undecided, 2, 2)
        );
        assert_eq!(content.ends, ["Lumen surrendered on day 60, after 0:02 of play"]);
    }

    #[test]
    fn a_decided_war_is_shown_to_all() {
        assert_eq!(content(Some(FactionId(0)), false, Some(0)).outcome, WarOutcome::Victory);
        assert_eq!(content(None, true, Some(1)).outcome, WarOutcome::Over);
        let content = content(Some(FactionId(0)), false, Some(1));
        assert_eq!(content.outcome, WarOutcome::Defeat);
        assert_eq!(content.reason, "Cairn won on day 60 in 0:02 of play: Lumen surrendered");
        assert_eq!(content.headline, "Defeat: Lumen has surrendered");
        assert_eq!(content.aftermath, "Its crews have scuttled its ships and structures");
        assert!(content.ends.is_empty(), "it is told with the winner");
        let held = content_for(None, (true, false), Some(1), ("held 4 bodies for 60 s", Vec::new()));
        assert_eq!(held.headline, "The war is over: Cairn held 4 bodies for 60 s");
        assert_eq!(held.aftermath, "", "nobody gave up");
        let ends = ["Lumen surrendered on day 60, after 0:02 of play"];
        assert_eq!(held.ends, ends, "the reason does not tell it");
        assert_eq!((content.factions[1].toll.ships, content.graphs[1].lines.len()), (6, 2));
        assert_eq!(content.battles[0].losses, "Lumen lost 2, Cairn lost 5");
        let [hunt, take] = &content.plans[..] else { panic!("no goal twice: {:?}", content.plans) };
        assert_eq!(
            (hunt.plan.as_str(), hunt.course.as_str()),
            ("Cairn: hunt near Strand", "gathers, 1 ship")
        );
        assert_eq!((take.plan.as_str(), take.course.as_str()), ("Cairn: take Strand", "declined on day 60"));
        assert_eq!(hunt.why, OperationKind::Hunt.aim());
        assert_eq!(take.why, format!("{}; it is too far", OperationKind::Take.aim()));
        let [taken, scouted] = &content.ended[..] else { panic!("{:?}", content.ended) };
        assert_eq!(
            (scouted.plan.as_str(), scouted.course.as_str()),
            ("Cairn: scouted 2 times, last at body 3", "3 scouts lost, last on day 50")
        );
        assert_eq!((taken.plan.as_str(), taken.course.as_str()), ("Cairn: take Strand", "failed on day 50"));
        assert!(taken.why.starts_with("begun on day 30 with 4 ships, to break"), "{}", taken.why);
        let [cruisers] = &content.builds[..] else { panic!("{:?}", content.builds) };
        assert_eq!(
            (cruisers.plan.as_str(), cruisers.why.as_str()),
            ("Cairn: 4 cruisers at Strand", "at equal cost")
        );
        assert!(cruisers.course.starts_with("last ordered on 2000-01-"), "{}", cruisers.course);
        let ticks = [hunt, take, taken, scouted, cruisers].map(|entry| entry.tick);
        assert_eq!(ticks, [None, None, Some(50), Some(50), Some(20)], "what is past has its moment");
        let words = format!("{:?}", content.plans);
        assert!(!words.contains("score") && !words.contains("2.0"), "{words}");
        assert_eq!(content.dates, ("day 10".to_owned(), "day 20".to_owned()));
    }

    #[test]
    fn the_end_of_the_viewer_is_told_before_any_verdict() {
        let end = |me: usize| content_for(Some(FactionId(me)), (false, true), None, ("", Vec::new()));
        let gave_up = end(0);
        assert_eq!(gave_up.outcome, WarOutcome::GaveUp);
        assert_eq!(gave_up.headline, "You have surrendered");
        assert_eq!(gave_up.aftermath, "No AI plays the other sides");
        let reason = "The result after 0:02 of play. No AI plays the other sides. The strength of others is \
                      unknown to you";
        assert_eq!(gave_up.reason, reason);
        assert_eq!(gave_up.ends, ["Lumen surrendered on day 60, after 0:02 of play"]);
        assert_eq!(gave_up.factions.len(), 1, "the others still play");
        let fell = end(1);
        assert_eq!((fell.outcome, fell.headline.as_str()), (WarOutcome::Fell, "You have nothing left"));
        let spectator = content_for(None, (true, true), None, ("", Vec::new()));
        assert_eq!((spectator.outcome, spectator.aftermath), (WarOutcome::Undecided, ""));
    }
}
