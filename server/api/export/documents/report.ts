import { createWriteStream } from 'node:fs';
import { Paper } from '../../../formats/pdf/index.ts';
import type { TargetCrs, SpoolType } from '../../../formats/layer-writer.ts';
import { measuresOf, type ObjectMeasures } from '../content/measures.ts';
import { readSpool } from '../content/read-spool.ts';
import { crsLines, dateTime, localeOf } from '../write/readme.ts';
import { familyOf, type GeometryFamily } from '../../../formats/shapes.ts';
import { MAX_ATTACHMENTS, MAX_ELEMENTS, type WriteTask } from '../content/task.ts';
import { shortId } from '#core/kernel';
import { legendOf } from '#core/styles';
import { sentence } from '../../../base/language.ts';
import { drawLegend, type DocumentLegendEntry } from './legend.ts';
import { ExtentSurvey, mapPart } from './map-part.ts';
import { attachmentsPart } from './attachments.ts';
import { elementsPart } from './elements.ts';
import { photosPart } from './photos.ts';
import { nameOf, documentTexts, type DocumentTexts } from './document-texts.ts';

/** Most objects listed; the data export has all of them. */
const MAX_LISTED = 500;
const PROGRESS_INTERVAL = 500;

/** An entry for a type, or one for each class of its style. */
function legendEntriesOf(
  { label, type: { style }, families }: TypeFigures,
  texts: DocumentTexts,
): DocumentLegendEntry[] {
  if (!style?.classes) return [{ label, style, families }];
  const print = (value: number) =>
    value.toLocaleString(localeOf(texts.language), { maximumFractionDigits: 6 });
  return legendOf(style, print).map(({ kind, title, symbol }) => ({
    label: `${label}: ${kind === 'others' ? sentence(texts.language, 'styles.others') : title}`,
    style: symbol,
    families,
  }));
}

interface TypeFigures {
  type: SpoolType;
  label: string;
  families: Set<GeometryFamily>;
  points: number;
  lines: number;
  areas: number;
  length: number;
  area: number;
}

