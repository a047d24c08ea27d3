import type { Geometry, Position, Style } from '#core/protocol';
import { DEFAULT_RADIUS, inPixels, markerOf, plainFill, splitColour, traceSteps } from '#core/styles';
import { familyOf, runsOf } from '../../shapes.ts';
import type { ScriptPdf } from '../script-pdf.ts';
import type { MapFrame } from './frame.ts';

/** Vertices closer than this, in points, are merged. */
const RESOLUTION = 0.25;
/** CSS pixels to points. */
const PIXEL = 0.75;
const DEFAULT_STYLE: Style = { stroke: '#0072b2', width: 2, fill: '#0072b240', radius: 6 };

/** Draws objects; what is too small to be distinguished from what is already there is drawn once. */
export class ObjectsDrawer {
  readonly #pdf: ScriptPdf;
  readonly #frame: MapFrame;
  readonly #dots = new Set<number>();

  constructor(pdf: ScriptPdf, frame: MapFrame) {
    this.#pdf = pdf;
    this.#frame = frame;
  }

  draw(geometry: Geometry, symbol: Style = DEFAULT_STYLE): void {
    const style = inPixels(symbol, this.#frame.pointsPerMetre / PIXEL);
    const family = familyOf(geometry);
    if (family === 'point' || family === 'multipoint')
      return runsOf(geometry).forEach(({ positions }) => this.#sign(positions[0]!, style));
    const pdf = this.#pdf;
    const runs = runsOf(geometry).map(({ positions }) => this.#onPage(positions));
    const shown = runs.filter((run) => run.length > 1);
    if (shown.length === 0) return this.#dot(runs[0]![0]!, style);
    for (const run of shown) {
      run.forEach(([x, y], n) => (n === 0 ? pdf.moveTo(x, y) : pdf.lineTo(x, y)));
      if (family === 'polygon') pdf.closePath();
    }
    setStroke(pdf, style);
    const [fill, opacity] = colourOf(plainFill(style));
    if (family === 'polygon' && fill && style.width > 0) {
      pdf.fillColor(fill, opacity).fillAndStroke('even-odd');
    } else if (family === 'polygon' && fill) pdf.fillColor(fill, opacity).fill('even-odd');
    else pdf.stroke();
    pdf.undash();
  }

  #onPage(positions: readonly Position[]): [number, number][] {
    const points: [number, number][] = [];
    for (const [longitude, latitude] of positions) {
      const point = this.#frame.toPage(longitude, latitude);
      const last = points.at(-1);
      if (!Number.isFinite(point[0]) || !Number.isFinite(point[1])) continue;
      if (!last || Math.abs(point[0] - last[0]) + Math.abs(point[1] - last[1]) > RESOLUTION)
        points.push(point);
    }
    return points.length > 0 ? points : [[-1e4, -1e4]];
  }

  /** Draws something smaller than a dot, once per place on the page. */
  #dot([x, y]: [number, number], style: Style): void {
    const { box } = this.#frame;
    const cell = Math.round((y - box.y) * 2) * 4096 + Math.round((x - box.x) * 2);
    if (this.#dots.has(cell)) return;
    this.#dots.add(cell);
    this.#pdf
      .rect(x - 0.3, y - 0.3, 0.6, 0.6)
      .fillColor(colourOf(style.stroke)[0]!, 1)
      .fill();
  }

  #sign(position: Position, style: Style): void {
    const [x, y] = this.#frame.toPage(position[0], position[1]);
    const { box } = this.#frame;
    // At most one symbol per half point.
    const cell = 1e9 + Math.round((y - box.y) * 2) * 4096 + Math.round((x - box.x) * 2);
    if (!Number.isFinite(x) || this.#dots.has(cell)) return;
    this.#dots.add(cell);
    drawSign(this.#pdf, x, y, style);
  }
}

/** Draws a point symbol as on screen. */
export function drawSign(pdf: ScriptPdf, x: number, y: number, style: Style): void {
  const radius = (style.radius ?? DEFAULT_RADIUS) * PIXEL;
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

export function setStroke(pdf: ScriptPdf, { stroke, width, dash }: Style): void {
  const [colour, opacity] = colourOf(stroke);
  pdf
    .lineWidth(Math.max(width * PIXEL, 0.3))
    .lineJoin('round')
    .lineCap('round')
    .strokeColor(colour!, opacity);
  if (dash && dash.length > 0 && dash.some((length) => length > 0))
    // PDFKit accepts a list; its types know only one length.
    pdf.dash(dash.map((length) => Math.max(length * PIXEL, 0.1)) as unknown as number, {});
}

/** `#rrggbb[aa]` as colour and opacity. */
export function colourOf(colour: string | undefined): [string | undefined, number] {
  if (!colour) return [undefined, 1];
  const { rgb, opacity } = splitColour(colour);
  return [rgb, opacity];
}
