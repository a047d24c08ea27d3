import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Queries } from '../../platform/db/database.ts';
import type { ThingRow, ValueRow } from './convert/index-rows.ts';
import type { ShapeRow } from './convert/shapes.ts';

/** The shapes of all parts by the number of the line of their element, with the part. */
export type PlacedShapes = Map<number, { part: number; shape: ShapeRow }> & { parts?: number };

export async function readShapes(files: readonly string[]): Promise<PlacedShapes> {
  const shapes: PlacedShapes = new Map();
  for (const [part, file] of files.entries())
    for await (const line of linesOf(file)) {
      const shape = JSON.parse(line) as ShapeRow;
      if (!shapes.has(shape[0])) shapes.set(shape[0], { part, shape });
    }
  shapes.parts = files.length;
  return shapes;
}

async function* linesOf(file: string): AsyncGenerator<string> {
  yield* createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Infinity });
}

/** Rows in one statement: other requests get their turn in between. */
const AT_ONCE = 5000;

const THINGS = [
  'edition',
  'id',
  'kind',
  'line',
  'part',
  'guid',
  'class',
  'name',
  'long_name',
  'elevation',
  'parent',
  'path',
  'storey',
  'type',
  'groups',
  'material',
  'own',
  'inherited',
  'documents',
  'box',
  'triangles',
  'area',
];
const VALUES = [
  'edition',
  'id',
  'kind',
  'set_name',
  'name',
  'value',
  'text',
  'number',
  'unit',
  'type',
  'things',
];

type Row = (string | null)[];
const text = (value: number | string | null): string | null => (value === null ? null : String(value));
const list = (numbers: readonly number[]) => `{${numbers.join()}}`;

/** Loads things and their values into the database, in several transactions: nothing shows them before they are served. */
export async function loadRows(
  db: Queries,
  edition: number,
  { things, values }: { things: string; values: string },
  shapes: PlacedShapes,
  signal: AbortSignal,
  report: (part: number) => void,
): Promise<void> {
  const placeOf = (row: ThingRow): Row => {
    const found = shapes.get(row.line);
    const shape = found?.shape;
    // What has no shape is in the only part; nodes are in each.
    const part = found?.part ?? (shapes.parts === 1 || row.kind === 'node' ? 0 : null);
    return [
      String(edition),
      String(row.id),
      row.kind,
      String(row.line),
      text(part),
      row.guid,
      row.class,
      row.name,
      row.longName,
      text(row.elevation),
      text(row.parent),
      list(row.path),
      text(row.storey),
      text(row.type),
      list(row.groups),
      row.material,
      list(row.own),
      list(row.inherited),
      row.documents.length === 0 ? null : JSON.stringify(row.documents),
      shape ? list(shape.slice(1, 7)) : null,
      shape ? String(shape[7]) : null,
      shape ? String(shape[8]) : null,
    ];
  };
  const valueOf = (row: ValueRow): Row => [
    String(edition),
    String(row.id),
    row.kind,
    row.set,
    row.name,
    row.value,
    row.value.toLowerCase(),
    row.number === null || !Number.isFinite(row.number) ? null : String(row.number),
    row.unit,
    row.type ?? null,
    list(row.things),
  ];
  await inPieces(db, 'bim_things', THINGS, things, placeOf, signal);
  report(0.5);
  await inPieces(db, 'bim_values', VALUES, values, valueOf, signal);
  report(1);
}

async function inPieces<T>(
  db: Queries,
  table: string,
  columns: string[],
  file: string,
  rowOf: (row: T) => Row,
  signal: AbortSignal,
): Promise<void> {
  let held: Row[] = [];
  const flush = async () => {
    if (signal.aborted) throw new DOMException('The job was stopped.', 'AbortError');
    if (held.length > 0) await db.copy(table, columns, each(held));
    held = [];
  };
  for await (const line of linesOf(file)) {
    held.push(rowOf(JSON.parse(line) as T));
    if (held.length >= AT_ONCE) await flush();
  }
  await flush();
}

async function* each(rows: Row[]): AsyncGenerator<Row> {
  yield* rows;
}
