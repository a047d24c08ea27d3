import type { Scene } from 'cesium';
import { describe, expect, it } from 'vitest';
import { ViewerLayers } from '#core/canvas';
import { ObjectDocument, type MapObject } from '#core/document';
import type { Pixel } from '#core/mapview';
import type { Position } from '#core/protocol';
import { DisplayHeights } from '../../model/heights.ts';
import { lookingFrom } from '../../testing/looking-from.ts';
import { roofsUnder, withPrisms } from './pick-prisms.ts';
import { CameraProjection } from '../camera/projection.ts';

/** A square of 22 m by 16 m around a place at 45° N. */
function building(id: string, [x, y]: Position, tall: number): MapObject {
  const [e, n] = [0.00014, 0.000072];
  const ring: Position[] = [
    [x - e, y - n],
    [x + e, y - n],
    [x + e, y + n],
    [x - e, y + n],
    [x - e, y - n],
  ];
  const location = { type: 'Polygon' as const, coordinates: [ring] };
  return { id, typeName: 'building', location, properties: { tall }, relatesTo: [] };
}

function setUp(height: string | undefined, ...objects: MapObject[]) {
  const document = new ObjectDocument('p');
  document.apply(
    objects.map((after) => ({ id: after.id, before: undefined, after })),
    'load',
  );
  const heights = new DisplayHeights();
  heights.tallest = height === undefined ? 0 : 100;
  const layers = new ViewerLayers();
  const style = { stroke: '#000000', width: 1, ...(height === undefined ? {} : { height }) };
  layers.layers = [{ typeName: 'building', visible: true, opacity: 1, style, locked: false }];
  // From 1 km to the south, and 1 km above.
  const camera = lookingFrom([9, 44.991, 1_000]);
  const projection = new CameraProjection({ camera } as Scene, heights, () => [800, 600]);
  const standing = { projection, heights, layers, document, from: camera.positionWC };
  const pick = (pixel: Pixel) => withPrisms([], pixel, standing).map(({ object }) => object.id);
  const roofs = (pixel: Pixel) => roofsUnder(pixel, standing);
  /** Without heights of their own, objects stand on the ellipsoid: heights above it are rendered unchanged. */
  heights.measuredAt(0);
  return { pick, roofs, layers, at: (place: Position) => projection.toPixel(place)! };
}

describe('Picking extruded polygons', () => {
  it('hits their roofs and walls, and not the space beside them', () => {
    const { pick, at } = setUp('tall', building('a', [9, 45], 100));
    expect(pick(at([9, 45, 100]))).toEqual(['a']);
    // The southern wall, half way up.
    expect(pick(at([9, 44.999928, 50]))).toEqual(['a']);
    expect(pick(at([9, 45, 130]))).toEqual([]);
    expect(pick(at([9.0005, 45, 50]))).toEqual([]);
  });

  it('returns the nearer one first where it hides another', () => {
    const [near, far] = [building('near', [9, 45], 100), building('far', [9, 45.0005], 100)];
    const { pick, at } = setUp('tall', far, near);
    // The roof of the near one, at its northern edge, is in front of the wall of the far one, 40 m behind it.
    expect(pick(at([9, 45.00007, 99]))).toEqual(['near', 'far']);
  });

  it('returns the edges of the roof at their height, unless the layer is excluded from snapping', () => {
    const { roofs, layers, at } = setUp('tall', building('a', [9, 45], 100));
    const edges = roofs(at([9, 44.999928, 50]));
    expect(edges).toHaveLength(4);
    for (const { from, objectId } of edges) expect([from[2], objectId]).toEqual([100, 'a']);
    expect(edges[0]!.from.slice(0, 2)).toEqual([8.99986, 44.999928]);
    expect(edges[0]!.to).toEqual([9.00014, 44.999928, 100]);
    expect(roofs(at([9.0005, 45, 50]))).toEqual([]);
    layers.layers = layers.layers.map((layer) => ({ ...layer, attracts: false }));
    expect(roofs(at([9, 45, 100]))).toEqual([]);
  });

  it('hits nothing above flat objects', () => {
    const { pick, at } = setUp(undefined, building('a', [9, 45], 100));
    expect(pick(at([9, 45, 100]))).toEqual([]);
  });
});
