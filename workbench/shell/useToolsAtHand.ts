import { VIEWS } from '#core/mapview';
import { worksOn, type Contribution } from '#core/plugin';
import { useContributions, useObservable, useService } from '#core/react';

/** The tools that work on an open viewer. */
export function useToolsAtHand(): readonly Contribution<'tools'>[] {
  const views = useService(VIEWS);
  const open = useObservable(views.open$, views.open);
  return useContributions('tools').filter((tool) => open.some((view) => worksOn(tool, view)));
}
