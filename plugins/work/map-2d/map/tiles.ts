import { boxesMeet, growBox, uniteBoxes, type ProjectedExtent, type Sheet } from '#core/canvas';
import { isSameScale, type MapFrameView } from './frame-view.ts';

/** Paints the contents of `box` (EPSG:3857, metres); the canvas is empty, and clipped to the area to paint. */
export type PaintTile = (context: CanvasRenderingContext2D, sheet: Sheet, box: ProjectedExtent) => void;

/** Draws on the canvas of a view, which may be larger than the view around the same centre. */
export type DrawAbove = (context: OffscreenCanvasRenderingContext2D, look: MapFrameView) => void;

export interface TilePicture {
  readonly canvas: HTMLCanvasElement;
  readonly box: ProjectedExtent;
}

interface CanvasTile extends TilePicture {
  readonly column: number;
  readonly row: number;
  /** What must be repainted: everything, a part, or nothing. */
  stale: 'all' | ProjectedExtent | undefined;
  /** What is being repainted and not done yet, device pixels. */
  rest: PixelBox | undefined;
  painted: boolean;
}

interface PixelSize {
  readonly width: number;
  readonly height: number;
}

interface PixelBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** All tiles of one scale. */
interface TileLevel {
  readonly resolution: number;
  readonly ratio: number;
  readonly tiles: Map<string, CanvasTile>;
  /** Milliseconds that painting a whole tile takes, from the last strip; undefined before the first. */
  cost: number | undefined;
}

/** Side of a tile, CSS pixels, rounded to device pixels. */
const EDGE = 512;
/** Milliseconds per frame for painting, while the map moves and when it rests. */
const BUDGET = { moving: 3, resting: 12 } as const;
/** Milliseconds that a strip may take: a tile that takes longer is painted in strips, in as many frames as it needs. */
const STRIP = 12;
/** Share of a tile that is painted first at a new scale, to learn what it takes, and the smallest strip. */
const FIRST_STRIP = 1 / 8;
const MIN_STRIP = 1 / 16;
/** Canvases kept for reuse, and rings of tiles painted around the view in advance. */
const MAX_POOLED = 8;
const AHEAD = 1;
/** How far the bitmap reaches beyond the view, CSS pixels: while the map moves by less, the browser moves it. */
const MARGIN = 128;

/**
 * Objects painted into tiles, which are copied into one bitmap, larger than the view: without a GPU the browser copies
 * every canvas of the page at every frame, in view or not, but not a bitmap that stays. A change repaints the pixels
 * around it. A new scale is painted beside the old one, which stays stretched until the new one is complete.
 */
export class Tiles {
  readonly element = document.createElement('div');
  /** Shows the bitmap. */
  readonly #canvas = document.createElement('canvas');
  readonly #bitmap = this.#canvas.getContext('bitmaprenderer')!;
  readonly #drawing = new OffscreenCanvas(1, 1).getContext('2d')!;
  readonly #strip = document.createElement('canvas').getContext('2d')!;
  readonly #paint: PaintTile;
  /** Draws on top of the tiles. */
  readonly #above: DrawAbove | undefined;
  /** How far symbols and strokes extend beyond their coordinates, CSS pixels. */
  #reach = 8;
  #grid: TileLevel | undefined;
  #before: TileLevel | undefined;
  #look: MapFrameView | undefined;
  /** The view that the bitmap was drawn for, and how far it reaches beyond; undefined when its contents have changed. */
  #composed: { readonly look: MapFrameView; readonly margin: number } | undefined;
  readonly #pool: HTMLCanvasElement[] = [];

