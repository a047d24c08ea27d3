import { createWriteStream } from 'node:fs';
import { shortId } from '#core/kernel';
import type { GeometryObject } from '#core/protocol';
import { Paper } from '../../../formats/pdf/index.ts';
import type { TargetCrs, SpoolType } from '../../../formats/layer-writer.ts';
import { measuresOf } from '../content/measures.ts';
import { readSpool } from '../content/read-spool.ts';
import { crsLines, dateTime } from '../write/readme.ts';
import { boundsOf, familyOf, runsOf } from '../../../formats/shapes.ts';
import { MAX_ATTACHMENTS, type WriteTask } from '../content/task.ts';
import { ExtentSurvey, mapPart } from './map-part.ts';
import { attachmentsPart } from './attachments.ts';
import { photosPart } from './photos.ts';
import {
  measureFacts,
  nameOf,
  placeTexts,
  documentTexts,
  valueText,
  type DocumentTexts,
} from './document-texts.ts';

/** Most vertices listed per object. */
const MAX_VERTICES = 100;
/** Up to this number of objects, each has a map of its own. */
const MAX_MAPS = 30;

interface DocumentEntry {
  object: GeometryObject;
  type: SpoolType;
  name: string;
}

/** Writes a PDF of the given objects in their order: map, attributes, measures, vertices, photos. */
export async function writeDocument(
  task: WriteTask,
  crs: TargetCrs,
  file: string,
  progress: (part: number) => void,
): Promise<void> {
  const texts = documentTexts(task.language, task.format);
  const entries = entriesOf(task);
  const nameOfRelated = (id: string) => task.related?.[id] ?? `…${shortId(id)}`;
  const extent = new ExtentSurvey();
  for (const { object } of entries) extent.add(object.location);
  const [first] = entries;
  const single = entries.length === 1;
  const title = single ? first!.name : texts('objects-of', { count: entries.length, project: task.project });
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
  const marks = single ? [] : entries.map(({ object }, n) => ({ text: String(n + 1), at: middleOf(object) }));
  mapPart(paper, texts, { height: 300, extent: extent.extent, types: task.types, marks });
  for (const [n, entry] of entries.entries()) {
    if (!single) paper.heading(`${n + 1}. ${entry.name}`);
    if (!single && entries.length <= MAX_MAPS) ownMap(paper, texts, entry);
    describe(paper, texts, entry, crs, nameOfRelated);
    const photos = task.photos.filter(({ objectId }) => objectId === entry.object.id);
    if (photos.length > 0) {
      paper.heading(texts('photos'), 2);
      await photosPart(paper, photos);
    }
    const attachments = task.attachments.filter(({ objectId }) => objectId === entry.object.id);
    if (attachments.length > 0) {
      paper.heading(texts('attachments'), 2);
      attachmentsPart(paper, texts, attachments, MAX_ATTACHMENTS);
    }
    progress((n + 1) / entries.length);
  }
  paper.heading(texts('crs'));
  for (const line of crsLines(crs, task.language)) paper.paragraph(line);
  paper.paragraph(texts('geodesic'));
  await paper.end();
}

function entriesOf({ types, ids }: WriteTask): DocumentEntry[] {
  const entries = new Map<string, DocumentEntry>();
  for (const type of types)
    for (const object of readSpool(type.file))
      entries.set(object.id, { object, type, name: nameOf(object.id, object.properties, type.style) });
  return (ids ?? []).flatMap((id) => entries.get(id) ?? []);
}

function ownMap(paper: Paper, texts: DocumentTexts, { object, type }: DocumentEntry): void {
  const extent = new ExtentSurvey();
  extent.add(object.location);
  mapPart(paper, texts, { height: 190, extent: extent.extent, types: [type], only: object.id });
}

/** The names of one object or several. */
const related = (ids: unknown, nameOf: (id: string) => string): string =>
  [ids].flat().map(String).map(nameOf).join(', ');

function describe(
  paper: Paper,
  texts: DocumentTexts,
  { object, type }: DocumentEntry,
  crs: TargetCrs,
  nameOfRelated: (id: string) => string,
): void {
  const { location, metadata, properties } = object;
  const family = familyOf(location);
  paper.heading(texts('attributes'), 2);
  const known = new Map(type.fields.map((field) => [field.name, field]));
  const names = [...known.keys(), ...Object.keys(properties).filter((name) => !known.has(name))];
  const attributes = names.map((name): [string, string] => {
    const field = known.get(name);
    const stored = properties[name];
    const value = field?.type === 'relation' && stored ? related(stored, nameOfRelated) : stored;
    const choice = field?.choices?.find((one) => one.value === value);
    return [field?.title[texts.language] || name, choice?.title[texts.language] || valueText(value, texts)];
  });
  if (attributes.length > 0) paper.facts(attributes);
  else paper.paragraph(texts('no-attributes'));

  paper.heading(texts('geometry'), 2);
  const measures = measuresOf(location);
  const moment = (at: string, by: string) => `${dateTime(at, texts.language)}, ${by}`;
  paper.facts([
    [texts('type'), type.title?.[texts.language] || type.typeName],
    [texts('shape'), texts(`shape.${location.type}`)],
    ...measureFacts(measures, family === 'polygon', family === 'line', texts),
    [texts('vertices'), texts.number(measures.vertices)],
    [texts('created'), moment(metadata.createdAt, metadata.createdBy)],
    [texts('updated'), moment(metadata.updatedAt, metadata.updatedBy)],
    [texts('id'), object.id],
  ]);
  listVertices(paper, texts, object, crs);
}

function listVertices(
  paper: Paper,
  texts: DocumentTexts,
  { location }: GeometryObject,
  crs: TargetCrs,
): void {
  const placed = crs.apply(location);
  if (!placed) return paper.paragraph(texts('outside-crs', { crs: crs.code }));
  const positions = runsOf(placed).flatMap((run) => (run.ring ? run.positions.slice(0, -1) : run.positions));
  const high = positions[0]!.length === 3;
  const heads = crs.geographic ? [texts('longitude'), texts('latitude')] : [texts('east'), texts('north')];
  if (high) heads.push(texts('height', { unit: texts.format.lengthUnit }));
  paper.space(6);
  paper.table({
    columns: [
      { title: texts('vertex'), weight: 0.5 },
      ...heads.map((title) => ({ title, align: 'right' as const })),
    ],
    rows: positions
      .slice(0, MAX_VERTICES)
      .map((position, n) => [texts.number(n + 1), ...placeTexts(position, crs, texts)]),
  });
  if (positions.length > MAX_VERTICES)
    paper.paragraph(texts('more-vertices', { most: MAX_VERTICES, count: positions.length }), { muted: true });
}

/** Position of an object's number: a point of the object, not just of its bounding box. */
function middleOf({ location }: GeometryObject): readonly [number, number] {
  const [run] = runsOf(location);
  if (!run!.ring) {
    const [longitude, latitude] = run!.positions[Math.floor(run!.positions.length / 2)]!;
    return [longitude, latitude];
  }
  const { x, y } = boundsOf(location);
  return [(x[0] + x[1]) / 2, (y[0] + y[1]) / 2];
}
