import { combineLatest } from 'rxjs';
import { projections$ } from '#core/geodesy';
import type { Projects } from '#core/project';
import type { Settings } from '#core/settings';
import { isPlane } from '#core/sketch';
import type { Measures } from './measures.ts';

/** Sets the plane of the measurements: the person's measuring CRS, else the project's. */
export function followMeasuringCrs(measures: Measures, settings: Settings, projects: Projects): void {
  combineLatest([settings.observe('measureCRS'), projects.current$, projections$]).subscribe(
    ([requested, current]) => {
      const code = requested || current?.project.crs || '';
      measures.setPlane(isPlane(code) ? code : undefined);
    },
  );
}
