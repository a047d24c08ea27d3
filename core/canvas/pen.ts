import type { MapObject } from '#core/document';
import type { Pixel, Sketch, SketchLabel, Snap } from '#core/mapview';
import type { Geometry, Position, Style } from '#core/protocol';
import { brushOf, traceMarker, type Brush } from './brush.ts';
import type { ThemeColours } from './theme.ts';
import { traceSnapMarker } from './snap-marker.ts';

/** The content of an overlay. */
export interface OverlayContent {
  /** Objects drawn in place of those of the document. */
  readonly previews: readonly { object: MapObject; style: Style }[];
  /** Outlined objects, the last on top. */
  readonly highlights: readonly {
    object: MapObject;
    style: Style;
    role: keyof Pick<ThemeColours, 'selected' | 'hover' | 'conflict'>;
  }[];
  readonly sketches: readonly Sketch[];
  /** Position of the keyboard's crosshair, CSS pixels. */
  readonly cursor: Pixel | undefined;
}

/** Minimum visible length of a segment next to its label, CSS pixels: its handles and part of the line. */
const LABEL_MARGIN = 24;

/**
 * Draws the overlay of a viewer: sketches, handles, highlights, previews and snap markers. Each viewer implements how
 * positions and geometries reach the canvas.
 */
export abstract class Pen {
  constructor(
    readonly context: CanvasRenderingContext2D,
    /** Device pixels per CSS pixel. */
    readonly ratio: number,
    readonly colours: ThemeColours,
  ) {}

  /** CSS pixels of a metre on the ground, for symbols with sizes in metres. */
  protected readonly metre: number = 1;

  /** Device pixels on the canvas; undefined where the position is not visible. */
  protected abstract toCanvas(position: Position): Pixel | undefined;
  /** Draws a geometry with a brush that is already set on the context. */
  protected abstract paint(geometry: Geometry, brush: Brush): void;
  /** Whether an area contains all that is visible, so that its outline is not seen. Default: never. */
  protected containsView?(geometry: Geometry): boolean;
  /** Sets the brush on the context. */
  protected abstract useBrush(brush: Brush): void;

  draw({ previews, highlights, sketches, cursor }: OverlayContent): void {
    for (const { object, style } of previews) this.object(object, style);
    for (const { object, style, role } of highlights) this.#highlight(object, style, role);
    for (const sketch of sketches) this.#shapes(sketch);
    for (const sketch of sketches) this.#handles(sketch);
    for (const sketch of sketches) if (sketch.snap) this.#snap(sketch.snap);
    if (cursor) this.#crosshair(cursor);
  }

  /** Draws an object; a viewer may add more than its geometry. */
  protected object({ location }: MapObject, style: Style): void {
    this.shape(location, style);
  }

  protected shape(geometry: Geometry, style: Style): void {
    const brush = brushOf(style, this.ratio, this.metre);
    this.useBrush(brush);
    this.paint(geometry, brush);
  }

