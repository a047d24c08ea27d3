import { createWriteStream } from 'node:fs';
import type { GeometryObject } from '#core/protocol';
import { Paper } from '../../../formats/pdf/index.ts';
import type { TargetCrs, SpoolType } from '../../../formats/layer-writer.ts';
import { measuresOf } from '../content/measures.ts';
import { readSpool } from '../content/read-spool.ts';
import { crsLines, dateTime } from '../write/readme.ts';
import { boundsOf, familyOf, runsOf } from '../../../formats/shapes.ts';
import type { WriteTask } from '../content/task.ts';
import { ExtentSurvey, mapPart } from './map-part.ts';
import { photosPart } from './photos.ts';
import { measureFacts, nameOf, placeTexts, sayIn, valueText, type Say } from './say.ts';

/** Most vertices listed per object. */
const MOST_VERTICES = 100;
/** Up to this number of objects, each has a map of its own. */
const MOST_MAPS = 30;

interface Entry {
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
  const say = sayIn(task.language);
  const entries = entriesOf(task);
  const extent = new ExtentSurvey();
  for (const { object } of entries) extent.add(object.location);
  const [first] = entries;
  const single = entries.length === 1;
  const title = single ? first!.name : say('objects-of', { count: entries.length, project: task.project });
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
  mapPart(paper, say, { height: 300, extent: extent.extent, types: task.types, marks });
  for (const [n, entry] of entries.entries()) {
    if (!single) paper.heading(`${n + 1}. ${entry.name}`);
    if (!single && entries.length <= MOST_MAPS) ownMap(paper, say, entry);
    describe(paper, say, entry, crs);
    const photos = task.photos.filter(({ objectId }) => objectId === entry.object.id);
    if (photos.length > 0) {
      paper.heading(say('photos'), 2);
      await photosPart(paper, photos);
    }
    progress((n + 1) / entries.length);
  }
  paper.heading(say('crs'));
  for (const line of crsLines(crs, task.language)) paper.paragraph(line);
  paper.paragraph(say('geodesic'));
  await paper.end();
}

function entriesOf({ types, ids }: WriteTask): Entry[] {
  const entries = new Map<string, Entry>();
  for (const type of types)
    for (const object of readSpool(type.file))
      entries.set(object.id, { object, type, name: nameOf(object.id, object.properties, type.style) });
  return (ids ?? []).flatMap((id) => entries.get(id) ?? []);
}

function ownMap(paper: Paper, say: Say, { object, type }: Entry): void {
  const extent = new ExtentSurvey();
  extent.add(object.location);
  mapPart(paper, say, { height: 190, extent: extent.extent, types: [type], only: object.id });
}

function describe(paper: Paper, say: Say, { object, type }: Entry, crs: TargetCrs): void {
  const { location, metadata, properties } = object;
  const family = familyOf(location);
  paper.heading(say('attributes'), 2);
  const known = new Map(type.fields.map((field) => [field.name, field]));
  const names = [...known.keys(), ...Object.keys(properties).filter((name) => !known.has(name))];
  const attributes = names.map((name): [string, string] => {
    const field = known.get(name);
    const value = properties[name];
    const choice = field?.choices?.find((one) => one.value === value);
    return [field?.title[say.language] || name, choice?.title[say.language] || valueText(value, say)];
  });
  if (attributes.length > 0) paper.facts(attributes);
  else paper.paragraph(say('no-attributes'));

  paper.heading(say('geometry'), 2);
  const measures = measuresOf(location);
  const moment = (at: string, by: string) => `${dateTime(at, say.language)}, ${by}`;
  paper.facts([
    [say('type'), type.title?.[say.language] || type.typeName],
    [say('shape'), say(`shape.${location.type}`)],
    ...measureFacts(measures, family === 'polygon', family === 'line', say),
    [say('vertices'), say.number(measures.vertices)],
    [say('created'), moment(metadata.createdAt, metadata.createdBy)],
    [say('updated'), moment(metadata.updatedAt, metadata.updatedBy)],
    [say('id'), object.id],
  ]);
  listVertices(paper, say, object, crs);
}

function listVertices(paper: Paper, say: Say, { location }: GeometryObject, crs: TargetCrs): void {
  const placed = crs.apply(location);
  if (!placed) return paper.paragraph(say('outside-crs', { crs: crs.code }));
  const positions = runsOf(placed).flatMap((run) => (run.ring ? run.positions.slice(0, -1) : run.positions));
  const high = positions[0]!.length === 3;
  const heads = crs.geographic ? [say('longitude'), say('latitude')] : [say('east'), say('north')];
  if (high) heads.push(say('height'));
  paper.space(6);
  paper.table({
    columns: [
      { title: say('vertex'), weight: 0.5 },
      ...heads.map((title) => ({ title, align: 'right' as const })),
    ],
    rows: positions
      .slice(0, MOST_VERTICES)
      .map((position, n) => [say.number(n + 1), ...placeTexts(position, crs, say)]),
  });
  if (positions.length > MOST_VERTICES)
    paper.paragraph(say('more-vertices', { most: MOST_VERTICES, count: positions.length }), { muted: true });
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
