import { ImageryLayerCollection } from 'cesium';
import { BehaviorSubject, Subject } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ViewerLayers, type ProjectedExtent } from '#core/canvas';
import { ObjectDocument } from '#core/document';
import { OverviewLayer } from './overview-layer.ts';
import type { GlobeCameraController } from '../camera/camera-controller.ts';
import type { Globe } from '../scene/globe.ts';

/** Objects are loaded from this zoom on. */
const LOAD_ZOOM = 15;

function setUp(zoom: number) {
  const scene = { imageryLayers: new ImageryLayerCollection() };
  const camera$ = new BehaviorSubject({ zoom });
  const eye = {
    camera$,
    get camera() {
      return camera$.value;
    },
  };
  const changes$ = new Subject<ProjectedExtent | undefined>();
  const layers = new ViewerLayers();
  layers.layers = [
    { typeName: 'a', visible: true, opacity: 1, style: { stroke: '#000000', width: 1 }, locked: false },
    { typeName: 'b', visible: false, opacity: 1, style: { stroke: '#000000', width: 1 }, locked: false },
  ];
  const painted: string[] = [];
  let here = false;
  const overview = {
    changes$,
    shownAt: (at: number) => at < LOAD_ZOOM,
    exactness: () => 'exact' as const,
    isLoading: () => false,
    paint: (typeName: string) => (painted.push(typeName), here),
  };
  const document = new ObjectDocument('p');
  const globe = { scene, redraw: () => {} } as unknown as Globe;
  const layer = new OverviewLayer({
    globe,
    camera: eye as unknown as GlobeCameraController,
    document,
    layers,
    overview,
  });
  return {
    layer,
    camera$,
    painted,
    laid: () => scene.imageryLayers.length,
    /** Requests the tile 2/1/1 as Cesium does, north-west of the middle of the world. */
    ask: () => scene.imageryLayers.get(0).imageryProvider.requestImage(1, 1, 2) as Promise<unknown>,
    come: (box: ProjectedExtent) => ((here = true), changes$.next(box)),
  };
}
const NORTH_WEST: ProjectedExtent = [-1e6, 1e6, -1, 2e6];
const SOUTH_EAST: ProjectedExtent = [1e6, -2e6, 2e6, -1e6];

beforeEach(() => {
  const context = new Proxy({}, { get: () => () => {}, set: () => true });
  const createElement = () => ({ getContext: () => context });
  vi.stubGlobal('document', { createElement });
});
afterEach(() => void vi.unstubAllGlobals());

describe('The overview of a large project', () => {
  it('is on the ground only where objects are not loaded', () => {
    const { camera$, laid, layer } = setUp(12);
    expect(laid()).toBe(1);
    camera$.next({ zoom: 15 });
    expect(laid()).toBe(0);
    camera$.next({ zoom: 14.5 });
    expect(laid()).toBe(1);
    layer.dispose();
    camera$.next({ zoom: 16 });
    expect(laid()).toBe(1);
  });

  it("is painted with the visible layers once the tile's data has loaded", async () => {
    const { ask, come, painted } = setUp(12);
    let done = false;
    const request = ask().then(() => (done = true));
    expect(painted).toEqual(['a']);
    come(SOUTH_EAST);
    await Promise.resolve();
    expect([done, painted.length]).toEqual([false, 1]);
    come(NORTH_WEST);
    await request;
    expect(painted).toEqual(['a', 'a']);
  });

  it('leaves no tile pending when the globe is closed', async () => {
    const { ask, layer } = setUp(12);
    const request = ask();
    layer.dispose();
    await expect(request).resolves.toBeDefined();
  });
});