  /** Draws a light casing under a stroke in the colour of the role; a point gets a ring around its marker. */
  #highlight(object: MapObject, style: Style, role: 'selected' | 'hover' | 'conflict'): void {
    const colour = this.colours[role];
    const dash = role === 'conflict' ? [8, 5] : undefined;
    if (isPoints(object.location)) {
      const radius = (style.radius ?? 5) + 4;
      this.object(object, { stroke: this.colours.background, width: 5, radius, shape: 'circle' });
      this.object(object, { stroke: colour, width: 2.5, radius, shape: 'circle' });
      return;
    }
    const tall = style.height === undefined ? {} : { height: style.height };
    this.object(object, { ...tall, stroke: this.colours.background, width: style.width + 5 });
    this.object(object, {
      ...tall,
      stroke: colour,
      width: style.width + (role === 'hover' ? 1 : 2),
      ...(role === 'hover' ? {} : { fill: `${colour}22` }),
      ...(dash ? { dash } : {}),
    });
    if (role !== 'hover' && this.containsView?.(object.location)) this.#frame(colour, dash);
  }

  /** Outlines the canvas in place of an outline that is outside of it. */
  #frame(colour: string, dash: readonly number[] = []): void {
    const { context, ratio, colours } = this;
    const { width, height } = context.canvas;
    context.lineJoin = 'miter';
    for (const [stroke, line] of [
      [colours.background, 8],
      [colour, 4],
    ] as const) {
      context.setLineDash(stroke === colour ? dash.map((length) => length * ratio) : []);
      context.strokeStyle = stroke;
      context.lineWidth = line * ratio;
      context.strokeRect(line * ratio * 0.5, line * ratio * 0.5, width - line * ratio, height - line * ratio);
    }
  }

  #shapes({ shapes }: Sketch): void {
    for (const { geometry, style, dashed } of shapes) {
      const plain = { stroke: this.colours.sketch, width: 2, fill: this.colours.sketchFill, radius: 5 };
      const whole: Style = { ...plain, ...style, ...(dashed ? { dash: [6, 5] } : {}) };
      if (!style && !isPoints(geometry))
        this.shape(geometry, { stroke: this.colours.background, width: whole.width + 2.5 });
      this.shape(geometry, whole);
    }
  }

  #handles({ handles, labels }: Sketch): void {
    for (const { position, role } of handles ?? []) {
      const place = this.toCanvas(position);
      if (!place) continue;
      const [x, y] = place;
      const size = role === 'midpoint' ? 3.5 : role === 'active' ? 6 : 5;
      const { context, ratio, colours } = this;
      context.setLineDash([]);
      context.beginPath();
      if (role === 'pivot') {
        traceMarker(context, 'circle', x, y, 7 * ratio);
        traceMarker(context, 'cross', x, y, 11 * ratio);
      } else traceMarker(context, role === 'midpoint' ? 'circle' : 'square', x, y, size * ratio);
      context.fillStyle = role === 'active' ? colours.sketch : colours.background;
      if (role !== 'pivot') context.fill();
      context.strokeStyle = role === 'active' ? colours.background : colours.sketch;
      context.lineWidth = (role === 'midpoint' ? 1.25 : 2) * ratio;
      context.stroke();
    }
    for (const label of labels ?? []) this.#label(label);
  }

  #label({ position, text, on, aside }: SketchLabel): void {
    const place = this.toCanvas(position);
    if (!place) return;
    const { context, ratio, colours } = this;
    context.font = `600 ${12 * ratio}px system-ui, sans-serif`;
    const margin = LABEL_MARGIN * ratio;
    const isTight = on !== undefined && this.#distance(...on) < context.measureText(text).width + margin;
    if (isTight && !aside) return;
    const [x, y] = isTight
      ? [Math.max(...on.map((end) => this.toCanvas(end)![0])) + margin / 2, place[1]]
      : place;
    context.textAlign = isTight ? 'left' : 'center';
    context.textBaseline = 'middle';
    context.setLineDash([]);
    context.lineJoin = 'round';
    context.lineWidth = 4 * ratio;
    context.strokeStyle = colours.background;
    context.strokeText(text, x, y);
    context.fillStyle = colours.text;
    context.fillText(text, x, y);
  }

  /** Device pixels between two positions; Infinity when one of them is not visible. */
  #distance(from: Position, to: Position): number {
    const [start, end] = [this.toCanvas(from), this.toCanvas(to)];
    return start && end ? Math.hypot(end[0] - start[0], end[1] - start[1]) : Infinity;
  }

  /** Draws the marker of a snap, and a dotted line from the vertex or edge that it extends or is perpendicular to. */
  #snap({ kind, position, guide }: Snap): void {
    const { context, ratio } = this;
    const place = this.toCanvas(position);
    if (!place) return;
    const lead = guide && this.toCanvas(guide);
    if (lead) {
      context.setLineDash([2 * ratio, 4 * ratio]);
      context.beginPath();
      context.moveTo(...lead);
      context.lineTo(...place);
      this.#stroke(3, 1.5);
    }
    context.setLineDash([]);
    context.beginPath();
    traceSnapMarker(context, kind, ...place, 8 * ratio);
    this.#stroke(5, 2);
  }

  /** Strokes the current path in the snap colour on a casing that is visible on any background. */
  #stroke(casing: number, line: number): void {
    const { context, ratio, colours } = this;
    context.strokeStyle = colours.background;
    context.lineWidth = casing * ratio;
    context.stroke();
    context.strokeStyle = colours.snap;
    context.lineWidth = line * ratio;
    context.stroke();
  }

  #crosshair([left, top]: Pixel): void {
    const { context, ratio, colours } = this;
    const [x, y] = [Math.round(left * ratio), Math.round(top * ratio)];
    for (const [colour, width] of [
      [colours.background, 4],
      [colours.text, 1.5],
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
