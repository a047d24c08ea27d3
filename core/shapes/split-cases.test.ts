import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Position } from '#core/protocol';
import { planeArea, splitLine, splitLineAt, splitPolygon } from './index.ts';
import { nearestOnEdge } from './plane.ts';

/** Cases of GEOS and PostGIS, and of real outlines by rivers and roads, divided by GEOS; where they are at hand. */
const FOLDER = path.resolve(import.meta.dirname, '../../../shared/data/geometry-ops');

interface SplitCase {
  id: string;
  input: string;
  blade: string;
  expected: string | { error: string };
}
interface FixtureGeometry {
  type: string;
  coordinates: never;
  members?: FixtureGeometry[];
}

const NAMES = ['Point', 'LineString', 'Polygon', 'MultiPoint', 'MultiLineString', 'MultiPolygon'];

/** Well-known text, as far as the cases use it. */
function parse(text: string): FixtureGeometry {
  const [, word, body] = /^\s*(\w+)\s*(\(.*\))\s*$/s.exec(text)!;
  if (word === 'GEOMETRYCOLLECTION') {
    const members: FixtureGeometry[] = [];
    let [depth, start] = [0, 1];
    for (let i = 1; i < body!.length; i++) {
      if (body![i] === '(') depth++;
      if ((body![i] === ',' && depth === 0) || depth < 0 || i === body!.length - 1) {
        members.push(parse(body!.slice(start, i)));
        start = i + 1;
      }
      if (body![i] === ')') depth--;
    }
    return { type: 'GeometryCollection', coordinates: [] as never, members };
  }
  const json = body!
    .replace(/[-\d.e]+(\s+[-\d.e]+)+/g, (place) => `[${place.split(/\s+/).join(',')}]`)
    .replaceAll('(', '[')
    .replaceAll(')', ']');
  const type = NAMES.find((name) => name.toUpperCase() === word)!;
  const coordinates = JSON.parse(json) as never[];
  return { type, coordinates: (type === 'Point' ? coordinates[0] : coordinates) as never };
}

/** Single lines and polygons within, as their runs. */
function piecesOf({ type, coordinates, members }: FixtureGeometry): Position[][][] {
  if (members) return members.flatMap(piecesOf);
  if (type === 'LineString') return [[coordinates]];
  if (type === 'Polygon') return [coordinates];
  return (coordinates as never[]).map((part) => (type === 'MultiLineString' ? [part] : part));
}

function cutsOf({ type, coordinates, members }: FixtureGeometry): Position[][] {
  if (members) return members.flatMap(cutsOf);
  if (type === 'Point') return [[coordinates]];
  if (type === 'MultiPoint') return (coordinates as Position[]).map((point) => [point]);
  if (type === 'LineString') return [coordinates];
  return type === 'MultiPolygon' ? (coordinates as Position[][][]).flat() : coordinates;
}

function split(
  input: FixtureGeometry,
  blade: FixtureGeometry,
): { parts: Position[][][] } | { reason: string } {
  if (input.members) {
    const all = input.members.map((member) => split(member, blade));
    return { parts: all.flatMap((each, i) => ('parts' in each ? each.parts : piecesOf(input.members![i]!))) };
  }
  const outcome = input.type.endsWith('Polygon')
    ? splitPolygon(input as never, cutsOf(blade))
    : blade.type === 'Point'
      ? splitLineAt(input as never, blade.coordinates, 0.001)
      : splitLine(input as never, cutsOf(blade));
  if ('refused' in outcome) return { reason: outcome.refused.reason };
  return { parts: outcome.parts.flatMap((part) => piecesOf(part as never)) };
}

/** What divides nothing leaves the whole; these faults are none of the reference's. */
const WHOLE = ['misses', 'touches', 'ends-inside', 'at-end'];

/** Every vertex of one lies on the other: they may have vertices along an edge that the other has not. */
function sameRuns(one: Position[][], other: Position[][], tolerance: number): boolean {
  const on = ([x, y]: Position, runs: Position[][]) =>
    runs.some((run) =>
      run.some((to, i) => i > 0 && nearestOnEdge([x, y], run[i - 1]!, to).distance <= tolerance),
    );
  return one.flat().every((place) => on(place, other)) && other.flat().every((place) => on(place, one));
}

describe.skipIf(!fs.existsSync(FOLDER))('against GEOS', () => {
  const cases = ['split-cases.json', 'split-cases-real.json'].flatMap((file) => {
    if (!fs.existsSync(FOLDER)) return [];
    return (JSON.parse(fs.readFileSync(path.join(FOLDER, file), 'utf8')) as { cases: SplitCase[] }).cases;
  });

  it.each(cases)('$id gives the same parts', ({ input, blade, expected }) => {
    const shape = parse(input);
    const outcome = split(shape, parse(blade));
    if (typeof expected !== 'string') {
      // Other coordinate systems than one cannot be given here: such a point is simply far from the line.
      expect(outcome).toEqual({ reason: expected.error.includes('SRID') ? 'off-line' : 'runs-along' });
      return;
    }
    if ('reason' in outcome) expect(WHOLE).toContain(outcome.reason);
    const ours = 'parts' in outcome ? outcome.parts : piecesOf(shape);
    const theirs = piecesOf(parse(expected));
    expect(ours).toHaveLength(theirs.length);
    // 1e-9 degrees; numbers of projected coordinates have seven digits before the point and so fewer after it.
    const size = Math.max(...ours.flat(2).map(([x, y]) => Math.max(Math.abs(x), Math.abs(y))));
    const tolerance = Math.max(1e-9, size * 1e-15);
    for (const part of theirs) expect(ours.some((own) => sameRuns(own, part, tolerance))).toBe(true);
    if (shape.type.endsWith('Polygon'))
      expect(ours.reduce((sum, rings) => sum + planeArea(rings), 0)).toBeCloseTo(
        piecesOf(shape).reduce((sum, rings) => sum + planeArea(rings), 0),
        12,
      );
  });
});
