import type { Disposable } from '#core/kernel';
import type { MapView, Views } from './contract.ts';

/** Starts something on every open viewer, and ends it there when the viewer is closed. */
export function onEachView(
  views: Pick<Views, 'open$'>,
  begin: (view: MapView) => Disposable | undefined,
): Disposable {
  const begun = new Map<MapView, Disposable | undefined>();
  const end = (view: MapView) => {
    begun.get(view)?.dispose();
    begun.delete(view);
  };
  const following = views.open$.subscribe((open) => {
    for (const view of begun.keys()) if (!open.includes(view)) end(view);
    for (const view of open) if (!begun.has(view)) begun.set(view, begin(view));
  });
  return {
    dispose: () => {
      following.unsubscribe();
      for (const view of begun.keys()) end(view);
    },
  };
}
