import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { loadMagneticModel } from '#core/geodesy';
import { MAX_SHEET_PAGES, SHEET_DPI, type SheetVariable } from '#core/protocol';
import { planSheet } from '#core/sheets';
import { plain } from '../../../formats/pdf/text.ts';
import type { TargetCrs } from '../../../formats/layer-writer.ts';
import { fileName } from '../../../formats/names.ts';
import type { ExportNotes } from '../../../formats/notes.ts';
import { WriteFailure } from '../../../formats/write-failure.ts';
import type { SheetPage, SheetTask } from '../content/sheet-task.ts';
import type { WriteTask } from '../content/task.ts';
import { readyCrs } from '../../../shared/crs/registered.ts';
import { documentTexts } from '../documents/document-texts.ts';
import { localeOf } from '../write/readme.ts';
import { MM } from './frame-view.ts';
import { readFramePictures, readLogo, readMarkerPictures } from './pictures.ts';
import { writePictures } from './rasterize.ts';
import type { SheetContext } from './sheet-context.ts';
import { SheetPdf } from './sheet-pdf.ts';
import { readLayers } from './sheet-objects.ts';
import { composePage, drawPage } from './sheet-page.ts';
import { ratioOf } from './sheet-text.ts';
import { writeSheetDxf } from './write-dxf.ts';
import { drawContinuation, tablePages } from './table-pages.ts';

/** Of the progress, what drawing takes when pictures are made of it. */
const DRAWING = 0.5;

/** Draws a sheet into `out`: one PDF, a PNG for each page, or one DXF. Throws WriteFailure. */
export async function writeSheet(
  task: WriteTask,
  sheet: SheetTask,
  crs: TargetCrs,
  out: string,
  { notes, progress }: { notes: ExportNotes; progress: (part: number) => void },
): Promise<void> {
  const { request, pages } = sheet;
  const context = await contextOf(task, sheet, crs);
  const name = fileName(task.project, 'sheet');
  if (request.format === 'dxf')
    return writeSheetDxf(context, pages, out, notes, (page, number) =>
      valuesOf(context, page, number, pages.length),
    );
  const isPicture = request.format === 'png';
  const file = path.join(isPicture ? task.folder : out, `${name}.pdf`);
  await drawPdf(context, pages, file, notes, (part) => progress(isPicture ? part * DRAWING : part));
  if (isPicture)
    await writePictures(file, path.join(out, name), request.dpi ?? SHEET_DPI.usual, (part) =>
      progress(DRAWING + part * (1 - DRAWING)),
    );
}

async function contextOf(
  task: WriteTask,
  { request, profiles }: SheetTask,
  crs: TargetCrs,
): Promise<SheetContext> {
  const { layout, frames, typeNames } = request;
  if (layout.north === 'magnetic') await loadMagneticModel();
  if (layout.grid?.crs !== undefined) await readyCrs(layout.grid.crs);
  const plan = planSheet(layout, frames.length);
  if (!plan) throw new WriteFailure('export.sheet.no-room');
  return {
    task,
    language: task.language,
    layout,
    plan,
    crs,
    profiles,
    layers: readLayers(task.types, typeNames),
    texts: documentTexts(task.language, task.format),
    pictures: await readMarkerPictures(task.types),
    logo: layout.titleBlock?.logo === undefined ? undefined : await readLogo(layout.titleBlock.logo),
    framePictures: await readFramePictures(frames),
  };
}

async function drawPdf(
  context: SheetContext,
  pages: readonly SheetPage[],
  file: string,
  notes: ExportNotes,
  progress: (part: number) => void,
): Promise<void> {
  const count = countPages(context, pages);
  const pdf = openPdf(context);
  const written = pipeline(pdf, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
  written.catch(() => {});
  let number = 0;
  for (const [n, page] of pages.entries()) {
    const composed = composePage(context, page);
    const further = tablePages(context, composed.content);
    const values = () => valuesOf(context, page, ++number, count);
    pdf.addPage();
    drawPage(pdf, context, page, composed, values(), notes);
    if (further.rowsLeft > 0) notes.add('export.sheet.rows-left', { rows: further.rowsLeft });
    for (const tables of further.pages) {
      pdf.addPage();
      drawContinuation(pdf, context, tables, values());
    }
    progress((n + 1) / pages.length);
  }
  for (const sign of pdf.unprinted) notes.add('export.sheet.unprinted', { sign });
  pdf.end();
  await written;
}

/**
 * How many pages there are, which is printed on each: pages are composed twice, so that only one is in memory. Throws
 * WriteFailure for too many.
 */
function countPages(context: SheetContext, pages: readonly SheetPage[]): number {
  let count = 0;
  for (const page of pages) {
    count += 1 + tablePages(context, composePage(context, page).content).pages.length;
    if (count > MAX_SHEET_PAGES)
      throw new WriteFailure('export.sheet.too-many-pages', { most: MAX_SHEET_PAGES });
  }
  return count;
}

function openPdf({ task, plan }: SheetContext): SheetPdf {
  return new SheetPdf({
    size: [plan.width * MM, plan.height * MM],
    margin: 0,
    autoFirstPage: false,
    pdfVersion: '1.7',
    lang: task.language,
    displayTitle: true,
    info: {
      Title: plain(task.project, 300),
      Author: plain(task.author, 300),
      Creator: 'Groma',
      Producer: 'Groma',
      CreationDate: new Date(task.at),
    },
  });
}

function valuesOf(
  { task, crs, texts }: SheetContext,
  { frames, object }: SheetPage,
  page: number,
  pages: number,
): Record<SheetVariable, string> {
  return {
    project: task.project,
    organization: task.organization,
    author: task.author,
    date: new Date(task.at).toLocaleDateString(localeOf(task.language), {
      dateStyle: 'long',
      timeZone: 'UTC',
    }),
    scale: ratioOf(texts, frames[0]!.scale),
    crs: `${crs.code} ${crs.name}`,
    page: texts.number(page),
    pages: texts.number(pages),
    object,
  };
}
