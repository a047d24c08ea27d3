import { describe, expect, it } from 'vitest';
import { AppError } from '#core/kernel';
import type { ExternalFeature, ExternalLayerState } from '#core/mapview';
import { AttractingObjects, objectsInView } from './objects-in-view.ts';

const TILES = { kind: 'vector-tiles', url: 'https://a.test/{z}/{x}/{y}.mvt' } as ExternalLayerState['source'];
const WFS = { kind: 'features', url: 'https://a.test/wfs' } as ExternalLayerState['source'];
const CAMERA = { extent: [12, 42, 13, 43], zoom: 16, resolution: 1 } as const;
const at = (longitude: number): ExternalFeature => ({
  geometry: { type: 'Point', coordinates: [longitude, 42] },
  properties: {},
});

const readers: Parameters<typeof objectsInView>[0] = {
  features: {
    within: async (id) => {
      if (id === 'dead') throw new AppError('external-layer', 'a.test has failed.');
      return { features: [at(1)], isWhole: true };
    },
  },
  vectorTiles: { find: async () => ({ features: [at(2), at(3)], isWhole: false }) },
  files: { within: async () => ({ features: [at(4)], isWhole: true }) },
};

function attracting(layers: readonly (Partial<ExternalLayerState> & { id: string; snaps: boolean })[]) {
  const states = layers.map((layer) => ({ visible: true, minScale: null, maxScale: null, ...layer }));
  const shown = { states, arranged: states.map((state) => ({ ...state, layer: { id: state.id } })) };
  return new AttractingObjects(shown as never, { load: async () => readers });
}

describe('Objects of other servers', () => {
  it('attract where snapping is on and the layer is drawn; one that fails stops no other', async () => {
    const objects = attracting([
      { id: 'wfs', source: WFS, snaps: true },
      { id: 'off', source: WFS, snaps: false },
      { id: 'far', source: WFS, snaps: true, maxScale: 500 },
      { id: 'dead', source: WFS, snaps: true },
      { id: 'tiles', source: TILES, snaps: true },
    ]);
    const geometries = await objects.in(CAMERA);
    expect(geometries?.map(({ coordinates }) => coordinates[0])).toEqual([1, 2, 3]);
  });

  it('are not those of a view that was left meanwhile', async () => {
    const objects = attracting([{ id: 'wfs', source: WFS, snaps: true }]);
    const [first, second] = await Promise.all([objects.in(CAMERA), objects.in(CAMERA)]);
    expect([first, second?.length]).toEqual([undefined, 1]);
  });

  it('are none of a layer of images', async () => {
    const image = { kind: 'xyz', url: 'https://a.test/{z}/{x}/{y}.png' } as ExternalLayerState['source'];
    const extent = [0, 0, 1, 1] as const;
    expect(await objectsInView(readers, { id: 'a', source: image }, { extent, zoom: 3, most: 10 })).toEqual({
      features: [],
      isWhole: true,
    });
  });
});
