import { crsOf, project, unitOfCrs, unproject } from '#core/geodesy';
import type { SheetLayout } from '#core/protocol';
import { clipLine } from '#core/shapes';
import type { ScriptPdf } from '../../../formats/pdf/index.ts';
import { INK } from '../../../formats/pdf/look.ts';
import { degrees } from '../../../formats/pdf/map/map.ts';
import { degreeStep, metreStep } from '../../../formats/pdf/map/grid-step.ts';
import { isInFrame, MM, type FrameView } from './frame-view.ts';
import { LINE, putText } from './sheet-text.ts';

type Grid = NonNullable<SheetLayout['grid']>;
type Point = readonly [x: number, y: number];

/** A line of a grid: its parts on the page, flat, and its label. */
interface GridLine {
  readonly parts: readonly number[][];
  readonly text: string;
}

/** Least distance between two lines where no step is given, and where one is given, millimetres. */
const APART = 30;
const LEAST_APART = 2;
/** Parts of a line that is curved on the page. */
const PARTS = 24;
const COLOUR = '#5f7684';
const LABEL_SIZE = 6.2;
/** Length of a tick at the frame, and of an arm of a cross, millimetres. */
const TICK = 2;
const ARM = 1.5;

/** Draws a grid with labels at the edges of a frame. Returns whether the step that was asked for is drawn. */
export function drawGrid(pdf: ScriptPdf, view: FrameView, grid: Grid, sheetCrs: string): boolean {
  const code = grid.crs ?? sheetCrs;
  const known = valuesOf(view, grid, code);
  if (!known) return false;
  const { across, up, steps, isAsked } = known;
  const isGeographic = crsOf(code)?.geographic ?? true;
  const toPage = (x: number, y: number): [number, number] => {
    try {
      const [longitude, latitude] = unproject(code, [x, y]);
      return view.toPage(longitude, latitude);
    } catch {
      return [NaN, NaN];
    }
  };
  const lineOf = (at: (share: number) => [number, number], text: string): GridLine => ({
    parts: partsOf(view, at),
    text,
  });
  const between = ([from, to]: readonly [number, number], share: number) => from + (to - from) * share;
  const vertical = across.values.map((x) =>
    lineOf((share) => toPage(x, between(up.range, share)), printed(x, steps[0], isGeographic, ['E', 'W'])),
  );
  const horizontal = up.values.map((y) =>
    lineOf(
      (share) => toPage(between(across.range, share), y),
      printed(y, steps[1], isGeographic, ['N', 'S']),
    ),
  );
  const lines = [...vertical, ...horizontal];
  pdf.save().lineCap('butt').undash();
  pdf.lineWidth(0.3).strokeColor(COLOUR, grid.kind === 'lines' ? 0.6 : 1);
  if (grid.kind === 'lines') for (const { parts } of lines) for (const part of parts) trace(pdf, part);
  if (grid.kind === 'crosses') traceCrosses(pdf, view, across.values, up.values, steps, toPage);
  if (grid.kind !== 'lines') traceTicks(pdf, lines);
  pdf.stroke().restore();
  drawLabels(pdf, view, lines);
  return isAsked;
}

interface Axis {
  readonly range: readonly [number, number];
  readonly values: readonly number[];
}

/** The values of the lines in the CRS of the grid; undefined where it cannot be computed. */
function valuesOf(
  view: FrameView,
  { step }: Grid,
  code: string,
): { across: Axis; up: Axis; steps: [number, number]; isAsked: boolean } | undefined {
  let corners: [number, number][];
  try {
    corners = view.border.map(([longitude, latitude]) => project(code, [longitude, latitude]));
  } catch {
    return undefined;
  }
  if (!corners.every((corner) => corner.every(Number.isFinite))) return undefined;
  const isGeographic = crsOf(code)?.geographic ?? true;
  // Points of the page in one unit of the grid.
  const sizes = isGeographic
    ? ([111_320 * Math.max(0.05, Math.cos((view.centre[1] * Math.PI) / 180)), 111_320] as const)
    : ([unitOfCrs(code).metres, unitOfCrs(code).metres] as const);
  const points = sizes.map((metres) => metres * view.pointsPerMetre) as [number, number];
  const isAsked = step === undefined || Math.min(...points) * step >= LEAST_APART * MM;
  const chosen = isGeographic ? degreeStep : metreStep;
  const steps = points.map((size) =>
    step !== undefined && isAsked ? step : chosen((APART * MM) / size),
  ) as [number, number];
  // One step for both directions, so that squares are squares.
  if (!isGeographic) steps[0] = steps[1];
  const axis = (n: 0 | 1): Axis => {
    const all = corners.map((corner) => corner[n]);
    const range = [Math.min(...all), Math.max(...all)] as const;
    const values: number[] = [];
    for (let i = Math.ceil(range[0] / steps[n]); i * steps[n] <= range[1]; i++) values.push(i * steps[n]);
    return { range, values };
  };
  return { across: axis(0), up: axis(1), steps, isAsked };
}

