//! Execution of deeds.

use bevy::prelude::*;

use super::key_capture::KeyCapture;
use super::rewinding::{go_back, play_from};
use super::skirmishes::{begin_skirmish, choose, make_system, take_typed};
use super::tools::Tools;
use super::turning::turn;
use crate::client::clockwork::GOING_BACK;
use crate::client::hud::guide::Guide;
use crate::client::hud::replay::{ReplayPress, shown_from};
use crate::client::menu::files::naming;
use crate::client::menu::files::paths::FileKind;
use crate::client::menu::files::writer::{SavePlace, begin};
use crate::client::menu::pages::items::MenuAction;
use crate::client::menu::pages::question::{is_needed, leaves_game};
use crate::client::menu::pages::settings::{set, step};
use crate::client::menu::{Menu, Page, new_system, skirmish};
use crate::client::settings::Settings;
use crate::client::view::{BodyPlaces, Focus, FocusTarget, Origin};
use crate::client::widgets::Pressed;
use crate::client::worlds::{Source, fresh_seed};
use crate::level::MindChoice;
use crate::sim::{BodyId, Order, Seat};

/// The message while the game is saved.
const SAVING: &str = "Saving";

/// Performs a deed; or asks first, if it needs a question that has not been answered.
pub(super) fn perform(deed: MenuAction, menu: &mut Menu, settings: &mut Settings, tools: &mut Tools) {
    if is_needed(&deed, menu) {
        tools.stay();
        return menu.ask(deed);
    }
    if menu.asks(&deed) {
        turn(menu.parent(), menu, settings, tools);
    }
    answered(deed, menu, settings, tools);
}

/// Performs a deed that needs no question any more. One that leaves the game waits until the game is saved; while the
/// game hastens back it is refused.
pub(super) fn answered(deed: MenuAction, menu: &mut Menu, settings: &mut Settings, tools: &mut Tools) {
    tools.stay();
    if leaves_game(&deed) && tools.is_going_back() {
        return GOING_BACK.clone_into(&mut menu.said);
    }
    let saves_first = leaves_game(&deed) && menu.is_unsaved && menu.saves_itself;
    if saves_first || (deed == MenuAction::Quit && tools.is_saving()) {
        SAVING.clone_into(&mut menu.said);
        return tools.leave_later(deed, saves_first);
    }
    execute(deed, menu, settings, tools);
}

