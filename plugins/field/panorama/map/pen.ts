import {
  brushOf,
  Pen,
  traceMarker,
  useBrush,
  type Brush,
  type OverlayContent,
  type ThemeColours,
} from '#core/canvas';
import { runsOf } from '#core/document';
import type { Vector } from '#core/geodesy';
import type { Pixel } from '#core/mapview';
import type { Geometry, Position, Style } from '#core/protocol';
import type { Projection } from '../model/projection.ts';
import { drawSeenMarks, type SeenMark } from './draw-marks.ts';
import { fillsOf, isAreaOf, type SeenObject } from './seen-object.ts';

const OUTLINE: Style = { stroke: '#ffffff', width: 2, fill: '#00000073' };

/** Draws the project's objects and sketches into the panorama. */
export class PanoramaPen extends Pen {
  readonly #projection: Projection;
  readonly #place: (position: Position) => Vector | undefined;
  readonly #objects: readonly SeenObject[];
  readonly #outlines: readonly (readonly Vector[])[];
  readonly #marks: readonly SeenMark[];

  constructor(
    context: CanvasRenderingContext2D,
    ratio: number,
    colours: ThemeColours,
    seen: {
      readonly projection: Projection;
      readonly place: (position: Position) => Vector | undefined;
      readonly objects: readonly SeenObject[];
      /** Closed lines of directions. */
      readonly outlines: readonly (readonly Vector[])[];
      readonly marks: readonly SeenMark[];
    },
  ) {
    super(context, ratio, colours);
    this.#projection = seen.projection;
    this.#place = seen.place;
    this.#objects = seen.objects;
    this.#outlines = seen.outlines;
    this.#marks = seen.marks;
  }

  override draw(content: OverlayContent): void {
    for (const { style, opacity, runs, fills } of this.#objects) {
      this.context.globalAlpha = opacity;
      this.#paint(runs, fills, style);
    }
    this.context.globalAlpha = 1;
    for (const places of this.#outlines) this.#paint([{ kind: 'ring', places }], [places], OUTLINE);
    drawSeenMarks(this.context, this.#projection, this.ratio, this.#marks);
    super.draw(content);
  }

  protected toCanvas(position: Position): Pixel | undefined {
    const place = this.#place(position);
    const pixel = place && this.#projection.toPixel(place);
    return pixel && this.#scaled(pixel);
  }

  protected useBrush(brush: Brush): void {
    useBrush(this.context, brush);
  }

  protected paint(geometry: Geometry, brush: Brush): void {
    const runs = runsOf(geometry).map(({ kind, positions }) => ({
      kind,
      places: positions.map((position) => this.#place(position)).filter((place) => place !== undefined),
    }));
    this.#trace(runs, isAreaOf(geometry) ? fillsOf(runs) : [], brush);
  }

  #paint(runs: SeenObject['runs'], fills: SeenObject['fills'], style: Style): void {
    const brush = brushOf(style, this.ratio);
    this.useBrush(brush);
    this.#trace(runs, fills, brush);
  }

  #trace(runs: SeenObject['runs'], fills: SeenObject['fills'], brush: Brush): void {
    const { context } = this;
    if (fills.length > 0 && brush.fill !== undefined) {
      context.beginPath();
      for (const places of fills) this.#ring(places);
      context.fill('evenodd');
    }
    context.beginPath();
    for (const { kind, places } of runs)
      if (kind === 'points')
        for (const place of places) {
          const pixel = this.#projection.toPixel(place);
          if (pixel) traceMarker(context, brush.shape, ...this.#scaled(pixel), brush.radius);
        }
      else
        for (let i = 1; i < places.length; i++) {
          const part = this.#projection.clipped(places[i - 1]!, places[i]!);
          if (!part) continue;
          context.moveTo(...this.#scaled(part[0]));
          context.lineTo(...this.#scaled(part[1]));
        }
    if (runs.some(({ kind }) => kind === 'points') && brush.fill !== undefined) context.fill();
    if (brush.width > 0) context.stroke();
  }

  /** The part of a ring before the eye: between the parts there it goes along the edge of what is seen. */
  #ring(places: readonly Vector[]): void {
    let started = false;
    for (let i = 1; i < places.length; i++) {
      const part = this.#projection.clipped(places[i - 1]!, places[i]!);
      for (const pixel of part ?? []) {
        this.context[started ? 'lineTo' : 'moveTo'](...this.#scaled(pixel));
        started = true;
      }
    }
    if (started) this.context.closePath();
  }

  #scaled([x, y]: Pixel): Pixel {
    return [x * this.ratio, y * this.ratio];
  }
}
