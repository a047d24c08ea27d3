import { existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import { useGridFiles } from '../../shared/crs/grids.ts';
import { answerTasks } from '../../platform/jobs/answer-tasks.ts';
import { writeDocument } from './documents/document.ts';
import { writeReport } from './documents/report.ts';
import { targetCrs } from './content/crs.ts';
import type { TargetCrs } from '../../formats/layer-writer.ts';
import { writeSheet } from './sheets/write-sheet.ts';
import { README, writeData } from './write/data.ts';
import { WriteFailure } from '../../formats/write-failure.ts';
import { fileName } from '../../formats/names.ts';
import { ExportNotes } from '../../formats/notes.ts';
import type { ExportProgress, WriteTask, WrittenExport } from './content/task.ts';
import { zipFolder } from '../../formats/zip/zip-folder.ts';

/** Packing takes the end of the progress. */
const WRITE_PART = 0.85;

/** Writes an export: its files, then one zip, unless there is only one file. */
answerTasks<WriteTask, ExportProgress, WrittenExport>(write);

async function write(task: WriteTask, post: (message: ExportProgress) => void): Promise<WrittenExport> {
  const out = path.join(task.folder, 'out');
  mkdirSync(out);
  useGridFiles(task.grids);
  const crs = await targetCrs(task.crs);
  if (!crs) throw new WriteFailure('export.crs-unknown', { crs: task.crs });
  const notes = new ExportNotes(task.language);
  for (const note of task.notes ?? []) notes.addText(note);
  const progress = (part: number) => post({ kind: 'progress', part: part * WRITE_PART });
  await writeKind(task, crs, out, notes, progress);
  // Without any file, there is no folder.
  if (task.attached && existsSync(task.attached)) renameSync(task.attached, path.join(out, 'attachments'));
  progress(1);
  const single = singleFile(out);
  const file = single ?? path.join(task.folder, 'export.zip');
  const files = single ? [path.basename(single)] : await zipFolder(out, file, new Date(task.at));
  const count = task.types.reduce((sum, type) => sum + type.count, 0);
  return { file, files, notes: notes.all(), count };
}

/** The only file with data in a folder; undefined when there are several. The read-me does not count: its notes are in the result. */
function singleFile(folder: string): string | undefined {
  const [first, ...others] = readdirSync(folder, { withFileTypes: true, recursive: true }).filter(
    (entry) => entry.isFile() && entry.name !== README,
  );
  return first && others.length === 0 ? path.join(first.parentPath, first.name) : undefined;
}

async function writeKind(
  task: WriteTask,
  crs: TargetCrs,
  out: string,
  notes: ExportNotes,
  progress: (part: number) => void,
): Promise<void> {
  const pdf = path.join(out, `${fileName(task.title ?? task.project, task.kind)}.pdf`);
  if (task.kind === 'document') return writeDocument(task, crs, pdf, progress);
  if (task.kind === 'report') return writeReport(task, crs, pdf, progress);
  if (task.sheet) return writeSheet(task, task.sheet, crs, out, { notes, progress });
  return writeData(task, crs, out, notes, progress);
}
