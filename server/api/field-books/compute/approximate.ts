import { fullCircle } from '#core/geodesy';
import type { StationRecord } from '../../../formats/instruments/model.ts';
import {
  azimuthOf,
  freeStation,
  intersect,
  lengthOf,
  meanAngle,
  polar,
  resect,
  signed,
  type Place,
} from './plane.ts';
import type { SetUp } from './setups.ts';
import type { ComputeProblem } from './types.ts';
import { reachByVectors, type Vector } from './vectors.ts';

export type How =
  | 'known'
  | 'radiation'
  | 'intersection'
  | 'free-station'
  | 'resection'
  | 'vector'
  | 'recorded';

/** Coordinates of points and orientations of set-ups, from point to point. */
export interface Approximate {
  places: Map<string, Place>;
  heights: Map<string, number>;
  how: Map<string, How>;
  /** Azimuth where the circle reads 0, by set-up. */
  orientations: Map<SetUp, number>;
  /** Set-ups whose orientation is only what the file says: no known point was seen. */
  stated: Set<SetUp>;
  problems: ComputeProblem[];
}

/** A stated azimuth may differ so much, degrees, from the one between coordinates. */
const SAME_AZIMUTH = 0.02;

export function approximate(
  setUps: readonly SetUp[],
  known: ReadonlyMap<string, { place: Place | undefined; height: number | undefined }>,
  vectors: readonly Vector[] = [],
): Approximate {
  const found: Approximate = {
    places: new Map(),
    heights: new Map(),
    how: new Map(),
    orientations: new Map(),
    stated: new Set(),
    problems: [],
  };
  for (const [name, { place, height }] of known) {
    if (place) {
      found.places.set(name, place);
      found.how.set(name, 'known');
    }
    if (height !== undefined) found.heights.set(name, height);
  }
  for (;;) {
    const before = found.places.size + found.orientations.size;
    // One after the other: a station that is oriented gives coordinates to the next.
    for (const setUp of setUps) {
      if (!found.orientations.has(setUp)) orient(setUp, found);
      if (found.orientations.has(setUp)) radiate(setUp, found);
    }
    if (found.places.size + found.orientations.size > before) continue;
    if (!intersectSome(found) && !reachByVectors(vectors, found)) break;
  }
  levels(setUps, vectors, found);
  return found;
}

function orient(setUp: SetUp, found: Approximate): void {
  const at = found.places.get(setUp.name);
  const seen = setUp.sights.flatMap((sight) => {
    const place = found.places.get(sight.target);
    return place && sight.circle !== undefined && sight.target !== setUp.name
      ? [{ at: place, circle: sight.circle, distance: sight.distance }]
      : [];
  });
  if (!at) {
    const free = freeStation(seen);
    const place = free?.at ?? resect(seen);
    if (!place) return;
    found.places.set(setUp.name, place);
    found.how.set(setUp.name, free ? 'free-station' : 'resection');
    return orient(setUp, found);
  }
  const stated = statedOrientation(setUp.station);
  const away = seen.filter((pointing) => lengthOf(at, pointing.at) > 0.5);
  if (away.length > 0) {
    const lengths = away.map((pointing) => lengthOf(at, pointing.at));
    const orientation = meanAngle(
      away.map((pointing) => azimuthOf(at, pointing.at) - pointing.circle),
      lengths,
    );
    found.orientations.set(setUp, orientation);
    if (
      stated !== undefined &&
      setUp.station.azimuth !== undefined &&
      Math.abs(signed(stated - orientation)) > SAME_AZIMUTH
    )
      found.problems.push({
        kind: 'azimuth-differs',
        values: {
          station: setUp.name,
          line: setUp.line,
          degrees: Number(signed(stated - orientation).toFixed(4)),
        },
      });
  } else if (stated !== undefined) {
    found.orientations.set(setUp, fullCircle(stated));
    found.stated.add(setUp);
  }
}

/** Azimuth where the circle reads 0, as the file says it. */
function statedOrientation({ azimuth, circle, oriented }: StationRecord): number | undefined {
  if (oriented) return 0;
  return azimuth === undefined ? undefined : signed(azimuth - (circle ?? 0));
}

function radiate(setUp: SetUp, found: Approximate): void {
  const at = found.places.get(setUp.name)!;
  const orientation = found.orientations.get(setUp)!;
  for (const { target, circle, distance } of setUp.sights) {
    if (found.places.has(target) || circle === undefined || distance === undefined) continue;
    found.places.set(target, polar(at, orientation + circle, distance));
    found.how.set(target, 'radiation');
  }
}

/** Points seen from two oriented stations without a distance. Returns whether one was found. */
function intersectSome(found: Approximate): boolean {
  const rays = new Map<string, { at: Place; azimuth: number }[]>();
  for (const [setUp, orientation] of found.orientations) {
    for (const { target, circle } of setUp.sights) {
      if (found.places.has(target) || circle === undefined) continue;
      const ray = { at: found.places.get(setUp.name)!, azimuth: orientation + circle };
      rays.set(target, [...(rays.get(target) ?? []), ray]);
    }
  }
  let some = false;
  for (const [target, [a, ...others]] of rays) {
    const place = others.map((b) => intersect(a!.at, a!.azimuth, b.at, b.azimuth)).find(Boolean);
    if (!place) continue;
    found.places.set(target, place);
    found.how.set(target, 'intersection');
    some = true;
  }
  return some;
}

/** Heights, from those that are known. */
function levels(
  setUps: readonly SetUp[],
  vectors: readonly Vector[],
  { heights, places }: Approximate,
): void {
  for (let before = -1; before < heights.size;) {
    before = heights.size;
    for (const { name, sights } of setUps) {
      const rises = sights.filter(({ rise }) => rise !== undefined);
      if (!heights.has(name)) {
        const from = rises.flatMap(({ target, rise }) =>
          heights.has(target) ? [heights.get(target)! - rise!] : [],
        );
        if (from.length === 0) continue;
        heights.set(name, from.reduce((sum, height) => sum + height, 0) / from.length);
      }
      for (const { target, rise } of rises)
        if (!heights.has(target)) heights.set(target, heights.get(name)! + rise!);
    }
    for (const { from, to, end, begin } of vectors) {
      const [known, sought, reach] = heights.has(from) ? [from, to, end] : [to, from, begin];
      const [place, height] = [places.get(known), heights.get(known)];
      if (place && height !== undefined && !heights.has(sought))
        heights.set(sought, reach({ ...place, height }).height!);
    }
  }
}
