import { Event, PrimitiveCollection } from 'cesium';
import { describe, expect, it } from 'vitest';
import { ViewerLayers } from '#core/canvas';
import { ObjectDocument, type MapObject } from '#core/document';
import type { Position } from '#core/protocol';
import { DisplayHeights } from '../../model/heights.ts';
import { lookingFrom } from '../../testing/looking-from.ts';
import type { Globe } from '../scene/globe.ts';
import { GlobeObjects } from './objects.ts';

const STYLE = { stroke: '#1e5aa8', width: 2 };
/** Three places a degree (80 km) apart, each seen from 1 km above. */
const PLACES: readonly Position[] = [
  [9, 45],
  [10, 45],
  [11, 45],
];

/** Lines around a place, with this many vertices each. */
function linesAt([longitude, latitude]: Position, lines: number, vertices: number): MapObject[] {
  return Array.from({ length: lines }, (_, line) => {
    const coordinates = Array.from({ length: vertices }, (_, i): Position => [
      longitude + i / vertices / 1_000,
      latitude + line / lines / 1_000,
    ]);
    const location = { type: 'LineString' as const, coordinates };
    return { id: `${longitude}-${line}`, typeName: 'path', location, properties: {}, relatesTo: [] };
  });
}

function setUp() {
  const document = new ObjectDocument('p');
  const scene = {
    primitives: new PrimitiveCollection(),
    preUpdate: new Event(),
    camera: {},
    pixelRatio: 1,
  };
  const look = (place: Position): void => {
    Object.assign(scene.camera, lookingFrom([place[0], place[1], 1_000], place));
  };
  look(PLACES[0]!);
  const layers = new ViewerLayers();
  layers.layers = [{ typeName: 'path', visible: true, opacity: 1, style: STYLE, locked: false }];
  const objects = new GlobeObjects(
    { scene, redraw: () => {} } as unknown as Globe,
    document,
    layers,
    new DisplayHeights(),
  );
  return {
    objects,
    layers,
    look,
    frame: () => scene.preUpdate.raiseEvent(),
    change: (before: readonly MapObject[], after: readonly MapObject[]) =>
      document.apply(
        [
          ...before.map((object) => ({ id: object.id, before: object, after: undefined })),
          ...after.map((object) => ({ id: object.id, before: undefined, after: object })),
        ],
        'load',
      ),
    /** Number of primitives in Cesium. */
    primitives: () => primitivesIn(scene.primitives),
  };
}

function primitivesIn(collection: PrimitiveCollection): number {
  let count = 0;
  for (let n = 0; n < collection.length; n++) {
    const one: unknown = collection.get(n);
    count += one instanceof PrimitiveCollection ? primitivesIn(one) : 1;
  }
  return count;
}

describe('Objects on the globe', () => {
  it('are rendered when they become visible', () => {
    const { frame, look, change, primitives, objects } = setUp();
    for (const place of PLACES) change([], linesAt(place, 120, 2));
    frame();
    expect([primitives(), objects.settled]).toEqual([1, true]);
    look(PLACES[1]!);
    frame();
    expect(primitives()).toBe(2);
  });

  it('far away are freed, the longest unseen first, and rendered again on return', () => {
    const { frame, look, change, primitives, objects } = setUp();
    // 120,000 vertices at each place: 100,000 invisible ones are kept.
    for (const place of PLACES) change([], linesAt(place, 120, 1_000));
    for (const place of PLACES) {
      look(place);
      frame();
    }
    expect(primitives()).toBe(1);
    const drawings = objects.drawings;
    look(PLACES[0]!);
    frame();
    expect([primitives(), objects.drawings - drawings]).toEqual([1, 1]);
  });

  it('nearby stay rendered while the camera looks elsewhere', () => {
    const { frame, look, change, primitives, objects } = setUp();
    for (const place of PLACES) change([], linesAt(place, 120, 10));
    for (const place of [...PLACES, ...PLACES]) {
      look(place);
      frame();
    }
    expect([primitives(), objects.drawings]).toEqual([3, 3]);
  });

  it('are rebuilt by an edit, with those of the same chunk, and never without a change', () => {
    const { frame, change, objects } = setUp();
    const lines = linesAt(PLACES[0]!, 500, 2);
    change([], lines);
    frame();
    // Chunks of 400 and 100.
    expect(objects.drawings).toBe(2);
    change(lines.slice(0, 1), []);
    frame();
    frame();
    expect(objects.drawings).toBe(3);
  });

  it('leave nothing behind when they are deleted or their layer is hidden', () => {
    const { frame, change, layers, objects, primitives } = setUp();
    const lines = linesAt(PLACES[0]!, 10, 2);
    change([], lines);
    frame();
    layers.layers = [{ ...layers.layers[0]!, visible: false }];
    objects.change();
    frame();
    expect(primitives()).toBe(0);
    layers.layers = [{ ...layers.layers[0]!, visible: true }];
    objects.change();
    frame();
    expect(primitives()).toBe(1);
    change(lines, []);
    frame();
    expect(primitives()).toBe(0);
  });
});
