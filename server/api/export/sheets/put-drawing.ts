import type { ScriptPdf } from '../../../formats/pdf/index.ts';
import { INK } from '../../../formats/pdf/look.ts';
import { MM } from './frame-view.ts';
import { LINE, putText } from './sheet-text.ts';
import type { PaperDrawing } from './drawings/paper-drawing.ts';

const PAPER = '#ffffff';

/** Draws a drawing in its frame, over what is below. */
export function putDrawing(pdf: ScriptPdf, { box, lines, texts, picture }: PaperDrawing): void {
  const [x, y, width, height] = [box.x * MM, box.y * MM, box.width * MM, box.height * MM];
  pdf.rect(x, y, width, height).fillColor(PAPER, 1).fill();
  pdf.save().rect(x, y, width, height).clip();
  if (picture) {
    const { at, image } = picture;
    pdf.image(image, at.x * MM, at.y * MM, { width: at.width * MM, height: at.height * MM });
  }
  for (const { points, width: wide, colour } of lines) {
    points.forEach(([px, py], n) => (n === 0 ? pdf.moveTo(px * MM, py * MM) : pdf.lineTo(px * MM, py * MM)));
    pdf.undash().lineWidth(wide).lineJoin('round').strokeColor(colour, 1).stroke();
  }
  for (const { text, at, size, align, isUpright, isStrong } of texts) {
    const [px, py] = [at[0] * MM, at[1] * MM];
    if (isUpright) pdf.save().rotate(-90, { origin: [px, py] });
    putText(pdf, text, px, py - (size * LINE) / 2, { size, align, face: isStrong ? 'strong' : 'text' });
    if (isUpright) pdf.restore();
  }
  pdf.restore();
  pdf.rect(x, y, width, height).undash().lineWidth(0.8).strokeColor(INK.text, 1).stroke();
}
