import { VIEWS } from '#core/mapview';
import { addressOn, type Contribution } from '#core/plugin';
import { useContributions, useObservable, useService } from '#core/react';

/** The tools that work on the viewer in use; none where no viewer is open. */
export function useToolsAtHand(): readonly Contribution<'tools'>[] {
  const views = useService(VIEWS);
  const view = useObservable(views.active$, views.active);
  return useContributions('tools').filter((tool) => addressOn(tool, view?.kind) !== undefined);
}
