import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ObjectDocument, type MapObject } from '#core/document';
import { inverse } from '#core/geodesy';
import { geometryProblem, type Geometry, type Position } from '#core/protocol';
import { windRings } from '#core/shapes';
import {
  findSnap,
  insertVertex,
  mapPositions,
  midpointsOf,
  pickObjects,
  removeVertex,
  replaceVertex,
  vertexAt,
  verticesOf,
  type Pixel,
  type ViewProjection,
  type SnapKind,
  type SnapOptions,
  type VertexPath,
} from './index.ts';

/** One pixel is 1e-5 degrees; pixel (0, 0) is 0° 0°. */
const PIXEL = 1e-5;
const view: ViewProjection = {
  toPixel: ([x, y]) => [x / PIXEL, -y / PIXEL],
  toPosition: ([x, y]) => [x * PIXEL, -y * PIXEL],
};
const at = (x: number, y: number, h?: number): Position =>
  h === undefined ? [x * PIXEL, 0 - y * PIXEL] : [x * PIXEL, 0 - y * PIXEL, h];

function opened(...geometries: Geometry[]): ObjectDocument {
  const document = new ObjectDocument('p');
  document.apply(
    geometries.map((location, i) => {
      const after: MapObject = { id: `o${i}`, typeName: 't', location, properties: {}, relatesTo: [] };
      return { id: after.id, before: undefined, after };
    }),
    'load',
  );
  return document;
}
const line = (...points: [number, number, number?][]): Geometry => ({
  type: 'LineString',
  coordinates: points.map((point) => at(...point)),
});
const square = (x: number, y: number, size: number): Position[] => [
  at(x, y),
  at(x + size, y),
  at(x + size, y + size),
  at(x, y + size),
  at(x, y),
];
const ALL: readonly SnapKind[] = ['vertex', 'edge', 'midpoint', 'intersection'];
const snap = (document: ObjectDocument, pixel: Pixel, options: Partial<SnapOptions> = {}) =>
  findSnap({ view, index: document.index, pixel, options: { kinds: ALL, tolerance: 10, ...options } });

describe('Snapping', () => {
  it('returns the exact coordinates of a vertex, including its height', () => {
    const document = opened(line([0, 0, 12.5], [100, 0, 13]));
    expect(snap(document, [3, 4])).toEqual({ kind: 'vertex', position: at(0, 0, 12.5), objectId: 'o0' });
  });

  it('prefers a vertex to the edge that ends there, even if the edge is nearer', () => {
    expect(snap(opened(line([0, 0], [100, 0])), [8, 1])?.kind).toBe('vertex');
  });

  it('returns the nearest position on an edge and interpolates its height', () => {
    const found = snap(opened(line([0, 0, 10], [200, 0, 30])), [50, 6]);
    expect(found?.kind).toBe('edge');
    // A quarter along the edge: 10 + 20 / 4.
    expect(found?.position).toEqual([50 * PIXEL, 0, 15]);
  });

  it('finds the middle of an edge and the intersection of two edges', () => {
    expect(snap(opened(line([0, 0], [200, 0])), [103, 3])).toMatchObject({
      kind: 'midpoint',
      position: at(100, 0),
    });
    const crossed = opened(line([0, 0], [300, 0]), line([70, -90], [70, 40]));
    const found = snap(crossed, [73, 4]);
    expect(found?.kind).toBe('intersection');
    expect(found?.position[0]).toBeCloseTo(70 * PIXEL, 12);
    expect(found?.position[1]).toBeCloseTo(0, 12);
  });

  it('finds only the requested kinds, within the tolerance, and not on excluded or hidden objects', () => {
    const document = opened(line([0, 0], [100, 0]));
    expect(snap(document, [3, 4], { kinds: ['edge'] })?.kind).toBe('edge');
    expect(snap(document, [0, 11])).toBeUndefined();
    expect(snap(document, [0, 11], { tolerance: 12 })?.kind).toBe('vertex');
    expect(snap(document, [3, 4], { except: new Set(['o0']) })).toBeUndefined();
    const hidden = findSnap({
      view,
      index: document.index,
      pixel: [3, 4],
      options: { kinds: ALL, tolerance: 10 },
      attracts: () => false,
    });
    expect(hidden).toBeUndefined();
  });

  it('also uses the positions of the sketch', () => {
    expect(snap(opened(), [3, 4], { also: [at(0, 0)] })).toEqual({
      kind: 'vertex',
      position: at(0, 0),
      objectId: undefined,
    });
  });
});

