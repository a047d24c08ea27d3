import { combineLatest, of, switchMap } from 'rxjs';
import { projections$ } from '#core/geodesy';
import type { Projects } from '#core/project';
import type { Settings } from '#core/settings';
import { isPlane } from '#core/sketch';
import type { Measures } from './measures.ts';

/** Sets the plane of the measurements: the person's measuring CRS, else the project's. */
export function followMeasuringCrs(measures: Measures, settings: Settings, projects: Projects): void {
  const project$ = projects.current$.pipe(switchMap((open) => open?.project$ ?? of(undefined)));
  combineLatest([settings.observe('measureCRS'), project$, projections$]).subscribe(
    ([requested, project]) => {
      const code = requested || project?.crs || '';
      measures.setPlane(isPlane(code) ? code : undefined);
    },
  );
}
