import type { Geometry, Position, Style } from '#core/protocol';
import { DEFAULT_RADIUS, inPixels, markerOf, plainFill, traceSteps } from '#core/styles';
import { familyOf, runsOf } from '../../shapes.ts';
import type { ScriptPdf } from '../script-pdf.ts';
import type { PageRectangle } from '../paper.ts';
import type { MapFrame } from './frame.ts';
import { drawHatch } from './hatches.ts';
import { drawLineKind } from './line-kinds.ts';
import { colourOf, PIXEL, setStroke } from './strokes.ts';

/** Vertices closer than this, in points, are merged: a fiftieth of a millimetre. */
const RESOLUTION = 0.05;
/** How far beyond the frame vertices count, points: what is wider than that is cut at its corners. */
const BEYOND = 60;
export const DEFAULT_STYLE: Style = { stroke: '#0072b2', width: 2, fill: '#0072b240', radius: 6 };

export type PagePoint = readonly [x: number, y: number];

/** Pictures of markers by their SVG, drawn in advance. */
export type MarkerPictures = ReadonlyMap<string, Buffer>;

/** Draws objects; what is too small to be distinguished from what is already there is drawn once. */
export class ObjectsDrawer {
  readonly #pdf: ScriptPdf;
  readonly #frame: MapFrame;
  readonly #pictures: MarkerPictures;
  readonly #dots = new Set<string>();
  /** Numbers of pictures, whose texts are long. */
  readonly #svgs = new Map<string, number>();

  constructor(pdf: ScriptPdf, frame: MapFrame, pictures: MarkerPictures = new Map()) {
    this.#pdf = pdf;
    this.#frame = frame;
    this.#pictures = pictures;
  }