describe('Snapping to constructed positions', () => {
  it('finds the centroid of an area, not the centre of its box', () => {
    // The centroid of a right triangle is a third along both legs.
    const document = opened({ type: 'Polygon', coordinates: [[at(0, 0), at(90, 0), at(0, 60), at(0, 0)]] });
    const found = snap(document, [33, 17], { kinds: ['centre'] });
    expect(found?.kind).toBe('centre');
    expect(found!.position[0]).toBeCloseTo(30 * PIXEL, 15);
    expect(found!.position[1]).toBeCloseTo(-20 * PIXEL, 15);
    expect(snap(document, [45, 30], { kinds: ['centre'] })).toBeUndefined();
  });

  it('finds the perpendicular from the last vertex to an edge, on the ellipsoid', () => {
    const edge = line([0, 0], [300, 120]);
    const from = at(40, 200);
    const { position } = snap(opened(edge), [106, 45], { kinds: ['perpendicular'], from })!;
    const [a, b] = edge.coordinates as Position[];
    const turn = inverse(position, from).azimuth - inverse(position, b!).azimuth;
    expect(Math.abs(Math.cos((turn * Math.PI) / 180))).toBeLessThan(1e-9);
    // It lies on the edge: both ends are in opposite directions from it.
    expect(inverse(a!, position).distance + inverse(position, b!).distance).toBeCloseTo(
      inverse(a!, b!).distance,
      6,
    );
  });

  it('finds no perpendicular to an edge on which the line starts, nor beyond the ends of an edge', () => {
    const document = opened(line([0, 0], [300, 0]));
    const kinds: SnapKind[] = ['perpendicular'];
    expect(snap(document, [100, 2], { kinds, from: at(100, 0) })).toBeUndefined();
    expect(snap(document, [299, 2], { kinds, from: at(305, 80) })).toBeUndefined();
    expect(snap(document, [100, 2], { kinds })).toBeUndefined();
  });

  it('extends an edge beyond its end where nothing else is near, and returns where the extension starts', () => {
    const document = opened(line([0, 0, 5], [100, 0, 6]));
    const kinds: SnapKind[] = ['vertex', 'edge', 'extension'];
    // 60 pixels beyond the end, within 12 times the tolerance of 10; it has no height, because none was measured
    // there.
    expect(snap(document, [160, 4], { kinds })).toEqual({
      kind: 'extension',
      position: [160 * PIXEL, 0],
      objectId: 'o0',
      guide: at(100, 0, 6),
    });
    expect(snap(document, [105, 3], { kinds })?.kind).toBe('vertex');
    expect(snap(document, [230, 4], { kinds })).toBeUndefined();
    expect(snap(document, [160, 12], { kinds })).toBeUndefined();
  });
});

describe('Picking', () => {
  const pick = (document: ObjectDocument, pixel: Pixel) =>
    pickObjects({ view, document, pixel }).map(({ object: { id }, distance }) => [id, distance]);

  it('finds points before lines before areas, and smaller areas first', () => {
    const document = opened(
      { type: 'Polygon', coordinates: [square(-500, -500, 1000)] },
      { type: 'Polygon', coordinates: [square(-50, -50, 100)] },
      line([-40, 2], [40, 2]),
      { type: 'Point', coordinates: at(3, 4) },
    );
    expect(pick(document, [0, 0])).toEqual([
      ['o3', 5],
      ['o2', 2],
      ['o1', 0],
      ['o0', 0],
    ]);
  });

  it('finds an area at the edge of its hole, but not inside the hole', () => {
    const document = opened({
      type: 'Polygon',
      coordinates: [square(-100, -100, 200), square(-50, -50, 100)],
    });
    expect(pick(document, [0, 0])).toEqual([]);
    expect(pick(document, [75, 0])).toEqual([['o0', 0]]);
    expect(pick(document, [47, 0])[0]![0]).toBe('o0');
  });

  it('finds every part of a multi-part geometry', () => {
    const document = opened(
      { type: 'MultiPolygon', coordinates: [[square(0, 0, 10)], [square(100, 0, 10)]] },
      { type: 'MultiPoint', coordinates: [at(0, 100), at(100, 100)] },
    );
    expect(pick(document, [105, 5])).toEqual([['o0', 0]]);
    expect(pick(document, [50, 5])).toEqual([]);
    expect(pick(document, [100, 103])).toEqual([['o1', 3]]);
  });

  it('leaves out objects that are not accepted', () => {
    const document = opened({ type: 'Point', coordinates: at(0, 0) });
    expect(pickObjects({ view, document, pixel: [0, 0], accepts: () => false })).toEqual([]);
  });

  it('examines only objects near the pointer, of 100,000 objects', () => {
    const document = opened(
      ...Array.from({ length: 100_000 }, (_, i): Geometry => ({
        type: 'Polygon',
        coordinates: [square((i % 400) * 20, Math.floor(i / 400) * 20, 16)],
      })),
    );
    const looked = { picking: 0, snapping: 0 };
    const accepts = () => ++looked.picking > 0;
    const attracts = () => ++looked.snapping > 0;
    for (let i = 0; i < 100; i++) {
      const pixel: Pixel = [i * 80 + 5, i * 50 + 5];
      pickObjects({ view, document, pixel, accepts });
      findSnap({ view, index: document.index, pixel, options: { kinds: ALL, tolerance: 10 }, attracts });
    }
    // Squares of 16 pixels are 20 apart: a reach of 10 pixels touches at most 2 × 2 of them. Snapping searches a part
    // of the reach first: at most as many again.
    expect(looked.picking).toBeLessThanOrEqual(100 * 4);
    expect(looked.snapping).toBeLessThanOrEqual(100 * (4 + 4));
  });
});

