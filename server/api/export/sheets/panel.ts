import { decimalYear, declinationAt, type Declination } from '#core/geodesy';
import { SHEET_PARTS, type PaperBox, type SheetVariable } from '#core/protocol';
import { sentence } from '../../../base/language.ts';
import type { ScriptPdf } from '../../../formats/pdf/index.ts';
import { INK } from '../../../formats/pdf/look.ts';
import type { PageRectangle } from '../../../formats/pdf/paper.ts';
import type { ExportNotes } from '../../../formats/notes.ts';
import { MM, type FrameView } from './frame-view.ts';
import { COLUMN, columnsOf, flow, spaceRow, type PanelRow } from './panel-rows.ts';
import type { SheetContext } from './sheet-context.ts';
import type { SheetTable } from './sheet-tables.ts';
import { drawNorth, drawScaleBar, northOf, planeFactor } from './signs.ts';
import { putText, ratioOf } from './sheet-text.ts';
import { drawTitleBlock } from './title-block.ts';

/** What has room on the page besides the frames, and what continues on further pages. */
export interface PanelContent {
  readonly places: readonly { row: PanelRow; at: PageRectangle }[];
  /** Entries of the legend without room. */
  readonly legendLeft: number;
  readonly tablesLeft: readonly SheetTable[];
}

/**
 * Places legend and tables, those that are placed by hand in their own boxes; a table that has no room as a whole is left for
 * further pages.
 */
export function placeContent(
  { plan }: SheetContext,
  legend: readonly PanelRow[],
  tables: readonly SheetTable[],
): PanelContent {
  const { parts } = plan;
  const contents = [
    placeIn(parts.content, {
      legend: parts.legend ? [] : legend,
      tables: tables.filter(({ part }) => !parts[part]),
    }),
    placeIn(parts.legend, { legend: parts.legend ? legend : [], tables: [] }),
    ...tables.map((table) =>
      placeIn(parts[table.part], { legend: [], tables: parts[table.part] ? [table] : [] }),
    ),
  ];
  return {
    places: contents.flatMap(({ places }) => places),
    legendLeft: contents.reduce((sum, { legendLeft }) => sum + legendLeft, 0),
    tablesLeft: contents.flatMap(({ tablesLeft }) => tablesLeft),
  };
}

function placeIn(
  paper: PaperBox | undefined,
  { legend, tables }: { legend: readonly PanelRow[]; tables: readonly SheetTable[] },
): PanelContent {
  const box = paper && inPoints(paper);
  const isUsable = box !== undefined && box.width > 30 * MM && box.height > 10 * MM;
  if (!isUsable) return { places: [], legendLeft: entriesOf(legend), tablesLeft: tables };
  const columns = columnsOf(box, tables.length > 0 ? COLUMN.table : COLUMN.legend);
  const placed = flow(legend, columns);
  const places = [...placed.places];
  let { end } = placed;
  const tablesLeft: SheetTable[] = [];
  for (const table of tables) {
    const next = flow([spaceRow(3), ...table.heads, ...table.rows], columns, end);
    if (next.left.length > 0) tablesLeft.push(table);
    else {
      places.push(...next.places);
      end = next.end;
    }
  }
  return { places, legendLeft: entriesOf(placed.left), tablesLeft };
}

function inPoints({ x, y, width, height }: PaperBox): PageRectangle {
  return { x: x * MM, y: y * MM, width: width * MM, height: height * MM };
}

/** How many rows are neither headings nor space. */
function entriesOf(rows: readonly PanelRow[]): number {
  return rows.filter(({ isEntry }) => isEntry).length;
}

/** Draws legend and tables, north arrow and scale bar of the first frame, title block. */
export function drawSheetParts(
  pdf: ScriptPdf,
  context: SheetContext,
  content: PanelContent,
  { view, values }: { view: FrameView; values: Readonly<Record<SheetVariable, string>> },
  notes: ExportNotes,
): void {
  // What is placed by hand may be over a map.
  for (const part of SHEET_PARTS) {
    const box = context.plan.parts[part];
    if (!box || !context.layout.places?.[part]) continue;
    const { x, y, width, height } = inPoints(box);
    pdf.rect(x, y, width, height).fillColor('#ffffff', 1).fill();
  }
  for (const { row, at } of content.places) row.draw(pdf, at.x, at.y, at.width);
  const { north, scaleBar } = context.layout;
  const { signs, titleBlock } = context.plan.parts;
  if (signs) drawSigns(pdf, context, inPoints(signs), view, notes);
  else if (north || scaleBar) notes.add('export.sheet.signs-left');
  if (titleBlock) drawTitleBlock(pdf, titleBlock, context, values, notes);
}

/** Height of the two lines below the arrow. */
const DECLINATION = 5 * MM;

/** How far magnetic north is from true north, how sure that is, and when. */
function putDeclination(
  pdf: ScriptPdf,
  { language, texts }: SheetContext,
  box: PageRectangle,
  { degrees, sigma, model, date }: Declination & { date: Date },
): void {
  const values = { degrees: texts.number(degrees, 1), sigma: texts.number(sigma, 1) };
  const lines = [
    sentence(language, 'export.sheet.declination', values),
    `${model}, ${decimalYear(date).toFixed(1)}`,
  ];
  for (const [n, line] of lines.entries())
    putText(pdf, line, box.x + box.width / 2, box.y + box.height - DECLINATION + n * 2.4 * MM, {
      size: 5.5,
      colour: INK.muted,
      align: 'center',
      width: box.width,
    });
}

function drawSigns(
  pdf: ScriptPdf,
  context: SheetContext,
  box: PageRectangle,
  view: FrameView,
  notes: ExportNotes,
): void {
  const { layout, language, texts, crs } = context;
  const wide = layout.north ? 20 * MM : 0;
  if (layout.north) {
    const date = new Date(context.task.at);
    const magnetic = layout.north === 'magnetic' ? declinationAt(view.centre, date) : undefined;
    const label = sentence(language, `export.sheet.north-${layout.north}`);
    if (layout.north === 'magnetic' && !magnetic) notes.add('export.sheet.north-unknown');
    else {
      const angle = northOf(view, layout.north === 'grid' ? 'grid' : 'true') + (magnetic?.degrees ?? 0);
      const height = box.height - (magnetic ? DECLINATION : 0);
      drawNorth(pdf, { ...box, width: wide, height }, angle, label);
    }
    if (magnetic) putDeclination(pdf, context, { ...box, width: wide }, { ...magnetic, date });
  }
  if (!layout.scaleBar) return;
  const [x, width] = [box.x + wide + 2 * MM, box.width - wide - 2 * MM];
  putText(pdf, ratioOf(texts, view.scale), x + 2 * MM, box.y + 1 * MM, { size: 11, face: 'strong', width });
  const digits = (value: number) => texts.number(value, Number.isInteger(value) ? 0 : 2);
  if (!drawScaleBar(pdf, { ...box, x, y: box.y + 7 * MM, width }, view, digits))
    notes.add('export.sheet.scale-bar-left');
  const factor = planeFactor(view, crs.code);
  const lines = view.plane.isOfCrs
    ? [
        sentence(language, 'export.sheet.plane', { crs: crs.code }),
        sentence(language, 'export.sheet.factor', { factor: texts.number(factor, 6) }),
      ]
    : [sentence(language, 'export.sheet.plane-about'), sentence(language, 'export.sheet.plane-true')];
  lines.forEach((line, n) =>
    putText(pdf, line, x + 2 * MM, box.y + (15 + 3 * n) * MM, {
      size: 6,
      colour: INK.muted,
      width: width - 2 * MM,
    }),
  );
}
