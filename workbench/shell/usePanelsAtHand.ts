import { VIEWS } from '#core/mapview';
import type { Contribution } from '#core/plugin';
import { useContributions, useObservable, useService } from '#core/react';

/** The panels of the workspace, and of its open viewers. */
export function usePanelsAtHand(): readonly Contribution<'panels'>[] {
  const views = useService(VIEWS);
  const open = useObservable(views.open$, views.open);
  return useContributions('panels').filter(
    ({ viewer }) => !viewer || open.some(({ kind }) => [viewer].flat().some((one) => one === kind)),
  );
}