  constructor(name: string, paint: PaintTile, above?: DrawAbove) {
    this.#paint = paint;
    this.#above = above;
    this.element.className = `map2d-tiles map2d-${name}`;
    this.element.append(this.#canvas);
  }

  set reach(pixels: number) {
    this.#reach = pixels;
  }

  /** Paints for a while and shows the view. Returns whether more remains to be painted in view. */
  show(look: MapFrameView): boolean {
    this.#look = look;
    const more = this.#paintInView(look);
    if (!this.#moveBitmap(look)) this.#compose(look);
    return more;
  }

  /** What is drawn on top has changed. */
  compose(): void {
    this.#composed = undefined;
  }

  #paintInView(look: MapFrameView): boolean {
    const fits = this.#grid && this.#grid.resolution === look.resolution && this.#grid.ratio === look.ratio;
    // While zooming, existing tiles are stretched; intermediate scales are not painted.
    if (!fits && (!look.moving || !this.#grid)) this.#newGrid(look);
    const grid = this.#grid;
    if (!grid || grid.resolution !== look.resolution) return false;
    const more = this.#work(
      grid,
      this.#tilesInView(grid, look, 0),
      look.moving ? BUDGET.moving : BUDGET.resting,
    );
    if (!more && this.#before) this.#drop();
    return more;
  }

  /** Paints tiles around the view when there is time. Returns whether more remains. */
  ahead(milliseconds: number): boolean {
    const [grid, look] = [this.#grid, this.#look];
    if (!grid || !look || grid.resolution !== look.resolution) return false;
    const more = this.#work(grid, this.#tilesInView(grid, look, AHEAD), milliseconds, false);
    if (!more) this.#forgetFar(grid, look);
    return more;
  }

  /** The contents of `box` have changed; undefined: everything. Shown at the next `show`. */
  change(box?: ProjectedExtent): void {
    const grid = this.#grid;
    if (!grid) return;
    const around = box && growBox(box, (this.#reach + 2) * grid.resolution);
    for (const tile of grid.tiles.values()) {
      if (!around) tile.stale = 'all';
      else if (boxesMeet(tile.box, around) && tile.stale !== 'all')
        tile.stale = tile.stale ? uniteBoxes(tile.stale, around) : around;
    }
  }

  /** Whether everything in view is painted. */
  get settled(): boolean {
    const [grid, look] = [this.#grid, this.#look];
    if (!grid || !look || grid.resolution !== look.resolution || this.#before) return false;
    return this.#tilesInView(grid, look, 0).every(({ stale, rest }) => !stale && !rest);
  }

  /** Those of the current scale. */
  get pictures(): Iterable<TilePicture> {
    return this.#grid?.tiles.values() ?? [];
  }

  #compose(look: MapFrameView): void {
    const level = this.#before ?? this.#grid;
    // A stretched level is drawn anew at every frame: no larger than the view.
    const margin = level && isSharp(level, look) ? Math.round(MARGIN * look.ratio) / look.ratio : 0;
    const size = look.size.map((pixels) => pixels + 2 * margin);
    const [width, height] = size.map((pixels) => Math.round(pixels * look.ratio));
    if (width === 0 || height === 0) return;
    const { canvas } = this.#drawing;
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = this.#canvas.width = width!;
      canvas.height = this.#canvas.height = height!;
      this.#canvas.style.width = `${size[0]}px`;
      this.#canvas.style.height = `${size[1]}px`;
    }
    if (level) drawLevel(this.#drawing, level, look);
    this.#above?.(this.#drawing, look);
    // Leaves an empty canvas behind.
    this.#bitmap.transferFromImageBitmap(canvas.transferToImageBitmap());
    this.#composed = { look, margin };
    this.#moveBitmap(look);
  }

  /** Moves the bitmap to its place in the view. Returns whether it fills the view there. */
  #moveBitmap(look: MapFrameView): boolean {
    const composed = this.#composed;
    if (!composed || !isSameScale(composed.look, look)) return false;
    const before = originOf(this.#canvas, composed.look);
    const [right, down] = originOf(this.#canvas, look).map((now, axis) => (now - before[axis]!) / look.ratio);
    const { margin } = composed;
    if (Math.max(Math.abs(right!), Math.abs(down!)) > margin) return false;
    this.#canvas.style.transform = `translate(${right! - margin}px, ${down! - margin}px)`;
    return true;
  }

  #newGrid(look: MapFrameView): void {
    const old = this.#grid;
    // An unfinished scale has nothing to show: the previous one stays.
    if (old && this.#before) this.#release(old);
    else if (old) this.#before = old;
    const { resolution, ratio } = look;
    this.#grid = { resolution, ratio, tiles: new Map(), cost: undefined };
  }

  #drop(): void {
    if (this.#before) this.#release(this.#before);
    this.#before = undefined;
    this.#composed = undefined;
  }

  #release(grid: TileLevel): void {
    for (const tile of grid.tiles.values()) this.#keep(tile.canvas);
    grid.tiles.clear();
  }

  #keep(canvas: HTMLCanvasElement): void {
    if (this.#pool.length < MAX_POOLED) this.#pool.push(canvas);
    else canvas.width = canvas.height = 0;
  }

  /** Tiles in view and `rings` around it, created where missing, from the centre outwards. */
  #tilesInView(grid: TileLevel, look: MapFrameView, rings: number): CanvasTile[] {
    const edge = edgeOf(grid) * grid.resolution;
    const half = [(look.size[0] / 2) * look.resolution, (look.size[1] / 2) * look.resolution] as const;
    const [x, y] = look.center;
    const from = [
      Math.floor((x - half[0]) / edge) - rings,
      Math.floor((y - half[1]) / edge) - rings,
    ] as const;
    const to = [Math.floor((x + half[0]) / edge) + rings, Math.floor((y + half[1]) / edge) + rings] as const;
    const inView: CanvasTile[] = [];
    for (let row = from[1]; row <= to[1]; row++)
      for (let column = from[0]; column <= to[0]; column++) inView.push(this.#tile(grid, column, row));
    const distance = ({ box }: CanvasTile) =>
      Math.hypot((box[0] + box[2]) / 2 - x, (box[1] + box[3]) / 2 - y);
    return inView.sort((a, b) => distance(a) - distance(b));
  }

  #tile(grid: TileLevel, column: number, row: number): CanvasTile {
    const key = `${column}/${row}`;
    const there = grid.tiles.get(key);
    if (there) return there;
    const edge = edgeOf(grid);
    const metres = edge * grid.resolution;
    const tile: CanvasTile = {
      column,
      row,
      canvas: this.#pool.pop() ?? document.createElement('canvas'),
      box: [column * metres, row * metres, (column + 1) * metres, (row + 1) * metres],
      stale: 'all',
      rest: undefined,
      painted: false,
    };
    grid.tiles.set(key, tile);
    return tile;
  }

  #work(grid: TileLevel, tiles: readonly CanvasTile[], milliseconds: number, inView = true): boolean {
    const end = performance.now() + milliseconds;
    for (const tile of tiles)
      while (tile.stale || tile.rest) {
        if (performance.now() >= end) return true;
        this.#repaintStrip(grid, tile, inView);
      }
    return false;
  }

  /** Paints what is stale in a tile, or as much of it as may be painted at once. */
  #repaintStrip(grid: TileLevel, tile: CanvasTile, inView: boolean): void {
    const { canvas, box } = tile;
    const pixels = Math.round(edgeOf(grid) * grid.ratio);
    const scale = grid.ratio / grid.resolution;
    // What has changed everywhere meanwhile is begun again.
    if (!tile.rest || tile.stale === 'all') {
      const part = tile.painted && tile.stale !== 'all' ? tile.stale : undefined;
      tile.rest = part ? pixelsOf(part, box, scale, pixels) : wholeOf(pixels);
      tile.stale = undefined;
    }
    const { left, top, right, bottom } = tile.rest;
    if (right <= left || bottom <= top) {
      tile.rest = undefined;
      return;
    }
    if (!tile.painted && top === 0) canvas.width = canvas.height = pixels;
    const share = grid.cost === undefined ? FIRST_STRIP : Math.max(MIN_STRIP, STRIP / Math.max(1, grid.cost));
    const to = Math.min(bottom, top + Math.ceil((share * pixels * pixels) / (right - left)));
    const began = performance.now();
    const strip = { left, top, right, bottom: to };
    // Nobody has copied a new tile out of view, and perhaps nobody ever will: it is only recorded.
    const isRecorded = !inView && !tile.painted;
    if (isRecorded) this.#record(grid, tile, strip);
    else this.#paintBox(grid, tile, strip);
    const painted = ((right - left) * (to - top)) / (pixels * pixels);
    // Of a sliver the share is mostly what every strip costs.
    if (!isRecorded && painted >= MIN_STRIP) grid.cost = (performance.now() - began) / painted;
    if (tile.painted) this.#composed = undefined;
    if (to < bottom) {
      tile.rest = { left, top: to, right, bottom };
      return;
    }
    tile.rest = undefined;
    tile.painted = true;
    this.#composed = undefined;
  }

  /**
   * Paints on a canvas of its own and copies that: a canvas records what is drawn, and is painted when it is copied, so that the
   * strip takes its time here. Not on that of the tile, which is copied to the view meanwhile: a browser under load keeps what
   * stood there before.
   */
  #paintBox(grid: TileLevel, { canvas, box }: CanvasTile, { left, top, right, bottom }: PixelBox): void {
    const [width, height] = [right - left, bottom - top];
    const strip = this.#strip;
    const edge = canvas.width;
    if (strip.canvas.width !== edge) strip.canvas.width = strip.canvas.height = edge;
    strip.setTransform(1, 0, 0, 1, 0, 0);
    strip.globalAlpha = 1;
    strip.clearRect(0, 0, edge, edge);
    const scale = grid.ratio / grid.resolution;
    const sheet = { west: box[0] + left / scale, north: box[3] - top / scale, scale, width, height };
    this.#paintInside(strip, sheet, { left: 0, top: 0, right: width, bottom: height }, grid);
    const context = canvas.getContext('2d')!;
    context.clearRect(left, top, width, height);
    context.drawImage(strip.canvas, 0, 0, width, height, left, top, width, height);
  }

  #record(grid: TileLevel, { canvas, box }: CanvasTile, strip: PixelBox): void {
    const edge = canvas.width;
    const scale = grid.ratio / grid.resolution;
    const sheet = { west: box[0], north: box[3], scale, width: edge, height: edge };
    this.#paintInside(canvas.getContext('2d')!, sheet, strip, grid);
  }

  /** Paints a part of a sheet. */
  #paintInside(
    context: CanvasRenderingContext2D,
    sheet: Sheet,
    { left, top, right, bottom }: PixelBox,
    { resolution }: TileLevel,
  ): void {
    const { west, north, scale } = sheet;
    const inside: ProjectedExtent = [
      west + left / scale,
      north - bottom / scale,
      west + right / scale,
      north - top / scale,
    ];
    context.save();
    context.beginPath();
    context.rect(left, top, right - left, bottom - top);
    context.clip();
    this.#paint(context, sheet, growBox(inside, this.#reach * resolution));
    context.restore();
  }

  #forgetFar(grid: TileLevel, look: MapFrameView): void {
    const near = new Set(
      this.#tilesInView(grid, look, AHEAD + 1).map(({ column, row }) => `${column}/${row}`),
    );
    for (const [key, tile] of grid.tiles) {
      if (near.has(key) && tile.painted) continue;
      if (tile.painted) this.#keep(tile.canvas);
      grid.tiles.delete(key);
    }
  }
}

