import type { SheetVariable } from '#core/protocol';
import { fillIn } from '#core/sheets';
import type { ScriptPdf } from '../../../formats/pdf/index.ts';
import { INK } from '../../../formats/pdf/look.ts';
import { ObjectsDrawer } from '../../../formats/pdf/map/objects.ts';
import type { ExportNotes } from '../../../formats/notes.ts';
import type { SheetPage } from '../content/sheet-task.ts';
import { MM, viewOf, type FrameView } from './frame-view.ts';
import { drawGrid } from './grid.ts';
import { legendRows } from './legend-rows.ts';
import { drawSheetParts, placeContent, type PanelContent } from './panel.ts';
import { drawingsOf } from './page-drawings.ts';
import { putDrawing } from './put-drawing.ts';
import type { SheetContext } from './sheet-context.ts';
import { drawLabels } from './sheet-labels.ts';
import { drawnIn, type DrawnLayer, type ShownFrame } from './sheet-objects.ts';
import { MOST_ROWS, tablesOf } from './sheet-tables.ts';
import { drawCaption } from './signs.ts';
import { putText } from './sheet-text.ts';

const PAPER = '#ffffff';

/** A page with what is on it, before it is drawn. */
export interface ComposedPage {
  readonly frames: readonly ShownFrame[];
  readonly content: PanelContent;
  /** Objects that no table lists, because there are too many. */
  readonly unlisted: number;
}

/** Throws AppError where the CRS cannot be computed in the middle of a frame. */
export function composePage(context: SheetContext, page: SheetPage): ComposedPage {
  const frames = page.frames.flatMap((frame, n) => {
    if (frame.content) return [];
    const view = viewOf(context.crs.code, frame, context.plan.frames[n]!);
    return [{ view, drawn: drawnIn(view, context.layers) }];
  });
  const [first] = frames;
  const legend = context.layout.legend
    ? legendRows(
        context,
        frames.flatMap(({ drawn }) => drawn),
        first!.view.pointsPerMetre,
      )
    : [];
  const tables = tablesOf(context, frames);
  const unlisted = tables.reduce((sum, { leftOut }) => sum + leftOut, 0);
  return { frames, content: placeContent(context, legend, tables), unlisted };
}

/** Draws a page on the current page of the document. */
export function drawPage(
  pdf: ScriptPdf,
  context: SheetContext,
  page: SheetPage,
  { frames, content, unlisted }: ComposedPage,
  values: Readonly<Record<SheetVariable, string>>,
  notes: ExportNotes,
): void {
  for (const { view, drawn } of frames) {
    drawFrame(pdf, context, view, drawn, notes);
    drawCaption(pdf, context, view, frames[0]!.view);
  }
  for (const drawing of drawingsOf(context, page, notes)) putDrawing(pdf, drawing);
  drawSheetParts(pdf, context, content, { view: frames[0]!.view, values }, notes);
  for (const { text, x, y, size, strong } of context.layout.texts)
    fillIn(text, values)
      .split('\n')
      .forEach((line, n) =>
        putText(pdf, line, x * MM, y * MM + n * size * 1.3, { size, face: strong ? 'strong' : 'text' }),
      );
  if (unlisted > 0) notes.add('export.sheet.unlisted', { left: unlisted, most: MOST_ROWS });
  if (content.legendLeft > 0) notes.add('export.sheet.legend-cut', { entries: content.legendLeft });
}

function drawFrame(
  pdf: ScriptPdf,
  context: SheetContext,
  view: FrameView,
  drawn: readonly DrawnLayer[],
  notes: ExportNotes,
): void {
  const { x, y, width, height } = view.box;
  const { layout, pictures, crs, language } = context;
  // A map that is placed over another covers it.
  pdf.rect(x, y, width, height).fillColor(PAPER, 1).fill();
  pdf.save().rect(x, y, width, height).clip();
  const drawer = new ObjectsDrawer(pdf, view, pictures);
  const cut = new Set<string>();
  for (const { groups } of drawn)
    for (const { symbol, objects } of groups)
      for (const { id, location } of objects) if (!drawer.draw(location, symbol)) cut.add(id);
  pdf.restore();
  if (cut.size > 0) notes.add('export.sheet.vertices-left', { objects: cut.size, crs: crs.code });
  if (layout.grid && !drawGrid(pdf, view, layout.grid, crs.code))
    notes.add('export.sheet.grid-step', { scale: view.scale });
  const { placed, wanted } = drawLabels(pdf, view, drawn, language);
  if (placed < wanted) notes.add('export.sheet.labels-left', { left: wanted - placed, all: wanted });
  pdf.rect(x, y, width, height).undash().lineWidth(0.8).strokeColor(INK.text, 1).stroke();
}
