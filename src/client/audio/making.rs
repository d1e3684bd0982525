//! Sounds are made in tasks: the first picture does not wait for them.

use bevy::tasks::futures_lite::future::yield_now;
use bevy::tasks::{AsyncComputeTaskPool, Task};

/// Makes pieces in a task. After each of them other tasks have their turn: shaders are compiled in the same pool, which
/// may have one thread only.
pub(super) fn make_in_task<T: Send + 'static>(
    pieces: impl Iterator<Item = T> + Send + 'static,
) -> Task<Vec<T>> {
    AsyncComputeTaskPool::get().spawn(async move {
        let mut made = Vec::new();
        for piece in pieces {
            made.push(piece);
            yield_now().await;
        }
        made
    })
}

#[cfg(test)]
mod tests {
    use bevy::tasks::{TaskPool, block_on};

    use super::*;

    #[test]
    fn pieces_keep_their_order() {
        AsyncComputeTaskPool::get_or_init(TaskPool::new);
        let (one, other) = (make_in_task(0..5), make_in_task(5..9));
        assert_eq!(block_on(one), [0, 1, 2, 3, 4]);
        assert_eq!(block_on(other), [5, 6, 7, 8]);
    }
}
