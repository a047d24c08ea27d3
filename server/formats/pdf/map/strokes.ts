import type { Style } from '#core/protocol';
import { splitColour } from '#core/styles';
import type { ScriptPdf } from '../script-pdf.ts';

/** CSS pixels to points. */
export const PIXEL = 0.75;
/** The thinnest line that is drawn, points. */
export const LEAST_WIDTH = 0.3;

export function setStroke(pdf: ScriptPdf, { stroke, width, dash }: Style): void {
  const [colour, opacity] = colourOf(stroke);
  pdf
    .lineWidth(Math.max(width * PIXEL, LEAST_WIDTH))
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
