import type { ScriptPdf } from '../../../formats/pdf/index.ts';
import { INK } from '../../../formats/pdf/look.ts';
import { plain } from '../../../formats/pdf/text.ts';
import type { DocumentTexts } from '../documents/document-texts.ts';

export interface TextOf {
  /** Points. */
  size: number;
  face?: 'text' | 'strong';
  colour?: string;
  align?: 'left' | 'center' | 'right';
  /** Longer texts are shortened, points. */
  width?: number;
  /** Degrees clockwise about `x`, `y`. */
  angle?: number;
}

/** Height of a line of text, in sizes. */
export const LINE = 1.362;

/** Draws one line, whose upper edge is at `y`, from, about or to `x`. */
export function putText(pdf: ScriptPdf, text: string, x: number, y: number, of: TextOf): void {
  const { size, face = 'text', colour = INK.text, align = 'left', width, angle = 0 } = of;
  pdf.font(face).fontSize(size);
  const clean = plain(text, 1000).replace(/\n/g, ' ');
  const shown = width === undefined ? clean : shortened(pdf, clean, width);
  if (shown === '') return;
  const wide = align === 'left' ? 0 : pdf.widthOfString(shown);
  const left = align === 'left' ? x : align === 'right' ? x - wide : x - wide / 2;
  if (angle !== 0) pdf.save().rotate(angle, { origin: [x, y] });
  pdf.fillColor(colour, 1).text(shown, left, y, { lineBreak: false });
  if (angle !== 0) pdf.restore();
}

/** A scale as `1:500`. */
export function ratioOf(texts: DocumentTexts, scale: number): string {
  return `1:${texts.number(scale, Number.isInteger(scale) ? 0 : 2)}`;
}

/** As many characters as fit, with an ellipsis. */
export function shortened(pdf: ScriptPdf, text: string, width: number): string {
  if (pdf.widthOfString(text) <= width) return text;
  const characters = [...text];
  let [fits, tooLong] = [0, characters.length];
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1;
    const isFitting = pdf.widthOfString(`${characters.slice(0, middle).join('')}…`) <= width;
    if (isFitting) fits = middle;
    else tooLong = middle;
  }
  return fits === 0 ? '' : `${characters.slice(0, fits).join('').trimEnd()}…`;
}
