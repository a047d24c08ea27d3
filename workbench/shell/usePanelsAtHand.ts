import { useMemo } from 'react';
import { VIEWS } from '#core/mapview';
import type { Contribution } from '#core/plugin';
import { useContributions, useObservable, useService } from '#core/react';

/** The panels of the workspace, and of its open viewers. */
export function usePanelsAtHand(): readonly Contribution<'panels'>[] {
  const views = useService(VIEWS);
  const open = useObservable(views.open$, views.open);
  const offered = useContributions('panels');
  return useMemo(
    () =>
      offered.filter(
        ({ viewer }) => !viewer || open.some(({ kind }) => [viewer].flat().some((one) => one === kind)),
      ),
    [offered, open],
  );
}
