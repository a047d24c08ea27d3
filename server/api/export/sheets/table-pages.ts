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

/** The rows of a page, and where they are. */
export type TablePage = readonly { row: PanelRow; at: PageRectangle }[];

/** Draws a page of tables: title and columns of rows. */
export function drawContinuation(
  pdf: ScriptPdf,
  context: SheetContext,
  page: TablePage,
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
  for (const { row, at } of page) row.draw(pdf, at.x, at.y, at.width);
}

/**
 * The pages of the tables that have no room in the panel; each column of a table begins with its heading. `rowsLeft`:
 * rows for which the paper is too small.
 */
export function tablePages(
  context: SheetContext,
  { tablesLeft }: PanelContent,
): { pages: TablePage[]; rowsLeft: number } {
  const box = innerBox(context);
  const columns = columnsOf({ ...box, y: box.y + HEAD, height: box.height - HEAD }, COLUMN.table);
  const filled: TablePage[] = [];
  let rowsLeft = 0;
  for (const { heads, rows } of tablesLeft) {
    let left = rows;
    while (left.length > 0) {
      const next = flow([...heads, ...left], [columns[filled.length % columns.length]!]);
      const taken = next.places.length - heads.length;
      if (taken <= 0) {
        rowsLeft += left.length;
        break;
      }
      filled.push(next.places);
      left = left.slice(taken);
    }
  }
  const pages: TablePage[] = [];
  for (let n = 0; n < filled.length; n += columns.length)
    pages.push(filled.slice(n, n + columns.length).flat());
  return { pages, rowsLeft };
}

function innerBox({ plan, layout: { margins } }: SheetContext): PageRectangle {
  return {
    x: margins.left * MM,
    y: margins.top * MM,
    width: (plan.width - margins.left - margins.right) * MM,
    height: (plan.height - margins.top - margins.bottom) * MM,
  };
}
