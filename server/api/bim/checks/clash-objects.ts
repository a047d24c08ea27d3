import type { BimClash } from '#core/protocol';
import type { ElementMesh } from '../shapes/meshes.ts';
import type { ClashOptions } from './clash.ts';
import type { ElementName } from './element-info.ts';
import { Surface, type Near } from './surface.ts';
import type { SurveyedPart } from './surveyed.ts';

type Triple = readonly [number, number, number];

const MAX_CLASHES = 10_000;
/** Along a line a place is looked at every this many metres at least. */
const STEP = 0.05;
/** Farther than this inside of an element nothing is looked for, metres. */
const DEPTH = 5;

/**
 * Finds surveyed objects that lie in an element by more than the tolerance, or nearer to it than the clearance: one clash for
 * each pair, where it is worst. Lines are looked at every 5 cm.
 */
export function clashesWithObjects(
  meshes: readonly ElementMesh[],
  names: readonly ElementName[],
  parts: readonly SurveyedPart[],
  typeName: string,
  { tolerance, clearance }: ClashOptions,
  deadline: number,
): { clashes: BimClash[]; pairs: number; isCut: boolean } {
  const surface = new Surface(meshes);
  const worst = new Map<string, Near & { id: string }>();
  const pairs = new Set<string>();
  let isCut = false;
  for (const { id, kind, coordinates } of parts) {
    if (performance.now() > deadline) {
      isCut = true;
      break;
    }
    for (const place of kind === 'points' ? vertices(coordinates) : along(coordinates)) {
      const near = surface.near(place, Math.max(clearance, DEPTH));
      if (!near) continue;
      const key = `${near.element} ${id}`;
      pairs.add(key);
      const isInside = near.distance < -tolerance;
      // Touching is allowed up to the tolerance.
      const isClose = near.distance > tolerance && near.distance < clearance;
      if (!isInside && !isClose) continue;
      const known = worst.get(key);
      if (!known || near.distance < known.distance) worst.set(key, { ...near, id });
    }
  }
  const clashes = [...worst.values()]
    .sort((one, other) => one.distance - other.distance)
    .map(({ element, id, distance, at }): BimClash => ({
      a: { ...names[element]! },
      b: { globalId: id, class: typeName, name: null },
      distance,
      at: [...at],
    }));
  return {
    clashes: clashes.slice(0, MAX_CLASHES),
    pairs: pairs.size,
    isCut: isCut || clashes.length > MAX_CLASHES,
  };
}

function* vertices(coordinates: Float64Array): Generator<Triple> {
  for (let i = 0; i + 2 < coordinates.length; i += 3)
    yield [coordinates[i]!, coordinates[i + 1]!, coordinates[i + 2]!];
}

function* along(coordinates: Float64Array): Generator<Triple> {
  let before: Triple | undefined;
  for (const place of vertices(coordinates)) {
    if (before) {
      const length = Math.hypot(...place.map((value, axis) => value - before![axis]!));
      const steps = Math.ceil(length / STEP);
      for (let step = 1; step < steps; step++) {
        const share = step / steps;
        yield before.map((value, axis) => value + share * (place[axis]! - value)) as unknown as Triple;
      }
    }
    yield place;
    before = place;
  }
}
