import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ObjectDocument, runsOf, type MapObject } from '#core/document';
import type { Geometry, Position } from '#core/protocol';
import { interpolate, nearestOnEdge } from '#core/shapes';
import { crossing, findSnap, type Pixel, type ViewProjection, type Snap } from './index.ts';
import type { ScreenEdge } from './snap-near.ts';
import { centresOf, footOf, footOnScreen } from './snap-places.ts';
import { SNAP_KINDS } from './snap.ts';

const RADIAN = Math.PI / 180;
const HERE: Position = [11, 44];

/** A Mercator map around a position, with `scale` pixels per degree of longitude; the position is at pixel (0, 0). */
function mercator(scale: number): ViewProjection {
  const north = (latitude: number): number => Math.asinh(Math.tan(latitude * RADIAN)) / RADIAN;
  return {
    toPixel: ([x, y]) => [(x - HERE[0]) * scale, (north(HERE[1]) - north(y)) * scale],
    toPosition: ([x, y]) => [
      HERE[0] + x / scale,
      Math.atan(Math.sinh((north(HERE[1]) - y / scale) * RADIAN)) / RADIAN,
    ],
  };
}

function opened(geometries: readonly Geometry[]): ObjectDocument {
  const document = new ObjectDocument('p');
  const objects = geometries.map((location, i): MapObject => ({
    id: `o${i}`,
    typeName: 't',
    location,
    properties: {},
    relatesTo: [],
  }));
  document.apply(
    objects.map((after) => ({ id: after.id, before: undefined, after })),
    'load',
  );
  return document;
}

interface SnapCase {
  readonly view: ViewProjection;
  readonly pixel: Pixel;
  readonly kinds: readonly Snap['kind'][];
  readonly from: Position;
}
const TOLERANCE = 10;

/** The reference result: examines every edge of every object, for every kind. */
function lookingAtAll(document: ObjectDocument, { view, pixel, kinds, from: origin }: SnapCase) {
  const objects = [...document.values()];
  const edges = objects.flatMap(({ id, location }): ScreenEdge[] =>
    runsOf(location).flatMap(({ kind, positions }) =>
      (kind === 'points' ? positions : positions.slice(1)).map((to, i) => {
        const from = kind === 'points' ? to : positions[i]!;
        return { id, from, to, a: view.toPixel(from)!, b: view.toPixel(to)! };
      }),
    ),
  );
  const real = edges.filter(({ from, to }) => from !== to);
  const near = real
    .map((edge) => ({ edge, ...nearestOnEdge(pixel, edge.a, edge.b) }))
    .filter(({ distance }) => distance <= TOLERANCE);
  const at = view.toPixel(origin)!;
  const places: Record<Snap['kind'], () => Position[]> = {
    vertex: () => edges.flatMap(({ from, to }) => [from, to]),
    intersection: () =>
      near.flatMap(({ edge }) =>
        near.flatMap((other): Position[] => {
          const share = crossing(edge.a, edge.b, other.edge.a, other.edge.b);
          return share === undefined || share < 1e-9 || share > 1 - 1e-9
            ? []
            : [interpolate(edge.from, edge.to, share)];
        }),
      ),
    centre: () => objects.flatMap(({ location }) => [...centresOf(location)]),
    midpoint: () => near.map(({ edge }) => interpolate(edge.from, edge.to, 0.5)),
    perpendicular: () =>
      near.flatMap(({ edge }): Position[] => {
        const seeming = footOnScreen(pixel, { position: origin, at }, edge);
        const foot = seeming && footOf(origin, seeming);
        return foot ? [foot] : [];
      }),
    edge: () => near.map(({ edge, share }) => interpolate(edge.from, edge.to, share)),
    extension: () => [],
  };
  for (const kind of SNAP_KINDS) {
    if (!kinds.includes(kind)) continue;
    const distances = places[kind]().map((place) => distanceTo(view, pixel, place));
    const distance = distances.reduce((min, each) => Math.min(min, each), Infinity);
    if (distance <= TOLERANCE) return { kind, distance };
  }
  return undefined;
}

function distanceTo(view: ViewProjection, pixel: Pixel, place: Position): number {
  const [x, y] = view.toPixel(place)!;
  return Math.hypot(x - pixel[0], y - pixel[1]);
}