function partsOf({ box }: FrameView, at: (share: number) => Point): number[][] {
  const flat: number[] = [];
  for (let n = 0; n <= PARTS; n++) {
    const [x, y] = at(n / PARTS);
    if (Number.isFinite(x) && Number.isFinite(y)) flat.push(x, y);
  }
  return clipLine(flat, [box.x, box.y, box.x + box.width, box.y + box.height]);
}

function printed(
  value: number,
  step: number,
  isGeographic: boolean,
  [positive, negative]: readonly [string, string],
): string {
  if (isGeographic) return degrees(value, positive, negative, step);
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const [whole, ...fraction] = Math.abs(value).toFixed(digits).split('.');
  const text = [whole!.replace(/\B(?=(\d{3})+$)/g, ' '), ...fraction].join('.');
  return `${value < 0 ? '−' : ''}${text} ${positive}`;
}

function trace(pdf: ScriptPdf, flat: readonly number[]): void {
  for (let i = 0; i < flat.length; i += 2)
    if (i === 0) pdf.moveTo(flat[0]!, flat[1]!);
    else pdf.lineTo(flat[i]!, flat[i + 1]!);
}

/** A cross at each node of the grid, with arms along its lines. */
function traceCrosses(
  pdf: ScriptPdf,
  view: FrameView,
  across: readonly number[],
  up: readonly number[],
  [stepX, stepY]: readonly [number, number],
  toPage: (x: number, y: number) => Point,
): void {
  for (const x of across)
    for (const y of up) {
      const node = toPage(x, y);
      if (!isInFrame(view, node)) continue;
      for (const towards of [toPage(x + stepX / 100, y), toPage(x, y + stepY / 100)]) {
        const [dx, dy] = [towards[0] - node[0], towards[1] - node[1]];
        const arm = (ARM * MM) / Math.hypot(dx, dy);
        if (!Number.isFinite(arm)) continue;
        pdf.moveTo(node[0] - dx * arm, node[1] - dy * arm).lineTo(node[0] + dx * arm, node[1] + dy * arm);
      }
    }
}

/** Short strokes where lines meet the frame. */
function traceTicks(pdf: ScriptPdf, lines: readonly GridLine[]): void {
  for (const { parts } of lines)
    for (const part of parts)
      for (const [end, next] of endsOf(part)) {
        const length = Math.hypot(next[0] - end[0], next[1] - end[1]);
        const share = Math.min(1, (TICK * MM) / length);
        if (length > 0)
          pdf.moveTo(...end).lineTo(end[0] + (next[0] - end[0]) * share, end[1] + (next[1] - end[1]) * share);
      }
}

/** Both ends of a part, each with the point beside it. */
function endsOf(part: readonly number[]): [[number, number], [number, number]][] {
  if (part.length < 4) return [];
  return [
    [
      [part[0]!, part[1]!],
      [part[2]!, part[3]!],
    ],
    [
      [part.at(-2)!, part.at(-1)!],
      [part.at(-4)!, part.at(-3)!],
    ],
  ];
}

/** Labels outside of the frame, where lines meet it; along the edge none over another. */
function drawLabels(pdf: ScriptPdf, { box }: FrameView, lines: readonly GridLine[]): void {
  const taken: Record<'top' | 'bottom' | 'left' | 'right', [number, number][]> = {
    top: [],
    bottom: [],
    left: [],
    right: [],
  };
  const gap = 0.8 * MM;
  const high = LABEL_SIZE * LINE;
  pdf.font('text').fontSize(LABEL_SIZE);
  for (const { parts, text } of lines)
    for (const part of parts)
      for (const [[x, y]] of endsOf(part)) {
        const edge = edgeOf(box, x, y);
        if (!edge) continue;
        const isUpright = edge === 'left' || edge === 'right';
        const [at, from, to] = isUpright ? [y, box.y, box.y + box.height] : [x, box.x, box.x + box.width];
        const half = pdf.widthOfString(text) / 2 + 1;
        const isFree = taken[edge].every(([before, after]) => at + half < before || at - half > after);
        if (!isFree || at - half < from - 4 * MM || at + half > to + 4 * MM) continue;
        taken[edge].push([at - half, at + half]);
        const of = { size: LABEL_SIZE, colour: INK.muted, align: 'center' as const };
        if (edge === 'top') putText(pdf, text, x, box.y - gap - high, of);
        else if (edge === 'bottom') putText(pdf, text, x, box.y + box.height + gap, of);
        else if (edge === 'left') putText(pdf, text, box.x - gap - high, y, { ...of, angle: -90 });
        else putText(pdf, text, box.x + box.width + gap, y, { ...of, angle: -90 });
      }
}

function edgeOf(
  box: FrameView['box'],
  x: number,
  y: number,
): 'top' | 'bottom' | 'left' | 'right' | undefined {
  const near = (a: number, b: number) => Math.abs(a - b) < 0.01;
  if (near(y, box.y)) return 'top';
  if (near(y, box.y + box.height)) return 'bottom';
  if (near(x, box.x)) return 'left';
  return near(x, box.x + box.width) ? 'right' : undefined;
}
