import type { History, Step } from '#core/history';

/**
 * Takes steps back, or makes them again, until the first `depth` of all steps stand. Stops before a step that cannot be
 * taken, since others changed the same, and answers it: unlike a single undo it gives up nothing.
 */
export function jumpTo(
  history: Pick<History, 'state' | 'undo' | 'redo' | 'whyNotUndo' | 'whyNotRedo'>,
  depth: number,
): Step | undefined {
  while (history.state.done.length > depth) {
    if (history.whyNotUndo()) return history.state.done.at(-1);
    history.undo();
  }
  while (history.state.done.length < depth && history.state.undone.length > 0) {
    if (history.whyNotRedo()) return history.state.undone.at(-1);
    history.redo();
  }
  return undefined;
}

/** How many objects a step changed. */
export function objectsOf({ changes }: Step): number {
  return new Set(changes.map(({ id }) => id)).size;
}
