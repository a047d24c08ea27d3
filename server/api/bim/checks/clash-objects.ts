import type { BimClash } from '#core/protocol';
import type { ElementMesh } from '../shapes/meshes.ts';
import type { ClashOptions } from './clash.ts';
import type { ElementName } from './element-info.ts';
import { Surface, type Near } from './surface.ts';
import type { SurveyedPart } from './surveyed.ts';

type Triple = readonly [number, number, number];

const MAX_CLASHES = 10_000;
/** Along a line a place is looked at every this many metres at least, and between where it comes nearest. */
const STEP = 0.05;
/** Rounds that make an interval of twice the step smaller than 0.01 mm: 0.1 m × 0.618²⁰ = 0.0066 mm. */
const ROUNDS = 20;
const GOLDEN = (Math.sqrt(5) - 1) / 2;
/** Farther than this inside of an element nothing is looked for, metres. */
const DEPTH = 5;

/**
 * Finds surveyed objects that lie in an element by more than the tolerance, or nearer to it than the clearance: one clash for
 * each pair, where it is worst. Lines are looked at every 5 cm, and where they come nearest exactly.
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
    const look = (place: Triple): number => {
      const near = surface.near(place, Math.max(clearance, DEPTH));
      if (!near) return Infinity;
      const key = `${near.element} ${id}`;
      pairs.add(key);
      const isInside = near.distance < -tolerance;
      // Touching is allowed up to the tolerance.
      const isClose = near.distance > tolerance && near.distance < clearance;
      if (!isInside && !isClose) return near.distance;
      const known = worst.get(key);
      if (!known || near.distance < known.distance) worst.set(key, { ...near, id });
      return near.distance;
    };
    let before: Triple | undefined;
    for (const place of vertices(coordinates)) {
      if (kind === 'points' || !before) look(place);
      else lookAlong(before, place, look);
      before = place;
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

/** Looks at places of a segment after its start, and at those between where one of them is nearer than its neighbours. */
function lookAlong(from: Triple, to: Triple, look: (place: Triple) => number): void {
  const at = (share: number): Triple => {
    const [x, y, z] = from;
    return [x + share * (to[0] - x), y + share * (to[1] - y), z + share * (to[2] - z)];
  };
  const length = Math.hypot(to[0] - from[0], to[1] - from[1], to[2] - from[2]);
  const steps = Math.max(1, Math.ceil(length / STEP));
  const distances = Array.from({ length: steps + 1 }, (_, step) => look(at(step / steps)));
  for (const [step, distance] of distances.entries()) {
    const [before, after] = [distances[step - 1] ?? Infinity, distances[step + 1] ?? Infinity];
    // Of equal ones the first.
    if (distance >= before || distance > after) continue;
    let [low, high] = [Math.max(0, step - 1) / steps, Math.min(steps, step + 1) / steps];
    for (let round = 0; round < ROUNDS; round++) {
      const part = GOLDEN * (high - low);
      if (look(at(high - part)) < look(at(low + part))) high = low + part;
      else low = high - part;
    }
  }
}
