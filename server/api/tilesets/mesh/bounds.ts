import { dot, inSpace, minus, type Vector } from '#core/geodesy';
import { largestScale, transformed, type Matrix } from '../../../formats/tiles3d/matrix.ts';

/** Earth-centred metres. An infinite radius: it may be anywhere. */
export interface Sphere {
  center: Vector;
  radius: number;
}

const ANYWHERE: Sphere = { center: [0, 0, 0], radius: Infinity };
const DEGREES = 180 / Math.PI;

/** The sphere around a tile's `boundingVolume`. A region ignores the transforms of tiles, as the format says. */
export function sphereOf(volume: unknown, transform: Matrix): Sphere {
  const { box, region, sphere } = (volume ?? {}) as Record<string, unknown>;
  if (isNumbers(sphere, 4)) {
    const [x, y, z, radius] = sphere as [number, number, number, number];
    return { center: transformed(transform, [x, y, z]), radius: radius * largestScale(transform) };
  }
  if (isNumbers(box, 12)) {
    const [x, y, z, ...axes] = box as [number, number, number, ...number[]];
    return {
      center: transformed(transform, [x, y, z]),
      radius: Math.hypot(...axes) * largestScale(transform),
    };
  }
  return isNumbers(region, 6) ? sphereOfRegion(region) : ANYWHERE;
}

/** Around the box that viewers put around a region: tangent at its middle. */
function sphereOfRegion([west, south, east, north, lowest, highest]: readonly number[]): Sphere {
  const [left, right] = [west! * DEGREES, (east! < west! ? east! + 2 * Math.PI : east!) * DEGREES];
  const [bottom, top] = [south! * DEGREES, north! * DEGREES];
  // Beyond some degrees the tangent plane leaves the earth.
  if (!(right - left < 5 && top - bottom < 5)) return ANYWHERE;
  const [longitude, latitude] = [(left + right) / 2, (bottom + top) / 2];
  const origin = inSpace([longitude, latitude]);
  const [l, b] = [longitude / DEGREES, latitude / DEGREES];
  const east_: Vector = [-Math.sin(l), Math.cos(l), 0];
  const north_: Vector = [-Math.sin(b) * Math.cos(l), -Math.sin(b) * Math.sin(l), Math.cos(b)];
  const up: Vector = [Math.cos(b) * Math.cos(l), Math.cos(b) * Math.sin(l), Math.sin(b)];
  const at = (x: number, y: number, height: number) => minus(inSpace([x, y, height]), origin);
  const outer = [at(left, top, highest!), at(left, bottom, highest!), at(left, latitude, highest!)];
  const minX = Math.min(...outer.map((one) => dot(one, east_)));
  const ys = [...outer, at(longitude, top, highest!), at(longitude, bottom, highest!)].map((one) =>
    dot(one, north_),
  );
  const [minY, maxY] = [Math.min(...ys), Math.max(...ys)];
  const minZ = Math.min(dot(at(left, top, lowest!), up), dot(at(left, bottom, lowest!), up));
  const maxZ = highest!;
  const middle = (part: number) =>
    origin[part]! + (north_[part]! * (minY + maxY)) / 2 + (up[part]! * (minZ + maxZ)) / 2;
  return {
    center: [middle(0), middle(1), middle(2)],
    radius: Math.hypot(minX, (maxY - minY) / 2, (maxZ - minZ) / 2),
  };
}

/** A column through the ground: metres around a place, at any height. */
export interface Around {
  longitude: number;
  latitude: number;
  radius: number;
}

export function meetsAround({ longitude, latitude, radius }: Around): (sphere: Sphere) => boolean {
  const origin = inSpace([longitude, latitude]);
  const [l, b] = [longitude / DEGREES, latitude / DEGREES];
  const up: Vector = [Math.cos(b) * Math.cos(l), Math.cos(b) * Math.sin(l), Math.sin(b)];
  return ({ center, radius: reach }) => {
    const away = minus(center, origin);
    const height = dot(away, up);
    const beside = Math.sqrt(Math.max(0, Math.hypot(...away) ** 2 - height ** 2));
    return beside <= radius + reach;
  };
}

function isNumbers(value: unknown, length: number): value is number[] {
  return Array.isArray(value) && value.length === length && value.every(Number.isFinite);
}