fn execute(deed: MenuAction, menu: &mut Menu, settings: &mut Settings, tools: &mut Tools) {
    match deed {
        MenuAction::GoOn => menu.close(&mut tools.time),
        MenuAction::Save(name) => save(SavePlace::New(name), menu, tools),
        MenuAction::Overwrite(path) => save(SavePlace::Over(path), menu, tools),
        MenuAction::Delete(path) => {
            let words = naming::delete(&path);
            turn(Page::of_files(FileKind::of(&path)), menu, settings, tools);
            menu.said = words;
        }
        MenuAction::AskName(path) => {
            let kind = FileKind::of(&path);
            menu.renamed = Some(path);
            turn(Page::Rename(kind), menu, settings, tools);
        }
        MenuAction::Rename(path, name) => match naming::rename(&path, &name) {
            Ok(renamed) => {
                menu.renamed = Some(renamed);
                turn(Page::of_files(FileKind::of(&path)), menu, settings, tools);
                menu.said = format!("Renamed to {name}");
            }
            Err(words) => menu.said = words,
        },
        MenuAction::OpenFolder(kind) => {
            let without = || Err(format!("No folder for {}s was found", kind.noun()));
            let opened = tools.folder(kind).map_or_else(without, |folder| naming::open_folder(kind, folder));
            menu.said = opened.err().unwrap_or_default();
        }
        MenuAction::Watch(path, eyes, mark) => {
            let (tick, body) = (mark.map(shown_from), mark.map(|mark| mark.body));
            tools.open(Some(Source::Log { path, tick, eyes, body })).clone_into(&mut menu.said);
        }
        MenuAction::ShowMark(mark) => {
            menu.close_and_resume(&mut tools.time);
            // As if its sign on the bar was pressed.
            tools.commands.write_message(Pressed(ReplayPress::Mark(mark)));
        }
        MenuAction::ListWorlds(path) => {
            menu.listed = Some(path);
            turn(Page::ReplayWorlds, menu, settings, tools);
        }
        MenuAction::PlayWorld(path, tick) => {
            tools.open(Some(Source::LogWorld(path, tick))).clone_into(&mut menu.said);
        }
        MenuAction::PlayFrom(faction) => {
            menu.close(&mut tools.time);
            play_from(faction, tools);
        }
        MenuAction::Rewind(tick) => go_back(tick, tools).clone_into(&mut menu.said),
        MenuAction::Moment(second) => menu.moment = Some(second),
        // Who looks back at the place of a deed does not want the time to go on.
        MenuAction::LookAt(body) => {
            menu.close_and_pause(&mut tools.time);
            tools.commands.queue(move |world: &mut World| look_at(world, body));
        }
        MenuAction::Turn(page) => turn(page, menu, settings, tools),
        MenuAction::Play(files) => tools.open(Some(Source::Files(files))).clone_into(&mut menu.said),
        MenuAction::Restart => {
            let level = tools.present_level();
            tools.open(level).clone_into(&mut menu.said);
        }
        MenuAction::Easier(skill) => {
            let level = tools.present_level().map(|source| with_skill(source, &skill));
            skirmish::set_skill(&mut settings.skirmish.preset, &skill);
            tools.open(level).clone_into(&mut menu.said);
        }
        MenuAction::MainMenu => tools.open(Some(Source::Backdrop)).clone_into(&mut menu.said),
        MenuAction::Stay => {}
        MenuAction::Brief => {
            if let Some(briefing) = &mut tools.briefing {
                briefing.open();
            }
            menu.close(&mut tools.time);
        }
        MenuAction::Encyclopedia => {
            menu.close(&mut tools.time);
            if let Some((encyclopedia, hold)) = tools.encyclopedia.as_mut().zip(tools.help_hold.as_mut()) {
                encyclopedia.open(hold, &mut tools.time);
            }
        }
        MenuAction::ShowGuide => {
            settings.guide_off = false;
            settings.guide_done.clear();
            if let Some(guide) = &mut tools.guide {
                **guide = Guide::default();
            }
            "Guide restarted".clone_into(&mut menu.said);
        }
        MenuAction::Surrender => {
            if let Some(player) = tools.player.as_deref() {
                tools.door.give(player.faction, Order::Surrender);
            }
            menu.close_and_resume(&mut tools.time);
        }
        MenuAction::Reskill(faction, skill) => {
            let known = menu.opponents.iter().find(|opponent| opponent.faction == faction);
            if let Some(Seat { mind: Some(choice), suspended }) = known.map(|opponent| opponent.seat.clone())
            {
                let mind = Some(MindChoice { skill, ..choice });
                tools.door.give(faction, Order::Seat(Seat { mind, suspended }));
            }
            menu.close(&mut tools.time);
        }
        MenuAction::Quit => {
            tools.exit.write(AppExit::Success);
        }
        MenuAction::Choose(row, way) => choose(row, way, menu, settings),
        MenuAction::TakeTyped(choice) => take_typed(choice, menu, settings, tools),
        MenuAction::TakeLevel(path) => {
            settings.skirmish.level = Some(path);
            turn(Page::Skirmish, menu, settings, tools);
        }
        MenuAction::PlainSkirmish => {
            let skill = skirmish::skill_of_others(&settings.skirmish.preset);
            settings.skirmish.preset = skirmish::plain(skill);
        }
        MenuAction::StartSkirmish => {
            let source = begin_skirmish(menu, settings);
            tools.open(source).clone_into(&mut menu.said);
        }
        MenuAction::StepSystem(number, way) => menu.system.step(number, way),
        MenuAction::StepSeed(way) => new_system::step_seed(menu, way),
        MenuAction::MakeSystem => make_system(menu, settings, tools),
        MenuAction::Step(setting, way) => step(settings, setting, way),
        MenuAction::Set(setting, value) => set(settings, setting, value),
        MenuAction::Hear(action, adds) => menu.hearing = Some(KeyCapture::new(action, adds)),
        MenuAction::Usual(action) => settings.unbind(action),
        MenuAction::AllUsual => settings.keys.clear(),
    }
}

/// Begins to save the game; its end is reported later.
fn save(place: SavePlace, menu: &mut Menu, tools: &mut Tools) {
    SAVING.clone_into(&mut menu.said);
    tools.commands.queue(move |world: &mut World| {
        if let Err(words) = begin(world, place, Vec::new()) {
            world.resource_mut::<Menu>().said = words;
        }
    });
}

/// A level whose minds have another skill, with a new seed.
fn with_skill(source: Source, skill: &str) -> Source {
    let Source::Level(mut level, _) = source else { return source };
    for mind in level.factions.iter_mut().filter_map(|faction| faction.mind.as_mut()) {
        skill.clone_into(&mut mind.skill);
    }
    Source::Level(level, fresh_seed())
}

/// Flies to a body, at the distance that the camera has.
fn look_at(world: &mut World, body: BodyId) {
    let places = world.get_resource::<BodyPlaces>();
    let Some(place) = places.and_then(|places| places.0.get(body)).copied() else { return };
    let from = world.resource::<Origin>().0;
    world.resource_mut::<Focus>().fly_to(FocusTarget::Body(body), from, place);
}
