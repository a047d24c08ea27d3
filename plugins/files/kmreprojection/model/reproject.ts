import { contains, crsOf, geoidAt, operationOf, project, type Operation } from '#core/geodesy';
import type { ReadPoint } from './read-points.ts';

/** What happens to heights: `toGeoid` and `toEllipsoid` convert between both kinds with the geoid of the place. */
export type HeightMode = 'keep' | 'toGeoid' | 'toEllipsoid';

export interface Reprojected extends ReadPoint {
  /** East and north in the target system; undefined outside of what it can show. */
  readonly placed: readonly [number, number] | undefined;
  readonly height: number | undefined;
  /** The geoid model by which the height was converted. */
  readonly geoid: string | undefined;
  /** Index of the operations used, in the summary. */
  readonly way: number;
  /** Systems in whose area of use the point does not lie. */
  readonly outside: readonly string[];
}

/** The operations between two systems at some of the points, one after the other, through WGS 84. */
export interface Way {
  readonly steps: readonly { readonly crs: string; readonly operation: Operation }[];
  /** Metres, the worst case: the errors of the steps add up. Undefined where one states none. */
  readonly accuracy: number | undefined;
  readonly count: number;
}

export interface Reprojection {
  readonly rows: readonly Reprojected[];
  readonly ways: readonly Way[];
}

/**
 * Reprojects points to a system. The systems must be loaded. Heights in metres; converted with the most accurate geoid
 * known at the place.
 */
export async function reproject(
  points: readonly ReadPoint[],
  to: string,
  heights: HeightMode,
  signal?: AbortSignal,
): Promise<Reprojection> {
  const ways: { key: string; steps: Way['steps']; count: number }[] = [];
  const rows: Reprojected[] = [];
  for (const [i, point] of points.entries()) {
    if (i % 200 === 199) {
      await new Promise((resolve) => setTimeout(resolve));
      signal?.throwIfAborted();
    }
    const steps = stepsOf(point, to);
    const key = steps.map(({ crs, operation }) => `${crs} ${JSON.stringify(operation)}`).join();
    let way = ways.findIndex((each) => each.key === key);
    if (way < 0) way = ways.push({ key, steps, count: 0 }) - 1;
    ways[way]!.count++;
    rows.push({
      ...point,
      ...(await heightOf(point, heights)),
      placed: placedIn(to, point),
      way,
      outside: outsideOf(point, to),
    });
  }
  return { rows, ways: ways.map(({ steps, count }) => ({ steps, count, accuracy: added(steps) })) };
}

function stepsOf({ crs, position }: ReadPoint, to: string): Way['steps'] {
  const codes = crs === to ? [] : [crs, to];
  return codes
    .map((code) => ({ crs: code, operation: operationOf(code, position) }))
    .filter(({ operation }) => operation.kind !== 'identity');
}

function added(steps: Way['steps']): number | undefined {
  let sum = 0;
  for (const { operation } of steps) {
    if (operation.accuracy === undefined) return undefined;
    sum += operation.accuracy;
  }
  return sum;
}

function placedIn(to: string, { position }: ReadPoint): readonly [number, number] | undefined {
  try {
    return project(to, position);
  } catch {
    // Outside of what the system can show.
    return undefined;
  }
}

async function heightOf(
  { position }: ReadPoint,
  mode: HeightMode,
): Promise<Pick<Reprojected, 'height' | 'geoid'>> {
  const [longitude, latitude, height] = position;
  if (height === undefined || mode === 'keep') return { height, geoid: undefined };
  const geoid = await geoidAt(longitude, latitude);
  const sign = mode === 'toGeoid' ? -1 : 1;
  return { height: height + sign * geoid.height, geoid: geoid.model };
}

function outsideOf({ crs, position }: ReadPoint, to: string): string[] {
  return [...new Set([crs, to])].filter((code) => {
    const bounds = crsOf(code)?.bounds;
    return bounds !== null && bounds !== undefined && !contains(bounds, position);
  });
}
