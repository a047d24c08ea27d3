import { ImageryLayer, type ImageryProvider } from 'cesium';
import { resolutionOf } from '#core/canvas';
import { loadCrs } from '#core/geodesy';
import { AppError, type Disposable } from '#core/kernel';
import { drawsSameData, isDrawnAt, type ExternalLayerLoader, type ExternalLayerState } from '#core/mapview';
import { scaleDenominator } from '#core/styles';
import { canDrape, TILE, tileAddressOf, tileImage, type DrapedSource } from '../../model/external-address.ts';
import type { Globe } from '../scene/globe.ts';
import { PaintedTiles } from './painted-tiles.ts';

const MAX_ZOOM = 22;

interface Drawn {
  readonly imagery: ImageryLayer;
  readonly state: ExternalLayerState;
}

/** Layers of other servers, draped on the ground above the base layer. */
export class ExternalImagery implements Disposable {
  readonly #globe: Globe;
  /** Number of imagery layers below. */
  readonly #below: () => number;
  #drawn: readonly Drawn[] = [];
  #scale = Infinity;

  constructor(globe: Globe, below: () => number) {
    this.#globe = globe;
    this.#below = below;
  }

  /** Returns the ids of those that cannot be draped. */
  set(states: readonly ExternalLayerState[], loader: ExternalLayerLoader): readonly string[] {
    const { imageryLayers } = this.#globe.scene;
    const before = this.#drawn;
    this.#drawn = states.flatMap((state) => {
      const { source } = state;
      if (!canDrape(source)) return [];
      const same = before.find((drawn) => drawsSameData(drawn.state, state));
      return [{ state, imagery: same?.imagery ?? imageryOf(state, source, loader) }];
    });
    // A layer that is added again requests all its tiles again.
    if (
      before.length !== this.#drawn.length ||
      before.some((each, n) => each.imagery !== this.#drawn[n]!.imagery)
    ) {
      const now = new Set(this.#drawn.map(({ imagery }) => imagery));
      for (const { imagery } of before) imageryLayers.remove(imagery, !now.has(imagery));
      const from = this.#below();
      this.#drawn.forEach(({ imagery }, n) => imageryLayers.add(imagery, from + n));
    }
    this.#show();
    return states.filter(({ source }) => !canDrape(source)).map(({ id }) => id);
  }

  /** The scale of the view, as a denominator. */
  set scale(scale: number) {
    this.#scale = scale;
    this.#show();
  }

  /** Attributions of the layers shown now, the topmost first. */
  get attributions(): readonly string[] {
    const shown = this.#drawn.filter(({ imagery, state }) => imagery.show && state.attribution !== '');
    return shown.map(({ state }) => state.attribution).reverse();
  }

  dispose(): void {
    this.#drawn = [];
  }

  #show(): void {
    for (const { imagery, state } of this.#drawn) {
      imagery.show = isDrawnAt(state, this.#scale);
      imagery.alpha = state.opacity;
    }
    this.#globe.redraw();
  }
}

function imageryOf(
  { id, maxScale }: ExternalLayerState,
  source: DrapedSource,
  loader: ExternalLayerLoader,
): ImageryLayer {
  // As vector tiles are made.
  const size = source.kind === 'vector-tiles' ? 2 * TILE : TILE;
  const load = (level: number, x: number, y: number): Promise<ImageBitmap> | undefined => {
    if (source.kind === 'geotiff' || source.kind === 'picture' || source.kind === 'file')
      return loader.raster(id, source, tileImage(level, x, y));
    if (source.kind === 'vector-tiles') return loader.vectorTile(id, source, { z: level, x, y }, size);
    const address = tileAddressOf(source, level, x, y);
    return address === undefined ? undefined : loader.image(id, address);
  };
  /** Resolves to an empty tile where the source has none. */
  const paint = async (x: number, y: number, level: number): Promise<HTMLCanvasElement> => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = size;
    // Tiles near the horizon are coarser than the scale of the view.
    const isTooCoarse = maxScale !== null && scaleDenominator(resolutionOf(level)) > 4 * maxScale;
    if (isTooCoarse) return canvas;
    if ('crs' in source) await loadCrs(source.crs);
    try {
      const image = await load(level, x, y);
      if (!image) return canvas;
      canvas.getContext('2d')!.drawImage(image, 0, 0, size, size);
    } catch (thrown) {
      if (thrown instanceof AppError && thrown.status === 404) return canvas;
      throw thrown;
    }
    return canvas;
  };
  const deepest = source.kind === 'xyz' ? source.maxZoom : MAX_ZOOM;
  const tiles = new PaintedTiles(paint, { size, deepest, transparent: true });
  return new ImageryLayer(tiles as unknown as ImageryProvider);
}
