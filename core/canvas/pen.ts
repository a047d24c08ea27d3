import type { MapObject } from '#core/document';
import type { Pixel, Sketch, SketchLabel, Snap } from '#core/mapview';
import type { Geometry, Position, Style } from '#core/protocol';
import { brushOf, traceSign, type Brush } from './brush.ts';
import type { Ink } from './ink.ts';
import { traceSnap } from './snap-sign.ts';

/** What an overlay shows. */
export interface OverlayContent {
  /** Drawn instead of what rests, each with its style. */
  readonly previews: readonly { object: MapObject; style: Style }[];
  /** Outlined, the last on top. */
  readonly highlights: readonly {
    object: MapObject;
    style: Style;
    role: keyof Pick<Ink, 'selected' | 'hover' | 'conflict'>;
  }[];
  readonly sketches: readonly Sketch[];
  /** The keyboard's crosshair. */
  readonly cursor: Pixel | undefined;
}

/** CSS pixels of a leg that are seen beside its length at least: its handles, and some of the line. */
const BESIDE_LABEL = 24;

/**
 * Draws what works (sketches, handles, what is selected or previewed, snap signs) on a viewer's overlay, alike on every
 * viewer; where places are on the canvas each viewer says itself.
 */
export abstract class Pen {
  constructor(
    readonly context: CanvasRenderingContext2D,
    /** Device pixels a CSS pixel. */
    readonly ratio: number,
    readonly ink: Ink,
  ) {}

  /** Device pixels; undefined where the place is not seen. */
  protected abstract at(position: Position): Pixel | undefined;
  /** Draws a geometry with a brush that is set on the context. */
  protected abstract paint(geometry: Geometry, brush: Brush): void;
  /** Makes the context draw with `brush`. */
  protected abstract take(brush: Brush): void;

  draw({ previews, highlights, sketches, cursor }: OverlayContent): void {
    for (const { object, style } of previews) this.object(object, style);
    for (const { object, style, role } of highlights) this.#highlight(object, style, role);
    for (const sketch of sketches) this.#shapes(sketch);
    for (const sketch of sketches) this.#handles(sketch);
    for (const sketch of sketches) if (sketch.snap) this.#snap(sketch.snap);
    if (cursor) this.#crosshair(cursor);
  }

  /** Draws all of an object that is seen: on some viewers more than its geometry. */
  protected object({ location }: MapObject, style: Style): void {
    this.shape(location, style);
  }

  protected shape(geometry: Geometry, style: Style): void {
    const brush = brushOf(style, this.ratio);
    this.take(brush);
    this.paint(geometry, brush);
  }

