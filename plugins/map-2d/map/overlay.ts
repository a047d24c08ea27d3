import type { MapObject } from '#core/document';
import type { Pixel, Sketch, Snap } from '#core/mapview';
import type { Position, Style } from '#core/protocol';
import { brushOf, traceSign } from './brush.ts';
import { traceSnap } from './snap-sign.ts';
import { boxesMeet, flatOf, type Box } from './flat.ts';
import { eastingOf, northingOf } from './mercator.ts';
import { boxOfSheet, paint, useBrush, type Sheet } from './paint.ts';
import type { Look } from './tiles.ts';

/** Colours of what works, as the theme gives them. */
export interface Ink {
  readonly sketch: string;
  readonly sketchFill: string;
  readonly selected: string;
  readonly hover: string;
  readonly conflict: string;
  readonly snap: string;
  readonly paper: string;
  readonly text: string;
}

/** What the overlay shows now. */
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

/** The canvas over everything that rests: a handful of shapes, drawn anew whenever they or the view change. */
export class Overlay {
  readonly element = document.createElement('canvas');
  #empty = true;

  constructor() {
    this.element.className = 'map2d-overlay';
    this.element.hidden = true;
  }

  draw(look: Look, ink: Ink, content: OverlayContent): void {
    const { element } = this;
    const { previews, highlights, sketches, cursor } = content;
    const empty = previews.length + highlights.length + sketches.length === 0 && !cursor;
    // An empty sheet that was empty costs nothing while the map moves.
    if (empty && this.#empty) return;
    if (empty !== this.#empty) element.hidden = empty;
    this.#empty = empty;
    const [width, height] = [Math.round(look.size[0] * look.ratio), Math.round(look.size[1] * look.ratio)];
    if (element.width !== width || element.height !== height) {
      element.width = width;
      element.height = height;
      element.style.width = `${look.size[0]}px`;
      element.style.height = `${look.size[1]}px`;
    }
    const context = element.getContext('2d')!;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, width, height);
    const sheet = sheetOf(look, width, height);
    const pen = new Pen(context, sheet, look.ratio, ink);
    for (const { object, style } of previews) pen.object(object, style);
    for (const highlight of highlights) pen.highlight(highlight.object, highlight.style, highlight.role);
    for (const sketch of sketches) pen.shapes(sketch);
    for (const sketch of sketches) pen.handles(sketch);
    for (const sketch of sketches) if (sketch.snap) pen.snap(sketch.snap);
    if (cursor) pen.crosshair(cursor);
  }
}

function sheetOf(look: Look, width: number, height: number): Sheet {
  const scale = look.ratio / look.resolution;
  return {
    west: look.center[0] - width / 2 / scale,
    north: look.center[1] + height / 2 / scale,
    scale,
    width,
    height,
  };
}

class Pen {
  readonly #view: Box;

  constructor(
    readonly context: CanvasRenderingContext2D,
    readonly sheet: Sheet,
    readonly ratio: number,
    readonly ink: Ink,
  ) {
    this.#view = boxOfSheet(sheet);
  }

  object(object: MapObject, style: Style): void {
    const flat = flatOf(object.location);
    if (!boxesMeet(flat.box, this.#view) && flat.kind !== 'points') return;
    const brush = brushOf(style, this.ratio);
    useBrush(this.context, brush);
    paint(this.context, flat, brush, this.sheet);
  }

  /** A light casing under a stroke in the role's colour; a point gets a ring around its sign. */
  highlight(object: MapObject, style: Style, role: 'selected' | 'hover' | 'conflict'): void {
    const colour = this.ink[role];
    const dash = role === 'conflict' ? [8, 5] : undefined;
    if (flatOf(object.location).kind === 'points') {
      const radius = (style.radius ?? 5) + 4;
      this.object(object, { stroke: this.ink.paper, width: 5, radius, shape: 'circle' });
      this.object(object, { stroke: colour, width: 2.5, radius, shape: 'circle' });
      return;
    }
    this.object(object, { stroke: this.ink.paper, width: style.width + 5 });
    this.object(object, {
      stroke: colour,
      width: style.width + (role === 'hover' ? 1 : 2),
      ...(role === 'hover' ? {} : { fill: `${colour}22` }),
      ...(dash ? { dash } : {}),
    });
  }

  shapes({ shapes }: Sketch): void {
    for (const { geometry, style, dashed } of shapes) {
      const flat = flatOf(geometry);
      const plain = { stroke: this.ink.sketch, width: 2, fill: this.ink.sketchFill, radius: 5 };
      const whole: Style = { ...plain, ...style, ...(dashed ? { dash: [6, 5] } : {}) };
      if (!style && flat.kind !== 'points') {
        const casing = brushOf({ stroke: this.ink.paper, width: whole.width + 2.5 }, this.ratio);
        useBrush(this.context, casing);
        paint(this.context, flat, casing, this.sheet);
      }
      const brush = brushOf(whole, this.ratio);
      useBrush(this.context, brush);
      paint(this.context, flat, brush, this.sheet);
    }
  }

  handles({ handles, labels }: Sketch): void {
    for (const { position, role } of handles ?? []) {
      const size = role === 'midpoint' ? 3.5 : role === 'active' ? 6 : 5;
      const [x, y] = this.#at(position);
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
    for (const { position, text } of labels ?? []) this.label(position, text);
  }

  label(position: Position, text: string): void {
    const { context, ratio, ink } = this;
    const [x, y] = this.#at(position);
    context.font = `600 ${12 * ratio}px system-ui, sans-serif`;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.setLineDash([]);
    context.lineJoin = 'round';
    context.lineWidth = 4 * ratio;
    context.strokeStyle = ink.paper;
    context.strokeText(text, x, y);
    context.fillStyle = ink.text;
    context.fillText(text, x, y);
  }

  /** Each kind has its own sign; what it continues or stands upon is led to by a dotted line. */
  snap({ kind, position, guide }: Snap): void {
    const { context, ratio } = this;
    const [x, y] = this.#at(position);
    if (guide) {
      context.setLineDash([2 * ratio, 4 * ratio]);
      context.beginPath();
      context.moveTo(...this.#at(guide));
      context.lineTo(x, y);
      this.#stroke(3, 1.5);
    }
    context.setLineDash([]);
    context.beginPath();
    traceSnap(context, kind, x, y, 8 * ratio);
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

  crosshair([left, top]: Pixel): void {
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

  #at(position: Position): [number, number] {
    return [
      (eastingOf(position[0]) - this.sheet.west) * this.sheet.scale,
      (this.sheet.north - northingOf(position[1])) * this.sheet.scale,
    ];
  }
}
