import { readFileSync } from 'node:fs';

/** What a defined type holds. */
export type IfcBase = 'string' | 'integer' | 'number' | 'boolean' | 'logical' | 'list';

export interface IfcAttribute {
  name: string;
  type: string;
  list: boolean;
  /** Written `*` in this entity. */
  derived: boolean;
}

export interface IfcEntity {
  /** `IfcWall`. */
  name: string;
  /** `IFCWALL`. */
  key: string;
  parent: IfcEntity | null;
  /** In the order of the file. */
  attributes: readonly IfcAttribute[];
}

interface SchemaTable {
  entities: { name: string; parent: string | null; own: string[]; derived?: string[] }[];
  enums: Record<string, string[]>;
  selects: Record<string, string[]>;
  types: Record<string, IfcBase>;
}

/** Types that hold integers; the tables call them numbers. */
const INTEGERS = new Set([
  'IfcInteger',
  'IfcPositiveInteger',
  'IfcDimensionCount',
  'IfcDayInMonthNumber',
  'IfcDayInWeekNumber',
  'IfcMonthInYearNumber',
  'IfcYearNumber',
  'IfcHourInDay',
  'IfcMinuteInHour',
  'IfcTimeStamp',
  'IfcCardinalPointReference',
  'IfcIntegerCountRateMeasure',
]);

/** Names of the schemas that have a table; `IFC4X3_ADD2` in an IDS. */
export type IfcSchemaName = 'IFC2X3' | 'IFC4' | 'IFC4X3';

/** The entities, attributes and types of one IFC schema. */
export class IfcSchema {
  readonly name: IfcSchemaName;
  readonly #table: SchemaTable;
  readonly #entities = new Map<string, IfcEntity>();
  readonly #types = new Map<string, string>();

  constructor(name: IfcSchemaName, table: SchemaTable) {
    this.name = name;
    this.#table = table;
    const byName = new Map(table.entities.map((one) => [one.name, one]));
    const build = (entityName: string): IfcEntity => {
      const known = this.#entities.get(entityName.toUpperCase());
      if (known) return known;
      const { parent: above, own, derived = [] } = byName.get(entityName)!;
      const parent = above === null ? null : build(above);
      const inherited = (parent?.attributes ?? []).map((one) =>
        derived.includes(one.name) ? { ...one, derived: true } : one,
      );
      const attributes = [...inherited, ...own.map(parseAttribute)];
      const entity = { name: entityName, key: entityName.toUpperCase(), parent, attributes };
      this.#entities.set(entity.key, entity);
      return entity;
    };
    for (const entity of table.entities) build(entity.name);
    for (const type of [...Object.keys(table.types), ...Object.keys(table.enums)])
      this.#types.set(type.toUpperCase(), type);
  }

  get entities(): Iterable<IfcEntity> {
    return this.#entities.values();
  }

  /** By its upper-case name. */
  entity(key: string): IfcEntity | undefined {
    return this.#entities.get(key);
  }

  /** Whether an entity is another or descends from it; both upper case. */
  isA(key: string, ancestor: string): boolean {
    for (let at = this.#entities.get(key) ?? null; at; at = at.parent) if (at.key === ancestor) return true;
    return false;
  }

  /** What a type holds, by its name in any case; undefined for entities, selects and unknown names. */
  base(type: string): IfcBase | 'enum' | undefined {
    if (type === 'boolean' || type === 'logical' || type === 'string' || type === 'number') return type;
    const name = this.#types.get(type.toUpperCase());
    if (name === undefined) return undefined;
    if (Object.hasOwn(this.#table.enums, name)) return 'enum';
    return INTEGERS.has(name) || (this.name === 'IFC4X3' && name === 'IfcCountMeasure')
      ? 'integer'
      : this.#table.types[name];
  }

  /** The types that may stand for an attribute: itself, or those of a select, without their entities. */
  valueTypes(type: string): readonly string[] {
    const of = Object.hasOwn(this.#table.selects, type) ? this.#table.selects[type] : undefined;
    if (of) return of.flatMap((each) => this.valueTypes(each));
    return this.base(type) === undefined ? [] : [type];
  }
}

function parseAttribute(text: string): IfcAttribute {
  const [name = '', rest = ''] = text.split(':');
  const type = rest.replace(/\?$/, '');
  return { name, type: type.replaceAll('[]', ''), list: type.endsWith('[]'), derived: false };
}

let tables: Record<IfcSchemaName, SchemaTable> | undefined;
const schemas = new Map<IfcSchemaName, IfcSchema>();

/** The schema of a file, by what its header or an IDS says (`IFC4X3_ADD2`); undefined if none is known. */
export function ifcSchema(stated: string): IfcSchema | undefined {
  const name = schemaName(stated);
  if (!name) return undefined;
  const known = schemas.get(name);
  if (known) return known;
  tables ??= JSON.parse(readFileSync(new URL('ifc-tables.json', import.meta.url), 'utf8')) as Record<
    IfcSchemaName,
    SchemaTable
  >;
  const schema = new IfcSchema(name, tables[name]);
  schemas.set(name, schema);
  return schema;
}

function schemaName(stated: string): IfcSchemaName | undefined {
  if (/^IFC2X(3|_FINAL)/.test(stated)) return 'IFC2X3';
  if (/^IFC4X/.test(stated)) return 'IFC4X3';
  return stated.startsWith('IFC4') ? 'IFC4' : undefined;
}
