import { Cesium3DTileset, Event, Matrix4, PointCloudShading } from 'cesium';
import { BehaviorSubject } from 'rxjs';
import { afterEach, expect, it, vi } from 'vitest';
import type { Settings } from '#core/settings';
import { DisplayHeights } from '../../model/heights.ts';
import type { DrawnLayer, ProjectTilesets } from '../../model/project-tilesets.ts';
import type { Globe } from '../scene/globe.ts';
import { TilesetsOnGlobe } from './tilesets.ts';

afterEach(() => vi.restoreAllMocks());

const LOOK = {
  place: { longitude: 12, latitude: 43, height: 215, heading: 0, scale: 1 },
  tint: null,
  opacity: 1,
  clip: null,
  visible: true,
};

function globeOf() {
  const preRender = new Event();
  const redraw = vi.fn();
  const globe = {
    scene: { preRender, shadowMap: { enabled: false }, primitives: { add: vi.fn(), remove: vi.fn() } },
    quality: 'fine',
    redraw,
  } as unknown as Globe;
  return { globe, preRender, redraw };
}

/** As Cesium loads one. */
const tilesetOf = () =>
  ({
    pointCloudShading: new PointCloudShading(),
    root: { transform: Matrix4.IDENTITY },
    boundingSphere: { center: { x: 6378137, y: 0, z: 0 } },
    modelMatrix: Matrix4.IDENTITY,
    tileFailed: new Event(),
  }) as unknown as Cesium3DTileset;

const LAYER: DrawnLayer = {
  id: 'cloud',
  name: 'Cloud',
  url: '/api/tilesets/cloud/files/tileset.json',
  look: LOOK,
  shown: true,
  isCloud: false,
  edition: 0,
};

function drawingOf(
  globe: Globe,
  tilesets: { drawn: readonly DrawnLayer[] },
  size$ = new BehaviorSubject(0.15),
) {
  const observe = (key: string) => (key === 'pointSize3D' ? size$ : undefined);
  return new TilesetsOnGlobe(globe, new DisplayHeights(), tilesets as unknown as ProjectTilesets, {
    session: { token: 'T', refresh: () => Promise.resolve('T') },
    settings: { observe } as unknown as Pick<Settings, 'observe'>,
  });
}

it('loads a set anew when what it is made of has changed', async () => {
  const [before, after] = [tilesetOf(), tilesetOf()];
  vi.spyOn(Cesium3DTileset, 'fromUrl').mockResolvedValueOnce(before).mockResolvedValueOnce(after);
  const { globe } = globeOf();
  const drawn$ = new BehaviorSubject([LAYER]);
  const tilesets = {
    get drawn() {
      return drawn$.value;
    },
    drawn$,
    found: () => undefined,
  };
  const drawing = drawingOf(globe, tilesets);
  const { add, remove } = globe.scene.primitives;
  await vi.waitFor(() => expect(add).toHaveBeenCalledWith(before));
  drawn$.next([{ ...LAYER, edition: 1 }]);
  expect(remove).toHaveBeenCalledWith(before);
  await vi.waitFor(() => expect(add).toHaveBeenCalledWith(after));
  drawing.dispose();
});

it('gives the points of clouds the size of the setting, which may change', async () => {
  const tileset = tilesetOf();
  vi.spyOn(Cesium3DTileset, 'fromUrl').mockResolvedValue(tileset);
  const { globe, preRender, redraw } = globeOf();
  const drawn = [LAYER];
  const tilesets = { drawn, drawn$: new BehaviorSubject(drawn), found: () => undefined };
  const size$ = new BehaviorSubject(0.15);
  const drawing = drawingOf(globe, tilesets, size$);
  await vi.waitFor(() => expect(globe.scene.primitives.add).toHaveBeenCalled());
  preRender.raiseEvent();
  expect(tileset.pointCloudShading).toMatchObject({ attenuation: true, baseResolution: 0.15 });
  redraw.mockClear();
  size$.next(0.3);
  expect(redraw).toHaveBeenCalledOnce();
  preRender.raiseEvent();
  expect(tileset.pointCloudShading.baseResolution).toBe(0.3);
  drawing.dispose();
});
