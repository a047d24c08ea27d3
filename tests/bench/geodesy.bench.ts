/** The accuracy of geodesic lengths and areas, and the cost of both and of the document's spatial index. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Flatbush from 'flatbush';
import geographiclib from 'geographiclib-geodesic';
import { extentOf, ObjectDocument, type MapObject } from '#core/document';
import { distance, ringMeasures } from '#core/geodesy';
import { findSnap, pickObjects, type ViewProjection } from '#core/mapview';
import type { Position } from '#core/protocol';
import { GEODTEST } from './geodesy-truth.ts';
import { atMost, median, within, type Bench, type ReportRow } from './report.ts';

const ALL = join(import.meta.dirname, '../../../shared/data/measure/GeodTest-50.dat');
const OBJECTS = 100_000;
const VERTICES = 14;

const bench: Bench = {
  name: 'Geodesy and the spatial index',
  run: () => Promise.resolve([...exactness(), ...speed(), ...index()]),
};
export default bench;

function exactness(): ReportRow[] {
  const lines = (existsSync(ALL) ? readFileSync(ALL, 'utf8') : GEODTEST).trim().split('\n');
  const errors = lines.map((line) => {
    const [lat1, lon1, , lat2, lon2, , s12] = line.split(' ').map(Number);
    return Math.abs(distance([lon1!, lat1!], [lon2!, lat2!]) - s12!);
  });
  return [
    within(1, {
      what: `largest error of a length among ${lines.length} of GeodTest (up to 20,000 km)`,
      ours: Math.max(...errors) * 1e6,
      unit: 'µm',
    }),
    within(1, {
      what: 'error of the area of a parcel of one hectare',
      ours: parcelError() * 1e6,
      unit: 'mm²',
    }),
  ];
}

/**
 * Against the closed form of the area between meridians and parallels (Snyder, USGS PP 1395, p. 16) and the slivers
 * between parallel and geodesic, d³ tan φ / (12 N).
 */
function parcelError(): number {
  const [a, f] = [6378137, 1 / 298.257223563];
  const e2 = f * (2 - f);
  const radian = Math.PI / 180;
  const strip = (degrees: number) => {
    const sine = Math.sin(degrees * radian);
    return (a * a * (1 - e2) * Math.cos(degrees * radian)) / (1 - e2 * sine * sine) ** 2;
  };
  const [west, south, size] = [11.25, 43.75, 1 / 1024];
  const north = south + size;
  const zone =
    size * radian * ((size * radian) / 6) * (strip(south) + 4 * strip(south + size / 2) + strip(north));
  const sliver = (latitude: number) => {
    const sine = Math.sin(latitude * radian);
    const normal = a / Math.sqrt(1 - e2 * sine * sine);
    const side = normal * Math.cos(latitude * radian) * size * radian;
    return (side ** 3 * Math.tan(latitude * radian)) / (12 * normal);
  };
  const ring: Position[] = [
    [west, south],
    [west + size, south],
    [west + size, north],
    [west, north],
  ];
  return Math.abs(ringMeasures(ring).area - (zone + sliver(north) - sliver(south)));
}

function speed(): ReportRow[] {
  const { Geodesic } = geographiclib;
  const pairs = Array.from({ length: 20_000 }, (_, i): [Position, Position] => [
    [(i % 300) / 10, (i % 70) / 2],
    [(i % 290) / 10 + 0.01, (i % 65) / 2 + 0.02],
  ]);
  const [ours, peer] = alternately(
    () => pairs.forEach(([from, to]) => distance(from, to)),
    () =>
      pairs.forEach(([from, to]) =>
        Geodesic.WGS84.Inverse(from[1], from[0], to[1], to[0], Geodesic.DISTANCE),
      ),
  );
  return [
    atMost(1.5, {
      what: 'one geodesic length',
      ours: (ours * 1000) / pairs.length,
      peer: (peer * 1000) / pairs.length,
      against: 'GeographicLib called directly',
      unit: 'µs',
    }),
  ];
}

function index(): ReportRow[] {
  const objects = grid();
  const load = (): ObjectDocument => {
    const document = new ObjectDocument('bench');
    document.apply(
      objects.map((after) => ({ id: after.id, before: undefined, after })),
      'load',
    );
    return document;
  };
  const fresh = Array.from({ length: 5 }, load);
  const [ours, peer] = alternately(
    () => fresh.pop()?.index.search([0, 0, PIXEL, PIXEL]),
    () => {
      const boxes = new Flatbush(objects.length);
      for (const { location } of objects) boxes.add(...extentOf(location));
      boxes.finish();
    },
  );
  const document = load();
  const questions = 2_000;
  const each = (ask: (i: number) => unknown): number => {
    const started = performance.now();
    for (let i = 0; i < questions; i++) ask(i);
    return ((performance.now() - started) * 1000) / questions;
  };
  const pixel = (i: number): [number, number] => [(i * 7) % 8000, (i * 11) % 5000];
  each((i) => pickObjects({ view: VIEW, document, pixel: pixel(i) }));
  return [
    atMost(4, {
      what: `index of ${OBJECTS} polygons ready after loading`,
      ours,
      peer,
      against: 'flatbush over the boxes alone',
      unit: 'ms',
    }),
    within(200, {
      what: 'objects under the pointer, exact',
      ours: each((i) => pickObjects({ view: VIEW, document, pixel: pixel(i) })),
      unit: 'µs',
    }),
    within(400, {
      what: 'snapping to vertices, edges, middles and crossings',
      ours: each((i) => findSnap({ view: VIEW, index: document.index, pixel: pixel(i), options: SNAP })),
      unit: 'µs',
    }),
    within(400, {
      what: 'the same after an edit just before',
      ours: each((i) => {
        const before = document.get(`o${(i * 37) % OBJECTS}`)!;
        document.apply([{ id: before.id, before, after: { ...before } }], 'edit');
        findSnap({ view: VIEW, index: document.index, pixel: pixel(i), options: SNAP });
      }),
      unit: 'µs',
    }),
  ];
}

const PIXEL = 1e-5;
const VIEW: ViewProjection = {
  toPixel: ([x, y]) => [x / PIXEL, y / PIXEL],
  toPosition: ([x, y]) => [x * PIXEL, y * PIXEL],
};
const SNAP = { kinds: ['vertex', 'edge', 'midpoint', 'intersection'], tolerance: 12 } as const;

function grid(): MapObject[] {
  return Array.from({ length: OBJECTS }, (_, i) => {
    const [x, y] = [(i % 400) * 20, Math.floor(i / 400) * 20];
    const ring = Array.from({ length: VERTICES + 1 }, (_v, k): Position => {
      const turn = ((k % VERTICES) * 2 * Math.PI) / VERTICES;
      return [(x + 8 * Math.cos(turn)) * PIXEL, (y + 8 * Math.sin(turn)) * PIXEL];
    });
    const location = { type: 'Polygon' as const, coordinates: [ring] };
    return { id: `o${i}`, typeName: 't', location, properties: {}, relatesTo: [] };
  });
}

/**
 * Medians of five runs of each, alternating, so that other load on the machine affects both equally; milliseconds.
 */
function alternately(one: () => void, other: () => void): [number, number] {
  const samples: [number[], number[]] = [[], []];
  for (let i = 0; i < 5; i++) {
    for (const [at, work] of [one, other].entries()) {
      const started = performance.now();
      work();
      samples[at]!.push(performance.now() - started);
    }
  }
  return [median(samples[0]), median(samples[1])];
}
