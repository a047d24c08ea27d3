import { ShapeUtils, Vector2 } from 'three';
import { runsOf } from '#core/document';
import { cross, minus, type Vector } from '#core/geodesy';
import type { Geometry, Position, Style } from '#core/protocol';
import { visibleFaces, visibleRuns } from '../model/around/visible.ts';

interface SeenRun {
  readonly kind: 'points' | 'line' | 'ring';
  readonly places: readonly Vector[];
}

/** An object of the project as seen from the panorama: east, north and up of its positions. */
export interface SeenObject {
  readonly style: Style;
  readonly opacity: number;
  /** Rings that are filled. */
  readonly fills: readonly (readonly Vector[])[];
  readonly runs: readonly SeenRun[];
}

export const isAreaOf = ({ type }: Geometry): boolean => type === 'Polygon' || type === 'MultiPolygon';

export const fillsOf = (runs: readonly SeenRun[]): (readonly Vector[])[] =>
  runs.filter(({ kind }) => kind === 'ring').map(({ places }) => places);

/**
 * What is seen of a geometry. `hides` tells which places are behind something; undefined: nothing is. Places without a height are
 * where the ground is taken to be: they are not said to be hidden.
 */
export function seenOf(
  location: Geometry,
  place: (position: Position) => Vector | undefined,
  hides: ((place: Vector) => boolean) | undefined,
): Pick<SeenObject, 'runs' | 'fills'> {
  const runs = runsOf(location).map(({ kind, positions }) => ({
    kind,
    places: positions.map(place).filter((one) => one !== undefined),
    hasHeights: positions.every((position) => position[2] !== undefined),
  }));
  const whole = { runs, fills: isAreaOf(location) ? fillsOf(runs) : [] };
  if (!hides || runs.some(({ hasHeights }) => !hasHeights)) return whole;
  const parts = runs.flatMap(({ kind, places }): SeenRun[] =>
    kind === 'points'
      ? [{ kind, places: places.filter((one) => !hides(one)) }]
      : visibleRuns(places, hides).map((part) => ({ kind: 'line', places: part })),
  );
  const areas =
    location.type === 'Polygon'
      ? [location.coordinates]
      : location.type === 'MultiPolygon'
        ? location.coordinates
        : [];
  const fills = areas.flatMap((rings) => {
    const seen = rings.map((ring) => ring.map(place).filter((one) => one !== undefined));
    return visibleFaces(trianglesIn(seen), hides);
  });
  return { runs: parts, fills };
}

/** An area as triangles, in the plane of its first ring; closed rings. */
function trianglesIn(rings: readonly (readonly Vector[])[]): (readonly [Vector, Vector, Vector])[] {
  const open = rings.map((ring) => ring.slice(0, -1));
  const [first] = open;
  if (!first || first.length < 3) return [];
  let normal: Vector = [0, 0, 0];
  first.forEach((place, i) => {
    const turn = cross(minus(place, first[0]!), minus(first[(i + 1) % first.length]!, first[0]!));
    normal = normal.map((value, k) => value + turn[k]!) as unknown as Vector;
  });
  const steepest = [0, 1, 2].reduce((a, b) => (Math.abs(normal[b]!) > Math.abs(normal[a]!) ? b : a));
  const [x, y] = [0, 1, 2].filter((axis) => axis !== steepest) as [number, number];
  const [outer, ...holes] = open.map((ring) => ring.map((place) => new Vector2(place[x], place[y])));
  const all = open.flat();
  return ShapeUtils.triangulateShape(outer!, holes).map(
    ([a, b, c]) => [all[a!]!, all[b!]!, all[c!]!] as const,
  );
}
