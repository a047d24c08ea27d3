import { Credit, Event, ImageryLayer, WebMercatorTilingScheme, type ImageryProvider } from 'cesium';
import {
  boxOfSheet,
  HALF,
  NaturalEarth,
  NESTED_STEPS,
  resolutionOf,
  themeNow,
  watchTheme,
} from '#core/canvas';
import { Lifetime, type Disposable } from '#core/kernel';
import type { Globe } from './globe.ts';

/** Pixels of a tile. */
const TILE = 256;
const DEEPEST = 20;

const COLOURS = {
  light: { sea: '#dbe6ea', space: '#c3d3d9' },
  dark: { sea: '#0d1518', space: '#05090b' },
} as const;

/** Natural Earth, the ground of the flat map, painted into tiles for the globe. Nothing is fetched from elsewhere. */
export class Ground implements Disposable {
  readonly #globe: Globe;
  readonly #lifetime = new Lifetime();
  readonly #earth = new NaturalEarth(() => this.#lay(), NESTED_STEPS);
  #shown = true;

  constructor(globe: Globe) {
    this.#globe = globe;
    this.#lifetime.add(watchTheme(() => this.#lay()));
    this.#lay();
  }

  set shown(shown: boolean) {
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#lay();
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  /** Another design, or finer data: what is painted already is painted anew. */
  #lay(): void {
    if (this.#lifetime.closed) return;
    const { imageryLayers } = this.#globe.scene;
    imageryLayers.removeAll();
    if (this.#shown)
      imageryLayers.add(
        new ImageryLayer(new Painted((x, y, level) => this.#tile(x, y, level)) as unknown as ImageryProvider),
      );
    this.#globe.paint(COLOURS[themeNow()]);
  }

  #tile(x: number, y: number, level: number): HTMLCanvasElement {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = TILE;
    const size = (2 * HALF) / 2 ** level;
    const sheet = {
      west: x * size - HALF,
      north: HALF - y * size,
      scale: TILE / size,
      width: TILE,
      height: TILE,
    };
    this.#earth.wantDetail(resolutionOf(level));
    this.#earth.paint(canvas.getContext('2d')!, sheet, boxOfSheet(sheet));
    return canvas;
  }
}

/** What Cesium wants of a source of tiles. */
class Painted {
  readonly tileWidth = TILE;
  readonly tileHeight = TILE;
  readonly minimumLevel = 0;
  readonly maximumLevel = DEEPEST;
  readonly tilingScheme = new WebMercatorTilingScheme();
  readonly rectangle = this.tilingScheme.rectangle;
  readonly tileDiscardPolicy = undefined;
  readonly proxy = undefined;
  readonly hasAlphaChannel = false;
  readonly errorEvent = new Event();
  readonly credit = new Credit('');

  constructor(readonly paint: (x: number, y: number, level: number) => HTMLCanvasElement) {}

  requestImage(x: number, y: number, level: number): Promise<HTMLCanvasElement> {
    return Promise.resolve(this.paint(x, y, level));
  }
  getTileCredits(): undefined {
    return undefined;
  }
  pickFeatures(): undefined {
    return undefined;
  }
}
