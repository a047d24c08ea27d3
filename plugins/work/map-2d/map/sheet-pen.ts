import {
  boxesMeet,
  boxOfSheet,
  containsBox,
  eastingOf,
  flatOf,
  northingOf,
  paint,
  scaleOfSheet,
  Pen,
  useBrush,
  type ProjectedExtent,
  type Brush,
  type ThemeColours,
  type Sheet,
} from '#core/canvas';
import type { Pixel } from '#core/mapview';
import type { Geometry, Position } from '#core/protocol';
import type { MapFrameView } from './frame-view.ts';

/** Draws on the overlay of the flat map. */
export class SheetPen extends Pen {
  readonly #sheet: Sheet;
  readonly #view: ProjectedExtent;
  protected override readonly metre: number;

  constructor(context: CanvasRenderingContext2D, look: MapFrameView, colours: ThemeColours) {
    super(context, look.ratio, colours);
    const { width, height } = context.canvas;
    const scale = look.ratio / look.resolution;
    this.#sheet = {
      west: look.center[0] - width / 2 / scale,
      north: look.center[1] + height / 2 / scale,
      scale,
      width,
      height,
    };
    this.#view = boxOfSheet(this.#sheet);
    this.metre = scaleOfSheet(this.#sheet, look.ratio).metre;
  }

  protected useBrush(brush: Brush): void {
    useBrush(this.context, brush);
  }

  protected paint(geometry: Geometry, brush: Brush): void {
    const flat = flatOf(geometry);
    if (boxesMeet(flat.box, this.#view) || flat.kind === 'points')
      paint(this.context, flat, brush, this.#sheet);
  }

  protected override containsView(geometry: Geometry): boolean {
    return containsBox(flatOf(geometry), this.#view);
  }

  protected toCanvas([longitude, latitude]: Position): Pixel {
    const { west, north, scale } = this.#sheet;
    return [(eastingOf(longitude) - west) * scale, (north - northingOf(latitude)) * scale];
  }
}
