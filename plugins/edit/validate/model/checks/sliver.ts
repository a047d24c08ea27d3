import { areaOf } from '#core/geodesy';
import { areaOfParts, crossesItself, areaShapeOf, polygonsOf, type Rings } from '#core/shapes';
import { finding } from '../finding.ts';
import type { GeometryCheck } from '../scene.ts';

/** The compactness of a rectangle 18 times as long as wide: 4π · 18 / 38². */
const THIN = 0.157;

/** Finds long and thin areas with a mean width below the tolerance, often left over by a bad cut. */
export const sliver: GeometryCheck = function* ({ objects }, metres) {
  for (const object of objects) {
    for (const rings of polygonsOf(object.location)) {
      if (!isSliver(rings, metres)) continue;
      yield finding({
        kind: 'sliver',
        detail: 'sliver',
        severity: 'warning',
        objects: [object],
        place: areaOfParts([rings]),
        size: { value: areaOf(rings), unit: 'm²' },
      });
    }
    yield undefined;
  }
};

export function isSliver(rings: Rings, metres: number): boolean {
  const { width, compactness } = areaShapeOf(rings);
  // The area of an outline that crosses itself is undefined.
  return width < metres && compactness < THIN && !crossesItself(rings);
}
