import Layer from 'ol/layer/Layer.js';
import type { FrameState } from 'ol/Map.js';
import {
  boxesMeet,
  brushOf,
  flatOf,
  paint,
  positionOf,
  useBrush,
  type ProjectedExtent,
  type ProjectedGeometry,
} from '#core/canvas';
import { symbolOfColour, type ExternalFeatures, type LayerExtent } from '#core/mapview';
import { frameViewOf } from '../frame-view.ts';
import { Tiles } from '../tiles.ts';

/** Decimals of degrees in requests: a tenth of a metre. */
const DIGITS = 6;

type Load = (extent: LayerExtent, signal: AbortSignal) => Promise<ExternalFeatures>;

/** Objects of another server or of a file: those of the view, loaded when it comes to rest. */
export class FeaturesLayer extends Layer {
  readonly #load: Load;
  readonly #tiles: Tiles;
  readonly #holder = document.createElement('div');
  /** Of the last frame. */
  #resolution = 1;
  #shapes: readonly ProjectedGeometry[] = [];
  #requested: ProjectedExtent | undefined;
  /** Of which all objects are there. */
  #covered: ProjectedExtent | undefined;
  #loading: AbortController | undefined;

  constructor(className: string, colour: string, load: Load) {
    super({ className });
    this.#load = load;
    const symbol = symbolOfColour(colour);
    this.#tiles = new Tiles('external', (context, sheet, box) => {
      const brush = brushOf(symbol, sheet.scale * this.#resolution);
      useBrush(context, brush);
      for (const shape of this.#shapes) if (boxesMeet(shape.box, box)) paint(context, shape, brush, sheet);
    });
    this.#holder.className = `map2d-stack ${className}`;
    this.#holder.append(this.#tiles.element);
  }

  override render(frame: FrameState): HTMLElement {
    const look = frameViewOf(frame);
    this.#resolution = look.resolution;
    if (!look.moving) this.#request(frame.extent as unknown as ProjectedExtent);
    this.#holder.style.opacity = String(this.getOpacity());
    if (this.#tiles.show(look)) setTimeout(() => this.changed());
    return this.#holder;
  }

  override disposeInternal(): void {
    this.#loading?.abort();
    super.disposeInternal();
  }

  #request(extent: ProjectedExtent): void {
    const isThere = this.#covered !== undefined && isWithin(extent, this.#covered);
    const isRequested =
      this.#requested !== undefined && extent.every((side, n) => side === this.#requested![n]);
    if (isThere || isRequested) return;
    this.#requested = extent;
    this.#loading?.abort();
    this.#loading = new AbortController();
    void this.#show(extent, this.#loading.signal);
  }

  async #show(extent: ProjectedExtent, signal: AbortSignal): Promise<void> {
    try {
      const { features, isWhole } = await this.#load(inDegrees(extent), signal);
      if (signal.aborted) return;
      this.#covered = isWhole ? extent : undefined;
      this.#shapes = features.map(({ geometry }) => flatOf(geometry));
      this.#tiles.change();
      this.changed();
    } catch {
      // Noted by the loader; the next view tries again.
    }
  }
}

function isWithin([west, south, east, north]: ProjectedExtent, outer: ProjectedExtent): boolean {
  return west >= outer[0] && south >= outer[1] && east <= outer[2] && north <= outer[3];
}

function inDegrees([west, south, east, north]: ProjectedExtent): LayerExtent {
  const [[minX, minY], [maxX, maxY]] = [positionOf(west, south), positionOf(east, north)];
  const round = (degrees: number) => Number(degrees.toFixed(DIGITS));
  return [round(Math.max(-180, minX)), round(minY), round(Math.min(180, maxX)), round(maxY)];
}