describe('Vertices by index path', () => {
  const polygon: Geometry = {
    type: 'Polygon',
    coordinates: [
      [
        [0, 0, 1],
        [4, 0, 2],
        [4, 4, 3],
        [0, 4, 4],
        [0, 0, 1],
      ],
      [
        [1, 1, 5],
        [1, 2, 5],
        [2, 2, 5],
        [1, 1, 5],
      ],
    ],
  };

  it('are moved without losing their height, and the ring stays closed', () => {
    const moved = replaceVertex(polygon, [0, 0], [-1, -1]) as typeof polygon & { coordinates: Position[][] };
    expect(moved.coordinates[0]![0]).toEqual([-1, -1, 1]);
    expect(moved.coordinates[0]!.at(-1)).toEqual([-1, -1, 1]);
    expect(replaceVertex(polygon, [0, 4], [-1, -1])).toEqual(moved);
    expect(vertexAt(polygon, [0, 0])).toEqual([0, 0, 1]);
    expect(replaceVertex({ type: 'Point', coordinates: [1, 2, 3] }, [], [5, 6])).toEqual({
      type: 'Point',
      coordinates: [5, 6, 3],
    });
  });

  it('are inserted with the height between their neighbours', () => {
    const wider = insertVertex(polygon, [0, 1], [1, 0]) as { coordinates: Position[][] };
    // A quarter of the way from height 1 to height 2.
    expect(wider.coordinates[0]![1]).toEqual([1, 0, 1.25]);
    expect(() => insertVertex(polygon, [0, 0], [1, 0])).toThrow('This Polygon has no vertex at [0, 0].');
  });

  it('are removed while enough remain', () => {
    const less = removeVertex(polygon, [0, 0]) as { coordinates: Position[][] };
    expect(less.coordinates[0]).toEqual([
      [4, 0, 2],
      [4, 4, 3],
      [0, 4, 4],
      [4, 0, 2],
    ]);
    expect(removeVertex(polygon, [1, 1])).toBeUndefined();
    expect(
      removeVertex(
        {
          type: 'LineString',
          coordinates: [
            [0, 0],
            [1, 1],
          ],
        },
        [0],
      ),
    ).toBeUndefined();
  });

  it('are all listed, with the midpoints between them', () => {
    expect([...verticesOf(polygon)].map(({ path }) => path.join())).toEqual([
      '0,0',
      '0,1',
      '0,2',
      '0,3',
      '1,0',
      '1,1',
      '1,2',
    ]);
    const [first] = midpointsOf(polygon);
    expect(first).toEqual({ position: [2, 0, 1.5], path: [0, 1] });
  });

  it('have the winding order that GeoJSON requires', () => {
    const outer = polygon.coordinates[0] as Position[];
    const again = windRings([outer.toReversed(), polygon.coordinates[1] as Position[]]);
    expect(again[0]).toEqual(outer);
  });

  it('leave a valid geometry with the same dimensions after moving, inserting and removing', () => {
    const coordinate = fc.tuple(fc.integer({ min: -80, max: 80 }), fc.integer({ min: -80, max: 80 }));
    const step = fc.record({
      act: fc.constantFrom('move', 'put', 'take'),
      which: fc.nat(50),
      to: coordinate,
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        let geometry: Geometry = polygon;
        for (const { act, which, to } of steps) {
          const places: VertexPath[] = [...verticesOf(geometry)].map((vertex) => vertex.path);
          const path = places[which % places.length]!;
          const next = [...path.slice(0, -1), path.at(-1)! + 1];
          if (act === 'move') geometry = replaceVertex(geometry, path, to);
          else if (act === 'put') geometry = insertVertex(geometry, next, to);
          else geometry = removeVertex(geometry, path) ?? geometry;
        }
        expect(geometryProblem(geometry)).toBeUndefined();
        expect(mapPositions(geometry, ([x, y]) => [x, y])).toEqual(geometry);
        for (const { position } of verticesOf(geometry)) expect(position).toHaveLength(3);
      }),
    );
  });
});
