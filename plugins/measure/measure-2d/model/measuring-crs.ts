import { combineLatest } from 'rxjs';
import { projections$ } from '#core/geodesy';
import type { Projects } from '#core/project';
import type { Settings } from '#core/settings';
import { isPlane } from '#core/sketch';
import type { Measures } from './measures.ts';

/** Tells the measures in which plane they can be taken: that of the person's measuring CRS, else of the project's. */
export function followMeasuringCrs(measures: Measures, settings: Settings, projects: Projects): void {
  combineLatest([settings.observe('measureCRS'), projects.current$, projections$]).subscribe(
    ([wanted, current]) => {
      const code = wanted || current?.project.crs || '';
      measures.setPlane(isPlane(code) ? code : undefined);
    },
  );
}
