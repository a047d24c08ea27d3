import type { SheetVariable } from '#core/protocol';
import { fillIn } from '#core/sheets';
import type { ScriptPdf } from '../../../formats/pdf/index.ts';
import { INK } from '../../../formats/pdf/look.ts';
import type { PageRectangle } from '../../../formats/pdf/paper.ts';
import { MM } from './frame-view.ts';
import type { PanelContent } from './panel.ts';
import { COLUMN, columnsOf, flow, type PanelRow } from './panel-rows.ts';
import type { SheetContext } from './sheet-context.ts';
import { putText } from './sheet-text.ts';

const HEAD = 12 * MM;

type Placed = readonly { row: PanelRow; at: PageRectangle }[];

/** How many pages the tables take that have no room in the panel. */
export function continuationPages(context: SheetContext, content: PanelContent): number {
  return pagesOf(context, content).length;
}

/** Draws one of these pages: title and columns of rows. */
export function drawContinuation(
  pdf: ScriptPdf,
  context: SheetContext,
  content: PanelContent,
  page: number,
  values: Readonly<Record<SheetVariable, string>>,
): void {
  const box = innerBox(context);
  const title = fillIn(context.layout.titleBlock?.title ?? '{project}', values);
  putText(pdf, title, box.x, box.y, { size: 13, face: 'strong', width: box.width - 30 * MM });
  putText(pdf, `${values.page} / ${values.pages}`, box.x + box.width, box.y + 1 * MM, {
    size: 8,
    colour: INK.muted,
    align: 'right',
  });
  for (const { row, at } of pagesOf(context, content)[page] ?? []) row.draw(pdf, at.x, at.y, at.width);
}

/** The rows of each page; each column of a table begins with its heading. */
function pagesOf(context: SheetContext, { tablesLeft }: PanelContent): Placed[] {
  const box = innerBox(context);
  const columns = columnsOf({ ...box, y: box.y + HEAD, height: box.height - HEAD }, COLUMN.table);
  const filled: Placed[] = [];
  for (const { heads, rows } of tablesLeft) {
    let left = rows;
    while (left.length > 0) {
      const next = flow([...heads, ...left], [columns[filled.length % columns.length]!]);
      const taken = next.places.length - heads.length;
      // Paper too small for a single row.
      if (taken <= 0) break;
      filled.push(next.places);
      left = left.slice(taken);
    }
  }
  const pages: Placed[] = [];
  for (let n = 0; n < filled.length; n += columns.length)
    pages.push(filled.slice(n, n + columns.length).flat());
  return pages;
}

function innerBox({ plan, layout: { margins } }: SheetContext): PageRectangle {
  return {
    x: margins.left * MM,
    y: margins.top * MM,
    width: (plan.width - margins.left - margins.right) * MM,
    height: (plan.height - margins.top - margins.bottom) * MM,
  };
}
