import type { BimEdges, BimSection, CutPlane, ModelCoordinates } from '../api.ts';

export type Place = readonly [number, number];

/** A plan or a section as flat lines, metres. */
export interface Drawing {
  readonly title: string;
  /** CRS of a plan, whose coordinates are east and north; null: a section, with metres along it and height. */
  readonly crs: string | null;
  /** Of cuts. */
  readonly lines: readonly (readonly Place[])[];
  /** Edges behind the cut that are seen, and those that are behind something. */
  readonly seen?: readonly (readonly Place[])[];
  readonly hidden?: readonly (readonly Place[])[];
  readonly fills: readonly (readonly [Place, Place, Place])[];
  readonly texts: readonly { readonly at: Place; readonly text: string }[];
}

/** Ends closer than this are one, metres. */
const SAME = 1e-4;

/** Flat coordinates of a section: of a level plane east and north, of any other along it and upward. */
export function flatten({ at, normal }: Omit<CutPlane, 'id'>): (place: ModelCoordinates) => Place {
  if (Math.abs(normal[2]) > 0.999) return ([x, y]) => [x, y];
  const level = Math.hypot(normal[0], normal[1]);
  // Seen against the normal: to the right.
  const [rx, ry] = [-normal[1] / level, normal[0] / level];
  return ([x, y, z]) => [(x - at[0]) * rx + (y - at[1]) * ry, z];
}

/** Joins segments end to end to polylines, so that programs see outlines and not thousands of pieces. */
export function joined(segments: readonly (readonly [Place, Place])[]): Place[][] {
  const keyOf = ([x, y]: Place) => `${Math.round(x / SAME)} ${Math.round(y / SAME)}`;
  const unique = new Map<string, readonly [Place, Place]>();
  for (const segment of segments) {
    const [a, b] = [keyOf(segment[0]), keyOf(segment[1])];
    if (a !== b) unique.set(a < b ? `${a}|${b}` : `${b}|${a}`, segment);
  }
  const left = new Set(unique.values());
  const at = new Map<string, (readonly [Place, Place])[]>();
  for (const segment of left)
    for (const end of segment) {
      const key = keyOf(end);
      const there = at.get(key);
      if (there) there.push(segment);
      else at.set(key, [segment]);
    }
  const lines: Place[][] = [];
  const next = (end: Place): Place | undefined => {
    const key = keyOf(end);
    const there = at.get(key)!;
    // Where three or more meet, each ends.
    if (there.length !== 2) return undefined;
    const segment = there.find((one) => left.has(one));
    if (!segment) return undefined;
    left.delete(segment);
    return keyOf(segment[0]) === key ? segment[1] : segment[0];
  };
  for (const segment of [...left]) {
    if (!left.delete(segment)) continue;
    const line: Place[] = [...segment];
    for (let end = next(line.at(-1)!); end; end = next(end)) line.push(end);
    for (let end = next(line[0]!); end; end = next(end)) line.unshift(end);
    lines.push(line);
  }
  return lines;
}

export function drawingOf(
  section: BimSection,
  plane: Omit<CutPlane, 'id'>,
  { title, crs, texts = [] }: Pick<Drawing, 'title' | 'crs'> & { readonly texts?: Drawing['texts'] },
): Drawing {
  const flat = flatten(plane);
  return {
    title,
    crs: Math.abs(plane.normal[2]) > 0.999 ? crs : null,
    lines: joined(section.lines.map(([a, b]) => [flat(a), flat(b)] as const)),
    fills: section.triangles.map(([a, b, c]) => [flat(a), flat(b), flat(c)] as const),
    texts,
  };
}

/**
 * What a view without perspective shows, with hidden lines: `at` a place of the view, `normal` toward the eye. `sections`: of
 * the planes that cut across the direction of sight.
 */
export function drawingOfView(
  { visible, hidden }: BimEdges,
  sections: readonly BimSection[],
  plane: Omit<CutPlane, 'id'>,
  { title, crs, texts = [] }: Pick<Drawing, 'title' | 'crs'> & { readonly texts?: Drawing['texts'] },
): Drawing {
  const flat = flatten(plane);
  const lines = (of: readonly (readonly [ModelCoordinates, ModelCoordinates])[]) =>
    joined(of.map(([a, b]) => [flat(a), flat(b)] as const));
  return {
    title,
    crs: Math.abs(plane.normal[2]) > 0.999 ? crs : null,
    lines: lines(sections.flatMap((section) => section.lines)),
    seen: lines(visible),
    hidden: lines(hidden),
    fills: sections.flatMap((section) =>
      section.triangles.map(([a, b, c]) => [flat(a), flat(b), flat(c)] as const),
    ),
    texts,
  };
}

/** The box around a drawing; undefined of an empty one. */
export function boundsOf({
  lines,
  seen = [],
  hidden = [],
}: Drawing): readonly [number, number, number, number] | undefined {
  const all = [...lines, ...seen, ...hidden].flat();
  if (all.length === 0) return undefined;
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of all) {
    west = Math.min(west, x);
    east = Math.max(east, x);
    south = Math.min(south, y);
    north = Math.max(north, y);
  }
  return [west, south, east, north];
}
