import { extentOf, type DocumentReader, type SpatialIndex } from '#core/document';
import { chord, inverse } from '#core/geodesy';
import { crossing } from '#core/mapview';
import type { Position } from '#core/protocol';
import type { Sample } from './sampling.ts';

/** A profile along a line: metres along it, and heights above the ellipsoid. */
export interface Profile {
  readonly length: number;
  readonly ground: readonly (Sample & { readonly height: number | undefined })[];
  /** The vertices of the line that have heights. */
  readonly line: readonly (Sample & { readonly height: number })[];
  /** Where edges of objects with heights cross above or below the line. */
  readonly objects: readonly (Sample & { readonly height: number; readonly id: string })[];
}

/** The positions along it with heights, to step through and to mark on the globe. */
export function wayOf({
  ground,
  line,
  objects,
}: Profile): (Profile['ground'][number] & { standing: Position })[] {
  const known = ground.some(({ height }) => height !== undefined);
  const way: Profile['ground'] = known ? ground : line.length > 0 ? line : objects;
  return way.map((at) => ({
    ...at,
    standing: at.height === undefined ? at.place : [at.place[0], at.place[1], at.height],
  }));
}

type IndexedDocument = DocumentReader & { readonly index: SpatialIndex };

/** Maximum number of edges examined; more would make no readable chart. */
const MAX_EDGES = 20_000;

/** Objects that the line passes above or below, in order along the line. */
export function objectsAlong(
  vertices: readonly Position[],
  document: IndexedDocument,
  shown: (id: string) => boolean,
): Profile['objects'] {
  const found: { distance: number; place: Position; height: number; id: string }[] = [];
  let before = 0;
  for (let i = 1; i < vertices.length; i++) {
    const [from, to] = [vertices[i - 1]!, vertices[i]!];
    const length = inverse(from, to).distance;
    const box = extentOf({ type: 'LineString', coordinates: [from, to] });
    for (const { id, from: a, to: b } of document.index.segments(box, {
      max: MAX_EDGES,
      where: ({ id }) => shown(id),
    })) {
      if (a === b || a[2] === undefined || b[2] === undefined) continue;
      const [p, q, r, s] = [from, to, a, b].map(([x, y]) => [near(x!, from[0]), y!] as const) as [P, P, P, P];
      const share = crossing(p, q, r, s);
      const on = crossing(r, s, p, q);
      if (share === undefined || on === undefined) continue;
      const place: Position = [p[0] + (q[0] - p[0]) * share, p[1] + (q[1] - p[1]) * share];
      found.push({ distance: before + length * share, place, height: a[2] + (b[2] - a[2]) * on, id });
    }
    before += length;
  }
  return found.sort((one, other) => one.distance - other.distance);
}

type P = readonly [number, number];
const near = (longitude: number, to: number): number => longitude - Math.round((longitude - to) / 360) * 360;

export interface Climb {
  /** Metres along the surface. */
  readonly length: number;
  readonly ascent: number;
  readonly descent: number;
  /** Degrees of the steepest step, up or down. */
  readonly steepest: number;
}

/** Length, rise and fall along positions with heights; all NaN where one has none. */
export function climb(samples: readonly (Sample & { readonly height: number | undefined })[]): Climb {
  let [length, ascent, descent, steepest] = [0, 0, 0, 0];
  for (let i = 1; i < samples.length; i++) {
    const [from, to] = [samples[i - 1]!, samples[i]!];
    if (from.height === undefined || to.height === undefined)
      return { length: NaN, ascent: NaN, descent: NaN, steepest: NaN };
    const rise = to.height - from.height;
    length += chord([from.place[0], from.place[1], from.height], [to.place[0], to.place[1], to.height]);
    ascent += Math.max(0, rise);
    descent += Math.max(0, -rise);
    const run = to.distance - from.distance;
    if (run > 0) steepest = Math.max(steepest, Math.abs(Math.atan2(rise, run)));
  }
  return { length, ascent, descent, steepest: (steepest * 180) / Math.PI };
}

/** CSV (RFC 4180): one line per position of the ground, of the line's vertices, and of objects. */
export function csvOf({ ground, line, objects }: Profile): string {
  const rows = [
    ...ground.map((at) => ({ ...at, kind: 'ground', id: '' })),
    ...line.map((at) => ({ ...at, kind: 'line', id: '' })),
    ...objects.map((at) => ({ ...at, kind: 'object' })),
  ].filter(({ height }) => height !== undefined);
  const lines = rows
    .sort((one, other) => one.distance - other.distance)
    .map(({ kind, distance, height, place, id }) =>
      [kind, distance, height, place[0], place[1], id].join(','),
    );
  return ['kind,distance,height,longitude,latitude,object', ...lines, ''].join('\r\n');
}
