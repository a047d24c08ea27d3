import type { Extent } from '#core/document';
import { inside } from '#core/mapview';
import type { Project } from '#core/protocol';
import { polygonsOf } from '#core/shapes';
import type { Bounds } from './scene.ts';

/** Where a project's objects belong: in the area it was given, and where its reference system is made for. */
export function boundsOf({ location }: Pick<Project, 'location'>, areaOfUse: Extent | undefined): Bounds[] {
  const bounds: Bounds[] = [];
  const given = location ? polygonsOf(location) : [];
  if (given.length > 0)
    bounds.push({
      name: 'project',
      holds: ([x, y]) => given.some((rings) => inside([x, y], rings)),
    });
  if (areaOfUse) {
    const [west, south, east, north] = areaOfUse;
    // It may cross the antimeridian.
    const between = (x: number) => (west <= east ? x >= west && x <= east : x >= west || x <= east);
    bounds.push({ name: 'crs', holds: ([x, y]) => between(x) && y >= south && y <= north });
  }
  return bounds;
}
