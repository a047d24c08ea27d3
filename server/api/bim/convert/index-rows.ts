import { closeSync, openSync, writeSync } from 'node:fs';
import type { FoundLevel } from '../../../formats/ifc/georeference/found-level.ts';
import { levelsOf } from '../../../formats/ifc/georeference/levels.ts';
import { IfcLines } from '../../../formats/ifc/ifc-lines.ts';
import { readModel, type IfcNote, type IfcThing } from '../../../formats/ifc/ifc-model.ts';
import type { IfcValue } from '../../../formats/ifc/property-values.ts';
import { schemaOf } from '../../../formats/ifc/schema-names.ts';
import { UnusableIfc } from '../../../formats/ifc/unusable-ifc.ts';

/** What a thing is in the database, but for what its shape says. */
export interface ThingRow {
  id: number;
  kind: IfcThing['kind'];
  line: number;
  guid: string;
  class: string;
  name: string | null;
  longName: string | null;
  elevation: number | null;
  parent: number | null;
  path: number[];
  storey: number | null;
  type: number | null;
  groups: number[];
  material: string | null;
  own: number[];
  inherited: number[];
  documents: IfcThing['documents'];
}
export interface ValueRow extends IfcValue {
  id: number;
  things: number[];
}

export interface IndexTask {
  do: 'index';
  file: string;
  schema: string;
  things: string;
  values: string;
}
export interface Indexed {
  elements: number;
  things: number;
  lengthUnit: number;
  levels: FoundLevel[];
  notes: IfcNote[];
}

/** Writes all that is known of elements as lines of JSON, things and their values. Throws UnusableIfc. */
export function writeIndex(
  { file, schema, things, values }: IndexTask,
  progress: (part: number) => void,
): Indexed {
  const lines = new IfcLines(file, schemaOf(schema), (part) => progress(part * 0.7));
  const model = readModel(lines);
  const levels = levelsOf(lines, model.units);
  const elements = model.things.filter(({ kind }) => kind === 'element').length;
  if (!model.things.some(({ kind }) => kind === 'element' || kind === 'node'))
    throw new UnusableIfc('no-products');
  const ids = new Map(model.things.map(({ line }, i) => [line, i + 1]));
  const paths = new Map<number, number[]>();
  const dictionary = new Dictionary();
  const notes = [...model.notes, ...sameGuids(model.things)];
  const byLine = new Map(model.things.map((thing) => [thing.line, thing]));
  lineWriter(things, (write) => {
    for (const [i, thing] of model.things.entries()) {
      const id = i + 1;
      const type = thing.type === null ? undefined : byLine.get(thing.type);
      const own = type?.name != null ? [...thing.own, typeName(type.name)] : thing.own;
      const parent = thing.parent === null ? null : ids.get(thing.parent)!;
      const path = parent === null ? [] : [...(paths.get(parent) ?? []), parent];
      // Deeper than any building: what would make the table grow with the square of its lines.
      if (path.length > MAX_DEPTH) path.splice(1, path.length - MAX_DEPTH);
      paths.set(id, path);
      const storey = path.findLast((one) => model.things[one - 1]!.class === 'IfcBuildingStorey') ?? null;
      const material =
        [...thing.own, ...thing.inherited].find(({ kind }) => kind === 'material')?.value ?? null;
      const row: ThingRow = {
        id,
        kind: thing.kind,
        line: thing.line,
        guid: thing.guid,
        class: thing.class,
        name: thing.name,
        longName: thing.longName,
        elevation: thing.elevation,
        parent,
        path,
        storey,
        type: thing.type === null ? null : ids.get(thing.type)!,
        groups: [...new Set(thing.groups)].map((line) => ids.get(line)!),
        material,
        own: dictionary.add(own, id),
        inherited: dictionary.add(thing.inherited, id),
        documents: thing.documents,
      };
      write(row);
      if (i % 1000 === 0) progress(0.7 + (0.2 * i) / model.things.length);
    }
  });
  lineWriter(values, (write) => {
    for (const row of dictionary.rows()) write(row);
  });
  return { elements, things: model.things.length, lengthUnit: model.units.metres, levels, notes };
}

const MAX_DEPTH = 40;

const typeName = (name: string): IfcValue => ({
  kind: 'attribute',
  set: '',
  name: 'Type',
  value: name,
  number: null,
  unit: null,
});

function sameGuids(things: readonly IfcThing[]): IfcNote[] {
  const seen = new Set<string>();
  let count = 0;
  for (const { guid } of things) {
    if (seen.has(guid)) count++;
    seen.add(guid);
  }
  return count === 0 ? [] : [{ note: 'same-guid', values: { count } }];
}

/** Every value once. */
class Dictionary {
  readonly #rows = new Map<string, ValueRow>();

  add(values: readonly IfcValue[], thing: number): number[] {
    return values.map((value) => {
      const key = `${value.kind}\n${value.set}\n${value.name}\n${value.unit}\n${value.type}\n${value.value}`;
      let row = this.#rows.get(key);
      if (!row) this.#rows.set(key, (row = { ...value, id: this.#rows.size + 1, things: [] }));
      if (row.things.at(-1) !== thing) row.things.push(thing);
      return row.id;
    });
  }

  rows(): IterableIterator<ValueRow> {
    return this.#rows.values();
  }
}

function lineWriter(file: string, work: (write: (row: object) => void) => void): void {
  const out = openSync(file, 'w');
  let held: string[] = [];
  const flush = () => {
    if (held.length > 0) writeSync(out, held.join(''));
    held = [];
  };
  try {
    work((row) => {
      held.push(`${JSON.stringify(row)}\n`);
      if (held.length >= 500) flush();
    });
    flush();
  } finally {
    closeSync(out);
  }
}
