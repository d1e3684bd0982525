//! Execution of deeds.

use std::path::PathBuf;

use bevy::prelude::*;

use super::key_capture::KeyCapture;
use super::skirmishes::{begin_skirmish, choose, make_system, take_typed};
use super::tools::Tools;
use super::turning::turn;
use crate::client::frame::Toasts;
use crate::client::hud::guide::Guide;
use crate::client::menu::files::saving;
use crate::client::menu::game::LastSave;
use crate::client::menu::pages::items::MenuAction;
use crate::client::menu::pages::question::is_needed;
use crate::client::menu::pages::settings::{set, step};
use crate::client::menu::{Menu, Page, new_system, skirmish};
use crate::client::settings::Settings;
use crate::client::view::{BodyPlaces, Focus, FocusTarget, Origin};
use crate::client::worlds::{Source, fresh_seed};
use crate::level::{MindChoice, plain_path};
use crate::sim::{BodyId, Calendar, Order, Seat};

/// Performs a deed; or asks first, if it needs a question that has not been answered.
pub(super) fn perform(deed: MenuAction, menu: &mut Menu, settings: &mut Settings, tools: &mut Tools) {
    if is_needed(&deed, menu) {
        return menu.ask(deed);
    }
    if menu.asks(&deed) {
        turn(menu.parent(), menu, settings, tools);
    }
    match deed {
        MenuAction::GoOn => menu.close(&mut tools.time),
        MenuAction::Save(name) => {
            tools.commands.queue(move |world: &mut World| {
                let saved = saving::save_as(world, &name);
                tell_save(world, saved);
            });
        }
        MenuAction::Overwrite(path) => {
            tools.commands.queue(move |world: &mut World| {
                let saved = saving::overwrite(world, path);
                tell_save(world, saved);
            });
        }
        MenuAction::Delete(path) => {
            let words = saving::delete(&path);
            turn(Page::Load, menu, settings, tools);
            menu.said = words;
        }
        MenuAction::LookAt(body) => {
            menu.close(&mut tools.time);
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
            if let Some(encyclopedia) = &mut tools.encyclopedia {
                encyclopedia.open(&mut tools.time);
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

/// Shows the path of a save, on the first page; or why there is none, on the same page.
fn tell_save(world: &mut World, saved: Result<PathBuf, String>) {
    let words = match saved {
        Ok(path) => {
            let tick = world.resource::<Calendar>().tick;
            world.resource_mut::<LastSave>().0 = tick;
            let mut menu = world.resource_mut::<Menu>();
            let home = menu.home;
            menu.turn(home);
            format!("Game saved to {}", plain_path(&path))
        }
        Err(words) => words,
    };
    world.resource_mut::<Toasts>().say(words.clone());
    world.resource_mut::<Menu>().said = words;
}