function wholeOf(pixels: number): PixelBox {
  return { left: 0, top: 0, right: pixels, bottom: pixels };
}

/** The pixels of a tile that a part of it covers, whole ones. */
function pixelsOf(part: ProjectedExtent, box: ProjectedExtent, scale: number, pixels: number): PixelBox {
  return {
    left: Math.max(0, Math.floor((part[0] - box[0]) * scale)),
    top: Math.max(0, Math.floor((box[3] - part[3]) * scale)),
    right: Math.min(pixels, Math.ceil((part[2] - box[0]) * scale)),
    bottom: Math.min(pixels, Math.ceil((box[3] - part[1]) * scale)),
  };
}

function edgeOf({ ratio }: Pick<TileLevel, 'ratio'>): number {
  return Math.round(EDGE * ratio) / ratio;
}

/** At its own scale a level moves as one, by whole pixels, so that it stays sharp. */
function isSharp(level: TileLevel, look: MapFrameView): boolean {
  return level.resolution === look.resolution && level.ratio === look.ratio;
}

/** Where the origin of the map lies in a canvas around the centre of the view, whole device pixels. */
function originOf({ width, height }: PixelSize, look: MapFrameView): readonly [number, number] {
  const scale = look.ratio / look.resolution;
  return [Math.round(width / 2 - look.center[0] * scale), Math.round(height / 2 + look.center[1] * scale)];
}

/** Draws the painted tiles of a level. They join without a seam: their edges are whole device pixels. */
function drawLevel(context: OffscreenCanvasRenderingContext2D, level: TileLevel, look: MapFrameView): void {
  const { width, height } = context.canvas;
  const edge = (edgeOf(level) * level.resolution * look.ratio) / look.resolution;
  const [x, y] = originOf(context.canvas, look);
  const sharp = isSharp(level, look);
  for (const { column, row, canvas, painted } of level.tiles.values()) {
    if (!painted) continue;
    const [west, east] = [Math.round(x + column * edge), Math.round(x + (column + 1) * edge)];
    const [north, south] = [Math.round(y - (row + 1) * edge), Math.round(y - row * edge)];
    if (west >= width || north >= height || east <= 0 || south <= 0) continue;
    if (sharp) context.drawImage(canvas, west, north);
    else context.drawImage(canvas, west, north, east - west, south - north);
  }
}
