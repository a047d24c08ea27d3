import { seenFrom, fromSpace, type Vector } from '#core/geodesy';
import type { Position } from '#core/protocol';
import { readMeshes, type MeshFacts, type MeshSource } from '../tilesets/mesh/read-meshes.ts';
import type { Around } from '../tilesets/mesh/bounds.ts';
import { Sightline, type Ray } from './sightline.ts';

export interface ViewshedTask {
  eye: Position;
  around: Around;
  sets: MeshSource[];
  /** Positions on rays, each ray's nearest first, and the height of the terrain there. */
  places: Position[];
  heights: (number | null)[];
  rays: number;
  /** Metres of the target above the surface. */
  target: number;
}

export interface ViewshedResult {
  seen: boolean[];
  /** Whether positions have neither terrain nor a set. */
  gaps: boolean;
  sets: MeshFacts[];
}

/** The usual share of the earth's curvature that refraction compensates, and the earth's radius, metres. */
const REFRACTION = 0.13;
const RADIUS = 6_371_000;
const TURN = 2 * Math.PI;

/**
 * Which positions are seen from the eye. The terrain hides what is behind it; of sets, every triangle that a sightline
 * passes through does, so that one sees under bridges. Where a set is above the terrain, its upper surface is looked at.
 */
export async function viewshedOf(task: ViewshedTask): Promise<ViewshedResult> {
  const { eye, around, sets, places, heights, rays: count, target } = task;
  const rays: Ray[] = Array.from({ length: count }, () => ({ cuts: [] }));
  const see = seenFrom(eye);
  const facts: MeshFacts[] = [];
  for (const set of sets) {
    const isShown = shownOf(set);
    facts.push(
      await readMeshes(set, around, sets.length, ({ positions, triangles }) => {
        const corners = new Float64Array(positions.length);
        for (let i = 0; i < positions.length; i += 3) {
          const place = fromSpace([positions[i]!, positions[i + 1]!, positions[i + 2]!]);
          corners.set(lifted(see(place)), i);
        }
        for (let i = 0; i + 2 < triangles.length; i += 3)
          cut(rays, corners, [3 * triangles[i]!, 3 * triangles[i + 1]!, 3 * triangles[i + 2]!], (at) =>
            isShown(at, eye),
          );
      }),
    );
  }
  const steps = places.length / count;
  let gaps = false;
  const seen = rays.flatMap((ray, number) => {
    const line = new Sightline(ray);
    return Array.from({ length: steps }, (_, step) => {
      const i = number * steps + step;
      const [x, y] = places[i]!;
      const height = heights[i] ?? undefined;
      const ground = height === undefined ? undefined : lifted(see([x, y, height]));
      const away = ground ? Math.hypot(ground[0], ground[1]) : awayOf(see([x, y, eye[2] ?? 0]));
      const answer = line.look(away, ground?.[2], target);
      gaps ||= answer === undefined;
      return answer ?? false;
    });
  });
  return { seen, gaps, sets: facts };
}

const awayOf = ([east, north]: Vector): number => Math.hypot(east, north);

/** Light is bent along the earth, as if what is far away were higher. */
function lifted([east, north, up]: Vector): Vector {
  return [east, north, up + (REFRACTION * (east * east + north * north)) / (2 * RADIUS)];
}

/** Cuts a triangle along the upright half planes of the rays that it crosses. */
function cut(
  rays: readonly Ray[],
  corners: Float64Array,
  [a, b, c]: readonly [number, number, number],
  isShown: (at: Vector) => boolean,
): void {
  const [ax, ay, bx, by, cx, cy] = [corners[a]!, corners[a + 1]!, corners[b]!, corners[b + 1]!, corners[c]!, corners[c + 1]!]; // prettier-ignore
  if (!Number.isFinite(ax + ay + bx + by + cx + cy)) return;
  const [one, two, three] = [ax * by - bx * ay, bx * cy - cx * by, cx * ay - ax * cy];
  const isAround = (one >= 0 && two >= 0 && three >= 0) || (one <= 0 && two <= 0 && three <= 0);
  const first = Math.atan2(ax, ay);
  const turns = isAround
    ? [0, TURN]
    : [first, near(Math.atan2(bx, by), first), near(Math.atan2(cx, cy), first)];
  const step = TURN / rays.length;
  const from = Math.ceil(Math.min(...turns) / step - 1e-9);
  const to = isAround ? from + rays.length - 1 : Math.floor(Math.max(...turns) / step + 1e-9);
  for (let n = from; n <= to; n++) {
    const azimuth = n * step;
    const [sin, cos] = [Math.sin(azimuth), Math.cos(azimuth)];
    const ends: [number, number][] = [];
    for (const [p, q] of [
      [a, b],
      [b, c],
      [c, a],
    ] as const) {
      // prettier-ignore
      const [px, py, qx, qy] = [corners[p]!, corners[p + 1]!, corners[q]!, corners[q + 1]!];
      const [beside, toBeside] = [px * cos - py * sin, qx * cos - qy * sin];
      if (beside >= 0 === toBeside >= 0) continue;
      const part = beside / (beside - toBeside);
      const x = px + (qx - px) * part;
      const y = py + (qy - py) * part;
      ends.push([x * sin + y * cos, corners[p + 2]! + (corners[q + 2]! - corners[p + 2]!) * part]);
    }
    const [start, end] = ends;
    if (!start || !end || (start[0] <= 0 && end[0] <= 0)) continue;
    const middle = Math.max(0, (start[0] + end[0]) / 2);
    if (!isShown([middle * sin, middle * cos, 0])) continue;
    rays[((n % rays.length) + rays.length) % rays.length]!.cuts.push(...start, ...end);
  }
}

function near(angle: number, other: number): number {
  return angle - TURN * Math.round((angle - other) / TURN);
}

/** Whether a set is shown at a place, metres from the eye: where it is clipped, the middle of each cut decides. */
function shownOf({ clip }: MeshSource): (at: Vector, eye: Position) => boolean {
  if (!clip) return () => true;
  return ([east, north], eye) => {
    const latitude = (eye[1] * Math.PI) / 180;
    // Metres of a degree on WGS84, to a tenth of a per cent.
    const x = eye[0] + east / (111_320 * Math.cos(latitude));
    const y = eye[1] + north / (111_133 - 560 * Math.cos(2 * latitude));
    let within = false;
    for (const [i, [px, py]] of clip.ring.entries()) {
      const [qx, qy] = clip.ring[(i + 1) % clip.ring.length]!;
      if (py > y !== qy > y && x < px + ((y - py) / (qy - py)) * (qx - px)) within = !within;
    }
    return within === (clip.keep === 'inside');
  };
}
