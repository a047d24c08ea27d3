import { runsOf } from '#core/document';
import type { Pixel } from '#core/mapview';
import type { Geometry, Position } from '#core/protocol';
import { traceMarker, type Brush } from './brush.ts';
import { useBrush } from './paint.ts';
import { Pen } from './pen.ts';
import type { ThemeColours } from './theme.ts';

/** Draws sketches on the canvas above a view in space: they are seen even behind other things. */
export class ScenePen extends Pen {
  readonly #toPixel: (position: Position) => Pixel | undefined;

  constructor(
    context: CanvasRenderingContext2D,
    ratio: number,
    colours: ThemeColours,
    toPixel: (position: Position) => Pixel | undefined,
  ) {
    super(context, ratio, colours);
    this.#toPixel = toPixel;
  }

  protected toCanvas(position: Position): Pixel | undefined {
    const pixel = this.#toPixel(position);
    return pixel && [pixel[0] * this.ratio, pixel[1] * this.ratio];
  }

  protected useBrush(brush: Brush): void {
    useBrush(this.context, brush);
  }

  protected paint(geometry: Geometry, brush: Brush): void {
    const { context } = this;
    context.beginPath();
    for (const { kind, positions } of runsOf(geometry)) {
      if (kind === 'points')
        for (const position of positions) {
          const place = this.toCanvas(position);
          if (place) traceMarker(context, brush.shape, ...place, brush.radius);
        }
      else this.#trace(positions);
    }
    const isLine = geometry.type === 'LineString' || geometry.type === 'MultiLineString';
    if (brush.fill !== undefined && !isLine) context.fill('evenodd');
    if (brush.width > 0) context.stroke();
  }

  /** A line, interrupted where it is behind the eye. */
  #trace(positions: readonly Position[]): void {
    let drawing = false;
    for (const position of positions) {
      const place = this.toCanvas(position);
      if (place) this.context[drawing ? 'lineTo' : 'moveTo'](...place);
      drawing = place !== undefined;
    }
  }
}
