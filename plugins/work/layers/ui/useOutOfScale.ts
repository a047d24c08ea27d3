import { useMemo } from 'react';
import { auditTime, combineLatest, distinctUntilChanged, map, of, startWith, switchMap } from 'rxjs';
import { VIEWS } from '#core/mapview';
import { useObservable, useService } from '#core/react';
import { isInScale, scaleDenominator } from '#core/styles';
import { PROJECT_LAYERS } from '../model/project-layers.ts';

/** Milliseconds: a map that is zoomed passes many scales. */
const PAUSE = 200;

/** Names of the layers that are not drawn at the scale of the active view, because of their own range or their group's. */
export function useOutOfScale(): ReadonlySet<string> {
  const layers = useService(PROJECT_LAYERS);
  const views = useService(VIEWS);
  const names$ = useMemo(() => {
    const resolution$ = views.active$.pipe(
      startWith(views.active),
      switchMap((view) =>
        view
          ? view.camera$.pipe(
              startWith(undefined),
              map(() => view.camera.resolution),
            )
          : of(undefined),
      ),
    );
    return combineLatest([layers.states$, resolution$]).pipe(
      auditTime(PAUSE),
      map(([states, resolution]) => {
        if (resolution === undefined) return '[]';
        const scale = scaleDenominator(resolution);
        const out = states.filter(({ style }) => !isInScale(style, scale));
        return JSON.stringify(out.map(({ typeName }) => typeName));
      }),
      distinctUntilChanged(),
    );
  }, [layers, views]);
  const names = useObservable(names$, '[]');
  return useMemo(() => new Set(JSON.parse(names) as string[]), [names]);
}
