import { Credit, Event, WebMercatorTilingScheme, type Rectangle } from 'cesium';
import { HALF_WORLD, type Sheet } from '#core/canvas';

type Paint = (x: number, y: number, level: number) => Promise<HTMLCanvasElement>;

export interface PaintedOptions {
  /** Side of a tile in pixels. */
  size: number;
  deepest: number;
  /** Default: the world. */
  rectangle?: Rectangle;
  transparent?: boolean;
}

/** A Cesium imagery provider for tiles painted in the browser. */
export class PaintedTiles {
  readonly tileWidth: number;
  readonly tileHeight: number;
  readonly minimumLevel = 0;
  readonly maximumLevel: number;
  readonly tilingScheme = new WebMercatorTilingScheme();
  readonly rectangle: Rectangle;
  readonly tileDiscardPolicy = undefined;
  readonly proxy = undefined;
  readonly hasAlphaChannel: boolean;
  readonly errorEvent = new Event();
  readonly credit = new Credit('');
  readonly requestImage: Paint;

  constructor(paint: Paint, { size, deepest, rectangle, transparent = false }: PaintedOptions) {
    this.requestImage = paint;
    this.tileWidth = this.tileHeight = size;
    this.maximumLevel = deepest;
    this.rectangle = rectangle ?? this.tilingScheme.rectangle;
    this.hasAlphaChannel = transparent;
  }

  getTileCredits(): undefined {
    return undefined;
  }
  pickFeatures(): undefined {
    return undefined;
  }
}

/** The map area of a tile with this many pixels. */
export function sheetOfTile(x: number, y: number, level: number, pixels: number): Sheet {
  const size = (2 * HALF_WORLD) / 2 ** level;
  return {
    west: x * size - HALF_WORLD,
    north: HALF_WORLD - y * size,
    scale: pixels / size,
    width: pixels,
    height: pixels,
  };
}
