import { boxesMeet, boxOfSheet, brushOf, flatOf, growBox, paint, useBrush } from '#core/canvas';
import { AppError } from '#core/kernel';
import {
  symbolOfColour,
  type ExternalFeature,
  type ExternalFeatures,
  type ImageRequest,
  type LayerExtent,
} from '#core/mapview';
import { MAX_FILE_OBJECTS, type Geometry, type SourceOf } from '#core/protocol';
import { meets, shapeOf } from '#core/shapes';
import { inWords, type Translate } from '../in-words.ts';
import type { LayerData } from '../layer-data.ts';

type Source = SourceOf<'file'>;

/** CSS pixels around an object that its symbol covers. */
const REACH = 6;

interface FileObject extends ExternalFeature {
  /** West, south, east, north. */
  readonly box: LayerExtent;
}

/** The objects of files that are shown as layers: each file is loaded once, and kept while its layer is there. */
export class FileObjects {
  readonly #data: Pick<LayerData, 'fetch'>;
  readonly #t: Translate;
  readonly #kept = new Map<string, Promise<readonly FileObject[]>>();

  constructor(data: Pick<LayerData, 'fetch'>, t: Translate) {
    this.#data = data;
    this.#t = t;
  }

  /** Those whose boxes meet an extent, at most `most`. Throws AppError saying what is wrong. */
  async within(id: string, source: Source, extent: LayerExtent, most = Infinity): Promise<ExternalFeatures> {
    const objects = await this.#objects(id, source);
    const found = objects.filter(({ box }) => isMet(box, extent));
    return { features: found.slice(0, most), isWhole: found.length <= most };
  }

  /** Those that meet an extent. Throws AppError. */
  async at(id: string, source: Source, extent: LayerExtent, most: number): Promise<ExternalFeatures> {
    const area = shapeOf(areaOf(extent));
    const { features } = await this.within(id, source, extent);
    const found = features.filter(({ geometry }) => meets(shapeOf(geometry), area));
    return { features: found.slice(0, most), isWhole: found.length <= most };
  }

  /** All of them as a file that the import wizard reads. Throws AppError. */
  async file(id: string, source: Source): Promise<File> {
    const response = await this.#data.fetch(id, source.url);
    return new File([await response.blob()], `${source.layer}.geojson`, { type: 'application/geo+json' });
  }

  /** An image in Web Mercator. Throws AppError. */
  async image(id: string, source: Source, image: ImageRequest): Promise<ImageBitmap> {
    const objects = await this.#objects(id, source);
    const { extent, width, height } = image;
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d')! as unknown as CanvasRenderingContext2D;
    const sheet = {
      west: extent[0],
      north: extent[3],
      scale: width / (extent[2] - extent[0]),
      width,
      height,
    };
    const brush = brushOf(symbolOfColour(source.colour), 1);
    const box = growBox(boxOfSheet(sheet), REACH / sheet.scale);
    useBrush(context, brush);
    for (const { geometry } of objects) {
      const shape = flatOf(geometry);
      if (boxesMeet(shape.box, box)) paint(context, shape, brush, sheet);
    }
    return canvas.transferToImageBitmap();
  }

  /** Forgets the files of other layers. */
  keep(ids: readonly string[]): void {
    for (const id of this.#kept.keys()) if (!ids.includes(id)) this.#kept.delete(id);
  }

  #objects(id: string, source: Source): Promise<readonly FileObject[]> {
    let kept = this.#kept.get(id);
    if (!kept) {
      this.#kept.set(id, (kept = this.#load(id, source)));
      // What failed is tried again with the next view.
      kept.catch(() => this.#kept.delete(id));
    }
    return kept;
  }

  async #load(id: string, source: Source): Promise<readonly FileObject[]> {
    const response = await this.#data.fetch(id, source.url);
    const { readFeatures } = await import('../features/read-features.ts');
    try {
      const { features } = readFeatures(await response.text(), MAX_FILE_OBJECTS);
      return features.map((feature) => ({ ...feature, box: boxOf(feature.geometry) }));
    } catch (thrown) {
      throw thrown instanceof AppError ? inWords(thrown, 'features', this.#t, source.url.slice(5)) : thrown;
    }
  }
}

function areaOf([west, south, east, north]: LayerExtent): Geometry {
  return {
    type: 'Polygon',
    coordinates: [[[west, south], [east, south], [east, north], [west, north], [west, south]]], // prettier-ignore
  };
}

function boxOf({ coordinates }: Geometry): LayerExtent {
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  const grow = (value: unknown): void => {
    const list = value as readonly unknown[];
    if (typeof list[0] !== 'number') return list.forEach(grow);
    const [longitude, latitude] = list as readonly number[];
    box[0] = Math.min(box[0], longitude!);
    box[1] = Math.min(box[1], latitude!);
    box[2] = Math.max(box[2], longitude!);
    box[3] = Math.max(box[3], latitude!);
  };
  grow(coordinates);
  return box;
}

function isMet(a: LayerExtent, b: LayerExtent): boolean {
  return a[0] <= b[2] && a[2] >= b[0] && a[1] <= b[3] && a[3] >= b[1];
}
