import type { Disposable } from '#core/kernel';
import type { MapView } from '#core/mapview';
import type { OpenProject } from '#core/project';

/** Highlights the objects whose unsent changes conflict with the server's. */
export function markConflicts(view: Pick<MapView, 'highlight'>, project: OpenProject): Disposable {
  const marking = project.autosave.state$.subscribe(({ conflicts }) =>
    view.highlight(
      'conflict',
      conflicts.map(({ id }) => id),
    ),
  );
  return { dispose: () => marking.unsubscribe() };
}