/** Rows of parcels with several corners, 1,000 by 1,000 per square degree, with lines through them and points. */
function parcels(side: number): Geometry[] {
  const cell = 0.001;
  const geometries: Geometry[] = [];
  for (let i = 0; i < side * side; i++) {
    const [x, y] = [
      HERE[0] + ((i % side) - side / 2) * cell,
      HERE[1] + (Math.floor(i / side) - side / 2) * cell,
    ];
    const corners = 5 + (i % 7);
    const ring = Array.from({ length: corners }, (_, corner): Position => {
      const angle = (2 * Math.PI * corner) / corners;
      const radius = cell * (0.4 + 0.15 * Math.sin(i * 7.3 + corner * 2.1));
      return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
    });
    geometries.push({ type: 'Polygon', coordinates: [[...ring, ring[0]!]] });
    if (i % 11 === 0) geometries.push({ type: 'Point', coordinates: [x + cell / 3, y] });
    if (i % 29 === 0)
      geometries.push({ type: 'LineString', coordinates: [[x, y], [x + 5 * cell, y + 3.3 * cell]] }); // prettier-ignore
  }
  return geometries;
}

describe('Snapping among many objects', () => {
  const ask = (document: ObjectDocument, { view, pixel, kinds, from }: SnapCase) =>
    findSnap({ view, index: document.index, pixel, options: { kinds, tolerance: TOLERANCE, from } });

  it('finds the same as an examination of every edge, at any scale and for any kinds', () => {
    const document = opened(parcels(20));
    const found = new Set<string>();
    const request = fc.record({
      // From 200 to 5 pixels per parcel.
      zoom: fc.double({ min: 5_000, max: 200_000, noNaN: true }),
      x: fc.double({ min: -0.01, max: 0.01, noNaN: true }),
      y: fc.double({ min: -0.01, max: 0.01, noNaN: true }),
      kinds: fc.uniqueArray(fc.constantFrom(...SNAP_KINDS.filter((kind) => kind !== 'extension')), {
        minLength: 1,
        maxLength: 3,
      }),
      from: fc.tuple(
        fc.double({ min: 10.99, max: 11.01, noNaN: true }),
        fc.double({ min: 43.99, max: 44.01, noNaN: true }),
      ),
    });
    fc.assert(
      fc.property(request, ({ zoom, x, y, kinds, from }) => {
        const view = mercator(zoom);
        const pixel: Pixel = [x * zoom, y * zoom];
        const request = { view, pixel, kinds, from };
        const expected = lookingAtAll(document, request);
        const snap = ask(document, request);
        expect(snap?.kind).toBe(expected?.kind);
        if (!snap || !expected) return;
        found.add(snap.kind);
        // An intersection may be computed on either edge: what is straight in degrees is also drawn straight.
        expect(distanceTo(view, pixel, snap.position)).toBeCloseTo(expected.distance, 3);
      }),
      { numRuns: 150, seed: 7 },
    );
    // All kinds have occurred.
    expect([...found].sort()).toEqual([...SNAP_KINDS.filter((kind) => kind !== 'extension')].sort());
  });

  it('finds the nearest vertex with 13,000 edges in reach', () => {
    // 40 parcels of 0.001 degrees in 16 pixels: nearly all of them are within 10 pixels of the middle.
    const view = mercator(400);
    const document = opened(parcels(40));
    for (const pixel of [
      [0, 0],
      [0.31, 0.77],
      [-3.3, 2.9],
      [5.1, -4.2],
    ] as const) {
      // prettier-ignore
      const expected = lookingAtAll(document, { view, pixel, kinds: ['vertex'], from: HERE })!;
      const snap = ask(document, { view, pixel, kinds: SNAP_KINDS, from: HERE })!;
      expect(snap.kind).toBe('vertex');
      expect(distanceTo(view, pixel, snap.position)).toBeCloseTo(expected.distance, 9);
    }
  });

  it('snaps to edges without an object as to those of objects, and returns what they belong to', () => {
    const view = mercator(1e6);
    const from: Position = [11, 44, 20];
    const to: Position = [11.0001, 44, 30];
    const solids = [
      { from, to, surface: 'tower' },
      { from, to: [11, 44.0001, 20] as Position, objectId: 'o' },
    ];
    const drawn = (pixel: Pixel, except = new Set<string>()) =>
      findSnap({
        view,
        index: opened([]).index,
        pixel,
        solids,
        options: { kinds: ['vertex', 'edge'], tolerance: TOLERANCE, except },
      });
    expect(drawn([3, -4])).toEqual({ kind: 'vertex', position: from, objectId: undefined, surface: 'tower' });
    // A quarter of the 100 pixels, and of the rise of 10 m.
    const [x, y, height] = drawn([25, 2])!.position;
    expect([x, y]).toEqual([expect.closeTo(11.000025, 9), expect.closeTo(44, 9)]);
    expect(height).toBeCloseTo(22.5, 6);
    expect(drawn([2, -60])).toMatchObject({ kind: 'edge', objectId: 'o' });
    expect(drawn([2, -60], new Set(['o']))).toBeUndefined();
  });
});
