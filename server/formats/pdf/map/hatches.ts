import type { Style } from '#core/protocol';
import type { PageRectangle } from '../paper.ts';
import type { ScriptPdf } from '../script-pdf.ts';
import { colourOf, PIXEL } from './strokes.ts';

type Hatch = NonNullable<Style['hatch']>;

/** Directions of the lines: degrees anticlockwise from the horizontal. */
const ANGLES: Readonly<Record<Exclude<Hatch['kind'], 'dots'>, readonly number[]>> = {
  horizontal: [0],
  vertical: [90],
  forward: [45],
  backward: [135],
  cross: [0, 90],
  'diagonal-cross': [45, 135],
};
/** Most lines or dots of one area: denser hatches are coarsened. */
const MOST = 4_000;

/** Fills the clipped page within a box with a hatch that continues from one area to the next. */
export function drawHatch(pdf: ScriptPdf, hatch: Hatch, box: PageRectangle): void {
  const [colour, opacity] = colourOf(hatch.colour);
  const wanted = hatch.spacing * PIXEL;
  const spacing = wanted * Math.max(1, Math.ceil(Math.hypot(box.width, box.height) / wanted / MOST));
  if (hatch.kind === 'dots') {
    pdf.fillColor(colour!, opacity);
    drawDots(pdf, box, spacing, Math.max(hatch.width * PIXEL, 0.2));
    return;
  }
  pdf.lineWidth(Math.max(hatch.width * PIXEL, 0.1)).strokeColor(colour!, opacity);
  for (const angle of ANGLES[hatch.kind]) traceLines(pdf, box, spacing, angle);
  pdf.stroke();
}

/** Parallel lines at whole multiples of the spacing from the corner of the paper. */
function traceLines(pdf: ScriptPdf, box: PageRectangle, spacing: number, angle: number): void {
  const turned = (angle * Math.PI) / 180;
  const [alongX, alongY] = [Math.cos(turned), -Math.sin(turned)];
  const [acrossX, acrossY] = [Math.sin(turned), Math.cos(turned)];
  const corners = [
    [box.x, box.y],
    [box.x + box.width, box.y],
    [box.x, box.y + box.height],
    [box.x + box.width, box.y + box.height],
  ] as const;
  const along = corners.map(([x, y]) => x * alongX + y * alongY);
  const across = corners.map(([x, y]) => x * acrossX + y * acrossY);
  const [from, to] = [Math.min(...along), Math.max(...along)];
  for (let n = Math.ceil(Math.min(...across) / spacing); n * spacing <= Math.max(...across); n++) {
    const [x, y] = [n * spacing * acrossX, n * spacing * acrossY];
    pdf.moveTo(x + from * alongX, y + from * alongY).lineTo(x + to * alongX, y + to * alongY);
  }
}

function drawDots(pdf: ScriptPdf, box: PageRectangle, wanted: number, radius: number): void {
  const spacing = Math.max(wanted, Math.sqrt((box.width * box.height) / MOST));
  for (let y = Math.ceil(box.y / spacing) * spacing; y <= box.y + box.height; y += spacing)
    for (let x = Math.ceil(box.x / spacing) * spacing; x <= box.x + box.width; x += spacing)
      pdf.circle(x, y, radius);
  pdf.fill();
}
