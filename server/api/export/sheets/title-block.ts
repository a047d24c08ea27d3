import { fillIn, TITLE_BLOCK } from '#core/sheets';
import type { SheetVariable } from '#core/protocol';
import type { ScriptPdf } from '../../../formats/pdf/index.ts';
import { INK } from '../../../formats/pdf/look.ts';
import type { PageRectangle } from '../../../formats/pdf/paper.ts';
import type { ExportNotes } from '../../../formats/notes.ts';
import { MM } from './frame-view.ts';
import type { SheetContext } from './sheet-context.ts';
import { putText } from './sheet-text.ts';

const ROW = TITLE_BLOCK.row * MM;
const HEAD = TITLE_BLOCK.head * MM;
const LOGO = TITLE_BLOCK.logo * MM;
const INSET = TITLE_BLOCK.inset * MM;

/** A framed block: logo, title and subtitle, and names with their values; what has no room is noted. */
export function drawTitleBlock(
  pdf: ScriptPdf,
  box: PageRectangle,
  { layout: { titleBlock }, logo }: SheetContext,
  values: Readonly<Record<SheetVariable, string>>,
  notes: ExportNotes,
): void {
  if (!titleBlock) return;
  const { x, y, width, height } = box;
  pdf.rect(x, y, width, height).undash().lineWidth(0.8).strokeColor(INK.text, 1).stroke();
  const [left, inner] = [x + INSET, width - 2 * INSET];
  let top = y + INSET;
  if (logo && height < HEAD + LOGO) notes.add('export.sheet.logo-left');
  else if (logo) {
    pdf.image(logo.image, left, top, { fit: [inner, LOGO - 2 * MM], valign: 'center' });
    top += LOGO;
  }
  putText(pdf, fillIn(titleBlock.title, values), left, top, { size: 13, face: 'strong', width: inner });
  putText(pdf, fillIn(titleBlock.subtitle, values), left, top + 6.6 * MM, {
    size: 8.5,
    colour: INK.muted,
    width: inner,
  });
  top += HEAD - INSET;
  const { rows } = titleBlock;
  const shown = Math.min(rows.length, Math.max(0, Math.floor((y + height - top) / ROW + 1e-6)));
  if (shown < rows.length) notes.add('export.sheet.title-rows-left', { rows: rows.length - shown });
  for (const { name, value } of rows.slice(0, shown)) {
    drawRow(pdf, { x, y: top, width, height: ROW }, fillIn(name, values), fillIn(value, values));
    top += ROW;
  }
}

function drawRow(pdf: ScriptPdf, { x, y, width }: PageRectangle, name: string, value: string): void {
  pdf
    .moveTo(x, y)
    .lineTo(x + width, y)
    .lineWidth(0.3)
    .strokeColor(INK.strong, 1)
    .stroke();
  const [left, inner] = [x + INSET, width - 2 * INSET];
  const wide = inner * 0.36;
  putText(pdf, name, left, y + 1 * MM, { size: 6.8, colour: INK.muted, width: wide - MM });
  putText(pdf, value, left + wide, y + 0.8 * MM, { size: 7.8, width: inner - wide });
}
