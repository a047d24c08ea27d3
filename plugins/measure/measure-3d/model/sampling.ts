import { direct, inverse, lengthOf, radiiAt } from '#core/geodesy';
import { inside } from '#core/mapview';
import type { Position } from '#core/protocol';

export interface Sample {
  /** Metres along the line from its start. */
  readonly distance: number;
  readonly place: Position;
}

/** Maximum number of positions per request of ground heights. */
export const MAX_SAMPLES = 9_600;

/**
 * Positions along a line at equal geodesic steps, including its vertices; steps are not finer than `resolution`
 * metres.
 */
export function samplesAlong(vertices: readonly Position[], resolution: number, maxCount = 1_000): Sample[] {
  const step = Math.max(resolution, lengthOf(vertices) / maxCount);
  const samples: Sample[] = [];
  let before = 0;
  for (let i = 1; i < vertices.length; i++) {
    const [from, to] = [vertices[i - 1]!, vertices[i]!];
    const { distance, azimuth } = inverse(from, to);
    const legs = Math.max(1, Math.ceil(distance / step));
    for (let leg = 0; leg < legs; leg++) {
      const metres = (distance * leg) / legs;
      const place: Position = leg === 0 ? [from[0], from[1]] : direct(from, azimuth, metres);
      samples.push({ distance: before + metres, place });
    }
    before += distance;
  }
  const [x, y] = vertices.at(-1)!;
  return [...samples, { distance: before, place: [x, y] }];
}

/** A grid of positions over the bounding box of a ring, row by row from the south. */
export interface SampleGrid {
  readonly places: readonly Position[];
  readonly columns: number;
  /** Metres between columns, and between rows. */
  readonly across: number;
  readonly along: number;
  /** Whether the position is within the ring. */
  readonly within: readonly boolean[];
}

/** Cells are not smaller than `resolution` metres; one extra row and column on each side, for slopes. */
export function gridOver(ring: readonly Position[], resolution: number, maxCount = MAX_SAMPLES): SampleGrid {
  const first = ring[0]![0];
  // Contiguous, also across 180°.
  const near = ring.map(([x, y]): Position => [x - Math.round((x - first) / 360) * 360, y]);
  const [xs, ys] = [near.map(([x]) => x), near.map(([, y]) => y)];
  const [west, east] = [Math.min(...xs), Math.max(...xs)];
  const [south, north] = [Math.min(...ys), Math.max(...ys)];
  const { along, across } = radiiAt((south + north) / 2);
  const metreNorth = (along * Math.PI) / 180;
  const metreEast = ((across * Math.PI) / 180) * Math.cos((((south + north) / 2) * Math.PI) / 180);
  const [width, height] = [(east - west) * metreEast, (north - south) * metreNorth];
  const cell = Math.max(
    resolution,
    Math.sqrt((width * height) / (maxCount / 1.2)),
    Math.max(width, height) / 200,
    1e-3,
  );
  const [columns, rows] = [Math.ceil(width / cell) + 2, Math.ceil(height / cell) + 2];
  const [stepEast, stepNorth] = [(east - west) / (columns - 2), (north - south) / (rows - 2)];
  const closed = [...near, near[0]!];
  const places: Position[] = [];
  const within: boolean[] = [];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const place: Position = [west + (column - 0.5) * stepEast, south + (row - 0.5) * stepNorth];
      within.push(inside(place, [closed]));
      places.push([place[0] - Math.round(place[0] / 360) * 360, place[1]]);
    }
  return { places, columns, across: stepEast * metreEast, along: stepNorth * metreNorth, within };
}
