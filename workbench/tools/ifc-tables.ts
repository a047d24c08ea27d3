/**
 * Writes server/formats/step/ifc-tables.json, the entities and types of the IFC schemas, from the declarations that
 * come with web-ifc: `npm run ifc-tables` after a new version of it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

interface EntityTable {
  name: string;
  parent: string | null;
  /** Own attributes, `Name:Type`; `?` ends one that may be missing, `[]` a list. */
  own: string[];
  /** Attributes of ancestors that are derived here, written `*`. */
  derived?: string[];
}
interface SchemaTable {
  entities: EntityTable[];
  enums: Record<string, string[]>;
  selects: Record<string, string[]>;
  /** Defined types by what they hold. */
  types: Record<string, 'string' | 'number' | 'boolean' | 'logical' | 'list'>;
}

const SCHEMAS = ['IFC2X3', 'IFC4', 'IFC4X3'];
const web = path.dirname(createRequire(import.meta.url).resolve('web-ifc'));
const text = readFileSync(path.join(web, 'ifc-schema.d.ts'), 'utf8');

const plain = (type: string) => {
  const optional = type.endsWith(' | null');
  let name = type
    .replace(/ \| null$/, '')
    .replaceAll(/\(?(?:Handle<(\w+)>|NumberHandle) \| (\w+)\)?/g, (_, __, one: string) => one);
  const list = name.includes('[]') || name.startsWith('Array<');
  name = name
    .replaceAll('[]', '')
    .replace(/^Array<(.*)>$/, '$1')
    .replaceAll(/[()]/g, '');
  return name + (list ? '[]' : '') + (optional ? '?' : '');
};

function tableOf(schema: string): SchemaTable {
  const start = text.indexOf(`namespace ${schema} {`);
  const body = text.slice(start, text.indexOf('\n}', start));
  const table: SchemaTable = { entities: [], enums: {}, selects: {}, types: {} };
  const full = new Map<string, string[]>();
  for (const [, name, parent, inside] of body.matchAll(
    /class (\w+)(?: extends (\w+))? \{\n([\s\S]*?)\n {4}\}/g,
  )) {
    const statics = [...inside!.matchAll(/static (\w+): any/g)].map((each) => each[1]!);
    if (statics.length > 0) table.enums[name!] = statics;
    else if (parent === 'NumberHandle') table.types[name!] = 'number';
    else if (parent === undefined) {
      const held = /value: ([^;]+);/.exec(inside!)?.[1] ?? '';
      table.types[name!] = held.startsWith('Array') ? 'list' : (held as 'string' | 'boolean' | 'logical');
    } else {
      // The constructor names what a file contains; the members also list inverse attributes.
      const given = /constructor\((.*)\);/.exec(inside!)?.[1] ?? '';
      const attributes = [...given.matchAll(/(\w+): ((?:[^,(]|\([^)]*\))+)/g)].map(
        ([, key, type]) => `${key}:${plain(type!)}`,
      );
      full.set(name!, attributes);
      table.entities.push({ name: name!, parent: parent === 'IfcLineObject' ? null : parent, own: [] });
    }
  }
  const byName = new Map(table.entities.map((one) => [one.name, one]));
  const keyOf = (attribute: string) => attribute.split(':')[0]!;
  const known = new Map<string, string[]>();
  const positions = (name: string | null): string[] => {
    const entity = name === null ? undefined : byName.get(name);
    if (!entity) return [];
    const found = known.get(entity.name);
    if (found) return found;
    const above = positions(entity.parent);
    const keys = new Set(above.map(keyOf));
    const all = [...above, ...full.get(entity.name)!.filter((one) => !keys.has(keyOf(one)))];
    known.set(entity.name, all);
    return all;
  };
  for (const entity of table.entities) {
    const mine = full.get(entity.name)!;
    const above = positions(entity.parent).map(keyOf);
    entity.own = mine.filter((one) => !above.includes(keyOf(one)));
    const derived = above.filter((key) => !mine.some((one) => keyOf(one) === key));
    if (derived.length > 0) entity.derived = derived;
  }
  for (const [, name, of] of body.matchAll(/type (\w+) = ([^;]+);/g))
    table.selects[name!] = of!
      .split(' | ')
      .map((each) => plain(each.replaceAll(/[()]/g, '')))
      .filter((each) => !each.startsWith('Handle<'));
  return table;
}

const file = path.resolve(import.meta.dirname, '../../server/formats/step/ifc-tables.json');
writeFileSync(file, `${JSON.stringify(Object.fromEntries(SCHEMAS.map((one) => [one, tableOf(one)])))}\n`);
