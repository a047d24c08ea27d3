import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { BodyOf, CloudSection, exportSections, Language } from '#core/protocol';
import { sentence } from '../../../base/language.ts';
import { asJobFailure, JobFailure, type JobKind, type Work } from '../../../platform/jobs/kind.ts';
import { cloudFor, exporterOf, keepFile } from '../export/keep-file.ts';
import type { SectionAnswer } from '../measures/section.ts';
import { cloudOf } from '../record/cloud-record.ts';
import { onPointsInJob } from '../thread/in-thread.ts';
import { sectionsCsv } from './sections-csv.ts';
import { sectionsDxf } from './sections-dxf.ts';
import { sectionsPdf } from './sections-pdf.ts';
import type { TracedSection } from './traced-section.ts';

export type SectionsInput = BodyOf<typeof exportSections> & { id: string };

const HOUR = 3_600_000;
/** Seconds for one section. */
const SECONDS = 60;
const DRAWN_PART = 0.95;

/** Draws sections of a cloud into one file. */
export const cloudSectionsKind: JobKind = {
  timeLimit: HOUR,
  run: (work) => draw(work, work.input as SectionsInput),
};

async function draw(work: Work, input: SectionsInput): Promise<undefined> {
  const { services, folder, language, signal } = work;
  const { sections, width, format, inside, outside, classes } = input;
  const { row, place: cloud } = await cloudFor(services.db, await exporterOf(services.db, work), input.id);
  const traced: TracedSection[] = [];
  for (const [i, section] of sections.entries()) {
    const message = { number: i + 1, count: sections.length };
    work.progress((DRAWN_PART * i) / sections.length, sentence(language, 'pointcloud.section', message));
    const request = { measure: 'section' as const, line: section.line, width, inside, outside, classes };
    const task = {
      kind: 'measure' as const,
      cloud,
      other: null,
      terrain: null,
      measure: request,
      seconds: SECONDS,
    };
    const answer = await onPointsInJob<'measure'>(services, task, signal).catch(asJobFailure);
    traced.push({ ...section, length: lengthOf(section.line), answer: answer as SectionAnswer });
  }
  if (traced.every(({ answer }) => answer.outlines.length === 0)) throw new JobFailure('export.nothing');
  const name = input.name ?? path.parse(row.name).name;
  const file = path.join(folder, `sections.${format}`);
  // Octrees are in metres.
  const metres = cloud.copc === null ? 1 : cloudOf(row).georeference.unit;
  if (format === 'pdf')
    await sectionsPdf(file, traced, { name, metres, language, author: (await memberName(work)) ?? '' });
  else
    await writeFile(file, format === 'dxf' ? sectionsDxf(traced.map(drawnOf), metres) : sectionsCsv(traced));
  const points = traced.reduce((sum, { answer }) => sum + answer.source.points, 0);
  await keepFile(work, [input.id], { file, format, name, points, notes: notesOf(traced, language) });
  return undefined;
}

const drawnOf = ({ title, length, answer, paths = [] }: TracedSection) => ({
  title,
  length,
  outlines: answer.outlines,
  paths,
});

/** Which sections are not of all points. */
function notesOf(traced: readonly TracedSection[], language: Language): string[] {
  const cut = traced.filter(({ answer }) => !answer.source.complete).map(({ title }) => title);
  return cut.map((title) => sentence(language, 'pointcloud.section-cut', { title }));
}

function lengthOf(line: CloudSection['line']): number {
  return line.slice(1).reduce((sum, [x, y], i) => sum + Math.hypot(x - line[i]![0], y - line[i]![1]), 0);
}

async function memberName({ services, userId }: Work): Promise<string | undefined> {
  const [user] = await services.db.query<{ name: string }>('select name from users where id = $1', [userId]);
  return user?.name;
}