/** Writes a PDF of a project or a selection: map and legend, figures per type, a table, photos. */
export async function writeReport(
  task: WriteTask,
  crs: TargetCrs,
  file: string,
  progress: (part: number) => void,
): Promise<void> {
  const texts = documentTexts(task.language, task.format);
  const count = task.types.reduce((sum, type) => sum + type.count, 0);
  const extent = new ExtentSurvey();
  const rows: string[][] = [];
  let done = 0;
  /** Names of the objects that lists further down name, as far as they are in the report. */
  const named = new Map<string, string | undefined>(
    [...task.attachments, ...task.elements].map(({ objectId }) => [objectId, undefined]),
  );
  const figures = task.types.map((type): TypeFigures => {
    const label = type.title?.[task.language] || type.typeName;
    const figures: TypeFigures = {
      type,
      label,
      families: new Set(),
      points: 0,
      lines: 0,
      areas: 0,
      length: 0,
      area: 0,
    };
    for (const { id, location, properties, metadata } of readSpool(type.file)) {
      extent.add(location);
      if (named.has(id)) named.set(id, nameOf(id, properties, type.style));
      const family = familyOf(location);
      const measures = measuresOf(location);
      add(figures, family, measures);
      if (rows.length < MAX_LISTED)
        rows.push([
          label,
          nameOf(id, properties, type.style),
          texts(`shape.${location.type}`),
          measureText(family, measures, texts),
          dayText(metadata.updatedAt, texts),
        ]);
      if (++done % PROGRESS_INTERVAL === 0) progress((0.6 * done) / count);
    }
    return figures;
  });
  const title = task.title ?? texts('report-of', { project: task.project });
  const paper = new Paper(
    {
      title,
      subtitle: `${task.project} · ${task.organization} · ${dateTime(task.at, task.language)}`,
      foot: title.includes(task.project) ? title : `${task.project} · ${title}`,
      author: task.author,
      language: task.language,
      at: new Date(task.at),
    },
    createWriteStream(file, { flags: 'wx', mode: 0o600 }),
  );
  mapPart(paper, texts, { height: 370, extent: extent.extent, types: task.types });
  drawLegend(
    paper,
    figures.flatMap((each) => legendEntriesOf(each, texts)),
    texts('legend'),
  );
  progress(0.8);
  figuresPart(paper, texts, figures);
  paper.heading(texts('objects'));
  paper.table({
    columns: [
      { title: texts('type'), weight: 1.4 },
      { title: texts('name'), weight: 1.8 },
      { title: texts('shape'), weight: 1 },
      { title: texts('measure'), align: 'right', weight: 1.2 },
      { title: texts('updated'), align: 'right', weight: 1.1 },
    ],
    rows,
  });
  if (count > rows.length)
    paper.paragraph(texts('more-objects', { most: texts.number(rows.length), count: texts.number(count) }), {
      muted: true,
    });
  if (task.photos.length > 0) {
    paper.heading(texts('photos'));
    await photosPart(paper, task.photos);
  }
  if (task.attachments.length > 0) {
    paper.heading(texts('attachments'));
    attachmentsPart(paper, texts, task.attachments, MAX_ATTACHMENTS, (id) => named.get(id) ?? shortId(id));
  }
  const elements = task.elements.filter(({ objectId }) => named.get(objectId) !== undefined);
  if (elements.length > 0) elementsPart(paper, texts, elements, MAX_ELEMENTS, (id) => named.get(id)!);
  paper.heading(texts('about'));
  paper.paragraph(
    texts('made-by', {
      author: task.author,
      organization: task.organization,
      at: dateTime(task.at, task.language),
    }),
  );
  for (const line of crsLines(crs, task.language)) paper.paragraph(line);
  paper.paragraph(texts('geodesic'));
  await paper.end();
}

function add(figures: TypeFigures, family: GeometryFamily, measures: ObjectMeasures): void {
  figures.families.add(family);
  if (family === 'polygon') {
    figures.areas++;
    figures.area += measures.area;
  } else if (family === 'line') {
    figures.lines++;
    figures.length += measures.length;
  } else figures.points++;
}

function figuresPart(paper: Paper, texts: DocumentTexts, figures: readonly TypeFigures[]): void {
  const some = (value: number, text: (value: number) => string) => (value > 0 ? text(value) : '–');
  const row = (label: string, of: readonly TypeFigures[]) => {
    const sum = (key: 'points' | 'lines' | 'areas' | 'length' | 'area') =>
      of.reduce((total, one) => total + one[key], 0);
    return [
      label,
      ...(['points', 'lines', 'areas'] as const).map((key) => some(sum(key), texts.number)),
      some(sum('length'), texts.metres),
      some(sum('area'), texts.squareMetres),
    ];
  };
  paper.heading(texts('figures'));
  const right = { align: 'right' as const };
  paper.table({
    columns: [
      { title: texts('type'), weight: 2 },
      { title: texts('points'), weight: 0.8, ...right },
      { title: texts('lines'), weight: 0.8, ...right },
      { title: texts('areas'), weight: 0.8, ...right },
      { title: texts('length'), weight: 1.4, ...right },
      { title: texts('area'), weight: 1.4, ...right },
    ],
    rows: [
      ...figures.map((one) => row(one.label, [one])),
      ...(figures.length > 1 ? [row(texts('total'), figures)] : []),
    ],
  });
}

function measureText(family: GeometryFamily, measures: ObjectMeasures, texts: DocumentTexts): string {
  if (family === 'polygon') return texts.squareMetres(measures.area);
  return family === 'line' ? texts.metres(measures.length) : '–';
}

function dayText(at: string, texts: DocumentTexts): string {
  return new Date(at).toLocaleDateString(localeOf(texts.language), { dateStyle: 'medium', timeZone: 'UTC' });
}
