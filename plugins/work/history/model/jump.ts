import type { History, Step } from '#core/history';

/**
 * Undoes or redoes steps until the first `depth` are applied. Stops before a step that is impossible because others
 * changed the same objects, and returns it; unlike a single undo, it drops no step. Rejects with the server's error
 * when it cannot undo or redo a step of its own.
 */
export async function jumpTo(
  history: Pick<History, 'state' | 'undo' | 'redo' | 'undoObstacle' | 'redoObstacle' | 'settled'>,
  depth: number,
): Promise<Step | undefined> {
  while (history.state.done.length > depth) {
    if (history.undoObstacle()) return history.state.done.at(-1);
    history.undo();
    await history.settled();
  }
  while (history.state.done.length < depth && history.state.undone.length > 0) {
    if (history.redoObstacle()) return history.state.undone.at(-1);
    history.redo();
    await history.settled();
  }
  return undefined;
}