  /** Returns whether all vertices have a place on the page; others are left out. */
  draw(geometry: Geometry, symbol: Style = DEFAULT_STYLE): boolean {
    const style = inPixels(symbol, this.#frame.pointsPerMetre / PIXEL);
    const family = familyOf(geometry);
    if (family === 'point' || family === 'multipoint')
      return runsOf(geometry).filter(({ positions }) => !this.#sign(positions[0]!, style)).length === 0;
    let isWhole = true;
    const runs = runsOf(geometry).map(({ positions }) =>
      pointsOnPage(this.#frame, positions, () => (isWhole = false)),
    );
    const shown = runs.filter((run) => run.length > 1);
    const [first] = runs[0] ?? [];
    if (shown.length > 0) {
      if (family === 'polygon') this.#area(shown, style);
      this.#lines(shown, style, family === 'polygon');
    } else if (first) this.#dot(first, style);
    return isWhole;
  }

  #area(runs: readonly (readonly PagePoint[])[], style: Style): void {
    const pdf = this.#pdf;
    const { hatch } = style;
    const [fill, opacity] = colourOf(style.fill);
    if (fill) {
      trace(pdf, runs, true);
      pdf.fillColor(fill, opacity).fill('even-odd');
    }
    if (!hatch) return;
    const box = overlap(boxOf(runs), this.#frame.box);
    if (!box) return;
    pdf.save();
    trace(pdf, runs, true);
    pdf.clip('even-odd');
    drawHatch(pdf, hatch, box);
    pdf.restore();
  }

  #lines(runs: readonly (readonly PagePoint[])[], style: Style, closed: boolean): void {
    const pdf = this.#pdf;
    if (style.width <= 0) return;
    setStroke(pdf, style);
    if (style.line && style.line !== 'plain')
      for (const run of runs) drawLineKind(pdf, closed ? closedRun(run) : run, style);
    else {
      trace(pdf, runs, closed);
      pdf.stroke();
    }
    pdf.undash();
  }

  /** Draws something smaller than a dot, once per place on the page. */
  #dot([x, y]: PagePoint, style: Style): void {
    if (this.#isTaken(`dot ${style.stroke}`, x, y)) return;
    this.#pdf
      .rect(x - 0.3, y - 0.3, 0.6, 0.6)
      .fillColor(colourOf(style.stroke)[0]!, 1)
      .fill();
  }

  /** Returns whether its place is on the page. */
  #sign(position: Position, style: Style): boolean {
    const [x, y] = this.#frame.toPage(position[0], position[1]);
    if (!Number.isFinite(x)) return false;
    // At most one symbol per half point.
    if (!this.#isTaken(this.#lookOf(style), x, y)) drawSign(this.#pdf, x, y, style, this.#pictures);
    return true;
  }

  #lookOf({ shape, stroke, fill, width, radius, svg = '' }: Style): string {
    const picture = this.#svgs.get(svg) ?? this.#svgs.size;
    this.#svgs.set(svg, picture);
    return [shape, stroke, fill, width, radius, picture].join(' ');
  }

  #isTaken(what: string, x: number, y: number): boolean {
    const cell = `${Math.round(x * 2)} ${Math.round(y * 2)} ${what}`;
    if (this.#dots.has(cell)) return true;
    this.#dots.add(cell);
    return false;
  }
}

/**
 * A run on the page, without vertices that cannot be seen: those outside of the frame between others on the same side.
 * `leaveOut` is called for each vertex that the projection cannot place.
 */
export function pointsOnPage(
  frame: MapFrame,
  positions: readonly Position[],
  leaveOut: () => void = () => {},
): PagePoint[] {
  const points: PagePoint[] = [];
  let sides: [before: number, last: number] = [0, 0];
  for (const [longitude, latitude] of positions) {
    const point = frame.toPage(longitude, latitude);
    if (!Number.isFinite(point[0]) || !Number.isFinite(point[1])) {
      leaveOut();
      continue;
    }
    const last = points.at(-1);
    if (last && Math.abs(point[0] - last[0]) + Math.abs(point[1] - last[1]) <= RESOLUTION) continue;
    const side = sidesOf(frame.box, point);
    if (points.length > 1 && (sides[0] & sides[1] & side) !== 0) {
      points[points.length - 1] = point;
      sides = [sides[0], side];
    } else {
      points.push(point);
      sides = [sides[1], side];
    }
  }
  return points;
}

/** With its first point again at its end. */
function closedRun(run: readonly PagePoint[]): readonly PagePoint[] {
  const [first, last] = [run[0]!, run.at(-1)!];
  return first[0] === last[0] && first[1] === last[1] ? run : [...run, first];
}

/** On which sides of the frame a point is, as bits; 0: within. */
function sidesOf({ x, y, width, height }: PageRectangle, point: PagePoint): number {
  return (
    (point[0] < x - BEYOND ? 1 : 0) |
    (point[0] > x + width + BEYOND ? 2 : 0) |
    (point[1] < y - BEYOND ? 4 : 0) |
    (point[1] > y + height + BEYOND ? 8 : 0)
  );
}

function trace(pdf: ScriptPdf, runs: readonly (readonly PagePoint[])[], closed: boolean): void {
  for (const run of runs) {
    run.forEach(([x, y], n) => (n === 0 ? pdf.moveTo(x, y) : pdf.lineTo(x, y)));
    if (closed) pdf.closePath();
  }
}

function boxOf(runs: readonly (readonly PagePoint[])[]): PageRectangle {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const run of runs)
    for (const [x, y] of run) {
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  return { x: left, y: top, width: right - left, height: bottom - top };
}

function overlap(a: PageRectangle, b: PageRectangle): PageRectangle | undefined {
  const [x, y] = [Math.max(a.x, b.x), Math.max(a.y, b.y)];
  const width = Math.min(a.x + a.width, b.x + b.width) - x;
  const height = Math.min(a.y + a.height, b.y + b.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : undefined;
}

/** Draws a point symbol as on screen. */
export function drawSign(
  pdf: ScriptPdf,
  x: number,
  y: number,
  style: Style,
  pictures: MarkerPictures = new Map(),
): void {
  const radius = (style.radius ?? DEFAULT_RADIUS) * PIXEL;
  const picture = style.svg === undefined ? undefined : pictures.get(style.svg);
  if (picture) {
    pdf.image(picture, x - radius, y - radius, { width: 2 * radius, height: 2 * radius });
    return;
  }
  const { body, lines, ink } = markerOf(style.shape ?? 'circle');
  const [fill, opacity] = colourOf(style.fill);
  if (body.length > 0) {
    traceSteps(pdf, body, x, y, radius);
    setStroke(pdf, style);
    if (fill) pdf.fillColor(fill, opacity).fillAndStroke('even-odd');
    else pdf.stroke();
  }
  if (lines.length > 0) {
    traceSteps(pdf, lines, x, y, radius);
    setStroke(pdf, style);
    pdf.stroke();
  }
  pdf.undash();
  if (ink.length === 0) return;
  traceSteps(pdf, ink, x, y, radius);
  const [colour, strength] = colourOf(style.stroke);
  pdf.fillColor(colour!, strength).fill();
}

/** Draws an area of a legend. */
export function drawSample(pdf: ScriptPdf, box: PageRectangle, style: Style): void {
  const [fill, opacity] = colourOf(plainFill(style));
  const { x, y, width, height } = box;
  if (style.hatch) {
    const [own, strength] = colourOf(style.fill);
    if (own) pdf.rect(x, y, width, height).fillColor(own, strength).fill();
    pdf.save().rect(x, y, width, height).clip();
    drawHatch(pdf, style.hatch, box);
    pdf.restore();
  } else if (fill) pdf.rect(x, y, width, height).fillColor(fill, opacity).fill();
  if (style.width <= 0) return;
  setStroke(pdf, style);
  pdf.rect(x, y, width, height).stroke();
  pdf.undash();
}
