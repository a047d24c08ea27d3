import type { Position } from '#core/protocol';
import { doubleArea, frameOf, TOLERANCE, type PlanePosition } from './plane.ts';
import { SegmentIndex } from './segments.ts';

/** Returns polygons from shells (anticlockwise) and holes (clockwise), each hole in the smallest shell around it. */
export function assemble(rings: readonly Position[][]): Position[][][] {
  const measured = rings.map((ring) => ({ ring, area: doubleArea(ring) }));
  const shells = measured
    .filter(({ area }) => area > 0)
    .map((shell) => ({ ...shell, holes: [] as Position[][] }))
    .sort((a, b) => a.area - b.area);
  const indexed = new Map<Position[], SegmentIndex<Position>>();
  const segmentsOf = (ring: Position[]): SegmentIndex<Position> => {
    const segments = indexed.get(ring) ?? new SegmentIndex([ring]);
    indexed.set(ring, segments);
    return segments;
  };
  for (const { ring: hole, area } of measured) {
    if (area >= 0) continue;
    const around = shells.find((shell) => shell.area > -area && liesIn(hole, segmentsOf(shell.ring)));
    around?.holes.push(hole);
  }
  return shells.map(({ ring, holes }) => [ring, ...holes]);
}

/**
 * Returns whether the ring is inside the other. They may touch, but not cross, so one vertex or midpoint off the
 * other's outline decides.
 */
function liesIn(ring: readonly Position[], shell: SegmentIndex<Position>): boolean {
  for (let i = 0; i + 1 < ring.length; i++) {
    const [a, b] = [ring[i]!, ring[i + 1]!];
    const middle: PlanePosition = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    for (const place of [a, middle]) {
      let onOutline = false;
      shell.each(frameOf(place, place, TOLERANCE), () => (onOutline = true));
      if (!onOutline) return shell.contains(place);
    }
  }
  const [a, b] = [ring[0]!, ring[1]!];
  return shell.contains([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]);
}
