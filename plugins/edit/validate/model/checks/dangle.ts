import { linesOf } from '#core/shapes';
import { finding } from '../finding.ts';
import { looseEnd } from '../loose-end.ts';
import type { GeometryCheck } from '../scene.ts';

/** Finds ends of lines that miss another line of the type, or have crossed it, by at most the tolerance. */
export const dangle: GeometryCheck = function* (scene, metres) {
  for (const object of scene.objects) {
    const runs = linesOf(object.location);
    const near = runs.length === 0 ? [] : scene.near(object, 2 * metres);
    for (const run of runs) {
      const others = [
        ...near.flatMap(({ location }) => linesOf(location)),
        ...runs.filter((own) => own !== run),
      ];
      for (const atStart of [true, false]) {
        const loose = looseEnd(run, atStart, others, metres);
        if (!loose) continue;
        yield finding({
          kind: 'dangle',
          detail: loose.kind,
          severity: 'warning',
          objects: [object],
          place: { type: 'Point', coordinates: loose.end },
          size: { value: loose.metres, unit: 'm' },
        });
      }
    }
    yield undefined;
  }
};
