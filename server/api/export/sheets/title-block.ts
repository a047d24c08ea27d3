import { fillIn, TITLE_BLOCK } from '#core/sheets';
import type { PaperBox, SheetVariable } from '#core/protocol';
import type { ScriptPdf } from '../../../formats/pdf/index.ts';
import { INK } from '../../../formats/pdf/look.ts';
import type { ExportNotes } from '../../../formats/notes.ts';
import { MM } from './frame-view.ts';
import type { SheetContext } from './sheet-context.ts';
import { putText } from './sheet-text.ts';
import { hasRoomForLogo, titleBlockLines } from './title-block-lines.ts';

/** A framed block: logo, title and subtitle, and names with their values; what has no room is noted. */
export function drawTitleBlock(
  pdf: ScriptPdf,
  box: PaperBox,
  { layout: { titleBlock }, logo }: SheetContext,
  values: Readonly<Record<SheetVariable, string>>,
  notes: ExportNotes,
): void {
  if (!titleBlock) return;
  const { x, y, width, height } = box;
  pdf
    .rect(x * MM, y * MM, width * MM, height * MM)
    .undash()
    .lineWidth(0.8)
    .strokeColor(INK.text, 1)
    .stroke();
  const shownLogo = logo && hasRoomForLogo(height) ? logo : undefined;
  if (logo && !shownLogo) notes.add('export.sheet.logo-left');
  if (shownLogo) {
    const { inset } = TITLE_BLOCK;
    const fit: [number, number] = [(width - 2 * inset) * MM, (TITLE_BLOCK.logo - 2) * MM];
    pdf.image(shownLogo.image, (x + inset) * MM, (y + inset) * MM, { fit, valign: 'center' });
  }
  const { lines, rows } = titleBlockLines(titleBlock, box, shownLogo !== undefined);
  const left = titleBlock.rows.length - rows.length;
  if (left > 0) notes.add('export.sheet.title-rows-left', { rows: left });
  for (const top of rows)
    pdf
      .moveTo(x * MM, top * MM)
      .lineTo((x + width) * MM, top * MM)
      .lineWidth(0.3)
      .strokeColor(INK.strong, 1)
      .stroke();
  for (const line of lines)
    putText(pdf, fillIn(line.text, values), line.x * MM, line.y * MM, {
      size: line.size,
      width: line.width * MM,
      ...(line.role === 'title' && { face: 'strong' }),
      ...((line.role === 'subtitle' || line.role === 'name') && { colour: INK.muted }),
    });
}
