import { distinctUntilChanged } from 'rxjs';
import type { Disposable } from '#core/kernel';
import type { MapView, Views } from './contract.ts';

/** Begins something on whichever viewer is active, and ends it there when another is. */
export function onActiveView(
  views: Pick<Views, 'active$'>,
  begin: (view: MapView) => Disposable | undefined,
): void {
  let begun: Disposable | undefined;
  views.active$.pipe(distinctUntilChanged()).subscribe((view) => {
    begun?.dispose();
    begun = view && begin(view);
  });
}
