import type { Pixel } from '#core/mapview';
import type { Sheet, ThemeColours } from '#core/canvas';
import type { MapFrameView } from './frame-view.ts';
import type { TilePicture, Tiles } from './tiles.ts';

/** CSS pixels: its width, and how far its centre is above the finger. */
const SIZE = 128;
const ABOVE = 104;
const TIMES = 2;

/** A magnifier above a dragging finger, which hides what it moves. */
export class Magnifier {
  readonly element = document.createElement('canvas');

  constructor() {
    this.element.className = 'map2d-magnifier';
    this.element.hidden = true;
  }

  /** Shows the surroundings of `pixel`; undefined hides the magnifier. */
  show(
    pixel: Pixel | undefined,
    look: MapFrameView,
    colours: ThemeColours,
    tiles: Tiles,
    overlay: HTMLCanvasElement,
  ): void {
    const { element } = this;
    // Setting it again, too, has the browser recompute styles.
    const hidden = pixel === undefined;
    if (element.hidden !== hidden) element.hidden = hidden;
    if (!pixel) return;
    const { ratio, resolution, size, center } = look;
    const side = Math.round(SIZE * ratio);
    if (element.width !== side) element.width = element.height = side;
    const [x, y] = pixel;
    const left = Math.max(4, Math.min(size[0] - SIZE - 4, x - SIZE / 2));
    // Near the upper edge it is beside the finger.
    const top = y > ABOVE + SIZE / 2 ? y - ABOVE - SIZE / 2 : 4;
    const aside = top === 4 ? (x > size[0] / 2 ? -SIZE : SIZE) : 0;
    element.style.transform = `translate(${left + aside}px, ${top}px)`;

    const context = element.getContext('2d')!;
    context.fillStyle = colours.background;
    context.fillRect(0, 0, side, side);
    const scale = (ratio * TIMES) / resolution;
    const [east, north] = [
      center[0] + (x - size[0] / 2) * resolution,
      center[1] - (y - size[1] / 2) * resolution,
    ];
    copyTiles(tiles.pictures, context, {
      west: east - side / 2 / scale,
      north: north + side / 2 / scale,
      scale,
      width: side,
      height: side,
    });
    const seen = side / TIMES;
    if (!overlay.hidden)
      context.drawImage(overlay, x * ratio - seen / 2, y * ratio - seen / 2, seen, seen, 0, 0, side, side);
    context.strokeStyle = colours.text;
    context.lineWidth = ratio;
    context.beginPath();
    for (const [dx, dy] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const) {
      context.moveTo(side / 2 + dx * 10 * ratio, side / 2 + dy * 10 * ratio);
      context.lineTo(side / 2 + dx * 18 * ratio, side / 2 + dy * 18 * ratio);
    }
    context.stroke();
  }
}

/** Draws tiles into another canvas at their place; the scale of `sheet` is in device pixels per metre. */
export function copyTiles(
  tiles: Iterable<TilePicture>,
  context: CanvasRenderingContext2D,
  sheet: Sheet,
): void {
  for (const { canvas, box } of tiles) {
    const [west, south, east, north] = box;
    const left = (west - sheet.west) * sheet.scale;
    const top = (sheet.north - north) * sheet.scale;
    const [width, height] = [(east - west) * sheet.scale, (north - south) * sheet.scale];
    if (left > sheet.width || top > sheet.height || left + width < 0 || top + height < 0) continue;
    context.drawImage(canvas, left, top, width, height);
  }
}
