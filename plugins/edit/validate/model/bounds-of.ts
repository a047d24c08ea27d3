import type { Extent } from '#core/document';
import { inside } from '#core/mapview';
import type { Project } from '#core/protocol';
import { polygonsOf } from '#core/shapes';
import type { AllowedArea } from './scene.ts';

/** Returns the areas in which a project's objects should be: the project's area, and the area of use of its CRS. */
export function boundsOf(
  { location }: Pick<Project, 'location'>,
  areaOfUse: Extent | undefined,
): AllowedArea[] {
  const bounds: AllowedArea[] = [];
  const given = location ? polygonsOf(location) : [];
  if (given.length > 0)
    bounds.push({
      name: 'project',
      holds: ([x, y]) => given.some((rings) => inside([x, y], rings)),
    });
  if (areaOfUse) {
    const [west, south, east, north] = areaOfUse;
    // The area may cross the antimeridian.
    const between = (x: number) => (west <= east ? x >= west && x <= east : x >= west || x <= east);
    bounds.push({ name: 'crs', holds: ([x, y]) => between(x) && y >= south && y <= north });
  }
  return bounds;
}
