import { writeFileSync } from 'node:fs';
import type { Language } from '#core/protocol';
import { sentence } from '../../../base/language.ts';
import { problemOf } from '../../../base/problem-sentences.ts';
import type { ExportLayer, TargetCrs } from '../../../formats/layer-writer.ts';
import { IN_WGS84 } from '../content/crs.ts';
import type { WriteTask } from '../content/task.ts';

interface Written {
  readonly task: WriteTask;
  readonly crs: TargetCrs;
  readonly layers: readonly ExportLayer[];
  readonly notes: readonly string[];
  /** Beside the data. */
  readonly hasStyles: boolean;
}

export function writeReadme(file: string, { task, crs, layers, notes, hasStyles }: Written): void {
  const { language, formats } = task;
  const translate = (key: string, values: Record<string, string | number> = {}) =>
    sentence(language, `export.readme.${key}`, values);
  const title = translate('title', { project: task.project });
  const lines = [
    title,
    '='.repeat([...title].length),
    '',
    translate('made', {
      at: dateTime(task.at, language),
      author: task.author,
      organization: task.organization,
    }),
    '',
    ...crsLines(crs, language),
    ...(formats.some((format) => IN_WGS84.has(format)) && !crs.identity ? [translate('wgs84-formats')] : []),
    translate('heights'),
    '',
    translate('objects'),
    ...layers.map(
      ({ label, typeName, count }) =>
        `  ${count.toLocaleString(localeOf(language)).padStart(10)}  ${label}${label === typeName ? '' : ` (${typeName})`}`,
    ),
    '',
    ...(notes.length > 0 ? [translate('notes'), ...notes.map((note) => `  - ${note}`), ''] : []),
    translate('id'),
    ...(hasStyles ? ['', translate('styles')] : []),
    '',
  ];
  // Byte order mark and CRLF, which even simple editors understand.
  writeFileSync(file, `\ufeff${lines.join('\r\n')}`);
}

/** The CRS, the coordinate operation and its accuracy. */
export function crsLines(crs: TargetCrs, language: Language): string[] {
  const translate = (key: string, values: Record<string, string | number> = {}) =>
    sentence(language, `export.readme.${key}`, values);
  const lines = [translate('crs', { crs: crs.code, name: crs.name })];
  if (crs.identity) lines.push(translate('as-stored'));
  else {
    lines.push(translate('operation', { operation: crs.operation }));
    lines.push(
      crs.accuracy === null ? translate('accuracy-unknown') : translate('accuracy', { metres: crs.accuracy }),
    );
    lines.push(...crs.findings.list.map((finding) => problemOf(finding, language).message));
  }
  return lines;
}

export function dateTime(at: string, language: Language): string {
  const text = new Date(at).toLocaleString(localeOf(language), {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return `${text} UTC`;
}

/** British English: day before month, 24 hours. */
export const localeOf = (language: Language): string => (language === 'en' ? 'en-GB' : 'it-IT');
