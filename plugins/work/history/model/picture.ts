import { extentAround, extentOf, runsOf } from '#core/document';
import type { Geometry } from '#core/protocol';

/** Contents of an SVG: closed and open paths, and points, in pixels. */
export interface Thumbnail {
  readonly path: string;
  readonly isArea: boolean;
  readonly points: readonly (readonly [number, number])[];
}

/** Most vertices drawn in a small picture. */
const MAX_VERTICES = 1500;
const MARGIN = 10;

/**
 * Several geometries at one scale in `width` by `height` pixels, north up, longitudes scaled by the cosine of the
 * middle latitude. For comparison, not a map.
 */
export function picturesOf(geometries: readonly Geometry[], width: number, height: number): Thumbnail[] {
  const [west, south, east, north] = extentAround(geometries.map(extentOf))!;
  const shrink = Math.cos((((south + north) / 2) * Math.PI) / 180);
  // A single point is in the middle of about a metre.
  const [wide, high] = [Math.max((east - west) * shrink, 1e-5), Math.max(north - south, 1e-5)];
  const scale = Math.min((width - 2 * MARGIN) / wide, (height - 2 * MARGIN) / high);
  const [left, top] = [(width - (east - west) * shrink * scale) / 2, (height - (north - south) * scale) / 2];
  const place = ([x, y]: readonly number[]): [number, number] => [
    left + (x! - west) * shrink * scale,
    top + (north - y!) * scale,
  ];
  return geometries.map((geometry) => draw(geometry, place));
}

function draw(geometry: Geometry, place: (position: readonly number[]) => [number, number]): Thumbnail {
  const parts: string[] = [];
  const points: [number, number][] = [];
  let isArea = false;
  for (const { kind, positions } of runsOf(geometry)) {
    const stride = Math.ceil(positions.length / MAX_VERTICES);
    const shown = positions.filter((_, i) => i % stride === 0 || i === positions.length - 1).map(place);
    if (kind === 'points') points.push(...shown);
    else
      parts.push(
        `M${shown.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}${kind === 'ring' ? 'Z' : ''}`,
      );
    isArea ||= kind === 'ring';
  }
  return { path: parts.join(''), isArea, points };
}