  /** A light casing under a stroke in the role's colour; a point gets a ring around its sign. */
  #highlight(object: MapObject, style: Style, role: 'selected' | 'hover' | 'conflict'): void {
    const colour = this.ink[role];
    const dash = role === 'conflict' ? [8, 5] : undefined;
    if (isPoints(object.location)) {
      const radius = (style.radius ?? 5) + 4;
      this.object(object, { stroke: this.ink.paper, width: 5, radius, shape: 'circle' });
      this.object(object, { stroke: colour, width: 2.5, radius, shape: 'circle' });
      return;
    }
    const tall = style.height === undefined ? {} : { height: style.height };
    this.object(object, { ...tall, stroke: this.ink.paper, width: style.width + 5 });
    this.object(object, {
      ...tall,
      stroke: colour,
      width: style.width + (role === 'hover' ? 1 : 2),
      ...(role === 'hover' ? {} : { fill: `${colour}22` }),
      ...(dash ? { dash } : {}),
    });
  }

  #shapes({ shapes }: Sketch): void {
    for (const { geometry, style, dashed } of shapes) {
      const plain = { stroke: this.ink.sketch, width: 2, fill: this.ink.sketchFill, radius: 5 };
      const whole: Style = { ...plain, ...style, ...(dashed ? { dash: [6, 5] } : {}) };
      if (!style && !isPoints(geometry))
        this.shape(geometry, { stroke: this.ink.paper, width: whole.width + 2.5 });
      this.shape(geometry, whole);
    }
  }

  #handles({ handles, labels }: Sketch): void {
    for (const { position, role } of handles ?? []) {
      const place = this.at(position);
      if (!place) continue;
      const [x, y] = place;
      const size = role === 'midpoint' ? 3.5 : role === 'active' ? 6 : 5;
      const { context, ratio, ink } = this;
      context.setLineDash([]);
      context.beginPath();
      if (role === 'pivot') {
        traceSign(context, 'circle', x, y, 7 * ratio);
        traceSign(context, 'cross', x, y, 11 * ratio);
      } else traceSign(context, role === 'midpoint' ? 'circle' : 'square', x, y, size * ratio);
      context.fillStyle = role === 'active' ? ink.sketch : ink.paper;
      if (role !== 'pivot') context.fill();
      context.strokeStyle = role === 'active' ? ink.paper : ink.sketch;
      context.lineWidth = (role === 'midpoint' ? 1.25 : 2) * ratio;
      context.stroke();
    }
    for (const label of labels ?? []) this.#label(label);
  }

  #label({ position, text, on, aside }: SketchLabel): void {
    const place = this.at(position);
    if (!place) return;
    const { context, ratio, ink } = this;
    context.font = `600 ${12 * ratio}px system-ui, sans-serif`;
    const beside = BESIDE_LABEL * ratio;
    const isTight = on !== undefined && this.#apart(...on) < context.measureText(text).width + beside;
    if (isTight && !aside) return;
    const [x, y] = isTight ? [Math.max(...on.map((end) => this.at(end)![0])) + beside / 2, place[1]] : place;
    context.textAlign = isTight ? 'left' : 'center';
    context.textBaseline = 'middle';
    context.setLineDash([]);
    context.lineJoin = 'round';
    context.lineWidth = 4 * ratio;
    context.strokeStyle = ink.paper;
    context.strokeText(text, x, y);
    context.fillStyle = ink.text;
    context.fillText(text, x, y);
  }

  /** Device pixels between two places; without end where one of them is not seen. */
  #apart(from: Position, to: Position): number {
    const [start, end] = [this.at(from), this.at(to)];
    return start && end ? Math.hypot(end[0] - start[0], end[1] - start[1]) : Infinity;
  }

  /** Each kind has its own sign; what it continues or stands upon is led to by a dotted line. */
  #snap({ kind, position, guide }: Snap): void {
    const { context, ratio } = this;
    const place = this.at(position);
    if (!place) return;
    const lead = guide && this.at(guide);
    if (lead) {
      context.setLineDash([2 * ratio, 4 * ratio]);
      context.beginPath();
      context.moveTo(...lead);
      context.lineTo(...place);
      this.#stroke(3, 1.5);
    }
    context.setLineDash([]);
    context.beginPath();
    traceSnap(context, kind, ...place, 8 * ratio);
    this.#stroke(5, 2);
  }

  /** The path begun, in the colour of snapping on a casing that shows on any ground. */
  #stroke(casing: number, line: number): void {
    const { context, ratio, ink } = this;
    context.strokeStyle = ink.paper;
    context.lineWidth = casing * ratio;
    context.stroke();
    context.strokeStyle = ink.snap;
    context.lineWidth = line * ratio;
    context.stroke();
  }

  #crosshair([left, top]: Pixel): void {
    const { context, ratio, ink } = this;
    const [x, y] = [Math.round(left * ratio), Math.round(top * ratio)];
    for (const [colour, width] of [
      [ink.paper, 4],
      [ink.text, 1.5],
    ] as const) {
      context.beginPath();
      for (const [dx, dy] of [
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1],
      ] as const) {
        context.moveTo(x + dx * 5 * ratio, y + dy * 5 * ratio);
        context.lineTo(x + dx * 18 * ratio, y + dy * 18 * ratio);
      }
      context.setLineDash([]);
      context.strokeStyle = colour;
      context.lineWidth = width * ratio;
      context.stroke();
    }
  }
}

function isPoints({ type }: Geometry): boolean {
  return type === 'Point' || type === 'MultiPoint';
}
