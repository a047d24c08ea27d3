import type { MapObject } from '#core/document';
import { runsOf } from '#core/document';
import { cross, dot, minus, type Vector } from '#core/geodesy';
import type { Geometry } from '#core/protocol';
import { LocalFrame } from './local-frame.ts';
import { rayIn, type MeasuredPoint, type Sight } from './measuring.ts';
import { metPoint } from './met-point.ts';
import { meetPlane } from './rays.ts';

/** Metres of the line of sight on which façades are looked for. */
const REACH = 300;
/** Degrees from the horizontal from which an area with heights is a plane of its own: a roof, or a façade. */
const LEVEL = 5;
/** Metres beyond the ends of a wall that still count as it. */
const BESIDE = 0.05;

interface Face {
  readonly point: Vector;
  readonly normal: Vector;
  /** Whether a place in its plane is on it. */
  readonly holds: (place: Vector) => boolean;
}

/**
 * Where a line of sight first meets chosen objects of the map: the upright façades over lines and over the sides of areas, or the plane
 * of an area that is tilted by its heights. `sigma`: one standard deviation of the map across its walls, metres.
 */
export function meetObjects(
  sight: Sight,
  objects: readonly Pick<MapObject, 'location'>[],
  sigma: number,
  mapName: string,
): MeasuredPoint | undefined {
  const frame = new LocalFrame(sight.place.position);
  const ray = rayIn(frame, sight);
  const found = objects
    .flatMap(({ location }) => facesOf(location, frame))
    .flatMap(({ holds, ...plane }) => {
      const met = meetPlane(ray, { ...plane, sigma });
      if (typeof met === 'string' || !holds(met.point)) return [];
      return [{ ...met, depth: dot(minus(met.point, ray.origin), ray.direction) }];
    })
    .filter(({ depth }) => depth < REACH)
    .sort((a, b) => a.depth - b.depth);
  const [first] = found;
  if (!first) return undefined;
  const { point, depth: _depth, ...spread } = first;
  return metPoint(sight, {
    ...spread,
    position: frame.toPosition(point),
    from: [sight.place.name, mapName],
    on: 'facade',
  });
}

function facesOf(location: Geometry, frame: LocalFrame): Face[] {
  const [, , height = 0] = frame.place;
  return runsOf(location).flatMap(({ kind, positions }): Face[] => {
    if (kind === 'points') return [];
    const places = positions.map(([x, y, z]) => frame.toLocal([x, y, z ?? height]));
    const tilted =
      kind === 'ring' && positions.every(([, , z]) => z !== undefined) ? tiltedFace(places) : undefined;
    return tilted ? [tilted] : places.slice(1).map((to, i) => upright(places[i]!, to));
  });
}

function upright(from: Vector, to: Vector): Face {
  const [x, y] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(x, y);
  return {
    point: from,
    normal: [y, -x, 0],
    holds: (place) => {
      const along = ((place[0] - from[0]) * x + (place[1] - from[1]) * y) / length;
      return along >= -BESIDE && along <= length + BESIDE;
    },
  };
}

/** The plane of a closed ring, and what is inside of it; undefined of one that is level. */
function tiltedFace(ring: readonly Vector[]): Face | undefined {
  const [first] = ring as [Vector];
  let normal: Vector = [0, 0, 0];
  for (let i = 1; i < ring.length; i++) {
    const turn = cross(minus(ring[i - 1]!, first), minus(ring[i]!, first));
    normal = normal.map((value, k) => value + turn[k]!) as unknown as Vector;
  }
  const level = Math.hypot(normal[0], normal[1]);
  if (!(level > Math.hypot(...normal) * Math.sin((LEVEL * Math.PI) / 180))) return undefined;
  const steepest = [0, 1, 2].reduce((a, b) => (Math.abs(normal[b]!) > Math.abs(normal[a]!) ? b : a));
  const [u, v] = [0, 1, 2].filter((axis) => axis !== steepest) as [number, number];
  const holds = (place: Vector) => {
    let isInside = false;
    for (let i = 1; i < ring.length; i++) {
      const [a, b] = [ring[i - 1]!, ring[i]!];
      if (a[v]! > place[v]! === b[v]! > place[v]!) continue;
      if (place[u]! < a[u]! + ((place[v]! - a[v]!) * (b[u]! - a[u]!)) / (b[v]! - a[v]!)) isInside = !isInside;
    }
    return isInside;
  };
  return { point: first, normal, holds };
}
