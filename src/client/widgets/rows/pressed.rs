use bevy::prelude::*;
use bevy::ui_widgets::Activate;

use crate::client::worlds::MessagesOfWorld;

/// A button or a row with this effect was pressed, by the mouse or by Enter.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pressed<A: Send + Sync + 'static>(pub A);

/// Sends presses of all buttons and rows with an effect `A` as messages, to be read by systems in their order.
pub fn presses<A: Component + Clone>(app: &mut App) {
    app.add_message_of_world::<Pressed<A>>().add_observer(send_press::<A>);
}

fn send_press<A: Component + Clone>(
    press: On<Activate>,
    buttons: Query<&A>,
    mut pressed: MessageWriter<Pressed<A>>,
) {
    if let Ok(effect) = buttons.get(press.entity) {
        pressed.write(Pressed(effect.clone()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Component, Clone, Debug, PartialEq)]
    struct Ring(u32);

    #[derive(Component, Clone, Debug, PartialEq)]
    struct Other;

    #[test]
    fn a_press_is_sent_with_its_effect_alone() {
        let mut app = App::new();
        app.add_plugins((presses::<Ring>, presses::<Other>));
        let [ring, other] = [app.world_mut().spawn(Ring(3)).id(), app.world_mut().spawn(Other).id()];
        for entity in [other, ring] {
            app.world_mut().trigger(Activate { entity });
        }
        let mut rung = app.world_mut().resource_mut::<Messages<Pressed<Ring>>>();
        assert_eq!(rung.drain().collect::<Vec<_>>(), [Pressed(Ring(3))]);
    }
}
