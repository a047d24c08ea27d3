import type { Field, Properties } from '#core/protocol';

export type ColumnType = 'text' | 'integer' | 'number' | 'boolean' | 'date';

/** An attribute as a table column. */
export interface TableColumnInfo {
  /** The attribute's name. */
  name: string;
  type: ColumnType;
  /** Longest text in UTF-8 bytes. */
  bytes: number;
}

/** Name of the column with the object's id. */
export const ID_COLUMN = 'groma_id';

/** Most columns of any format; types with more keep all of them only in GeoJSON. */
const MAX_KNOWN = 2000;

interface ValueTraits {
  whole: boolean;
  fraction: boolean;
  yesNo: boolean;
  text: boolean;
  date: boolean;
  other: boolean;
  bytes: number;
}

/** Collects the columns that the objects of a type need: first its own fields, then other attributes. */
export class ColumnSurvey {
  readonly #declared: readonly Field[];
  readonly #seen = new Map<string, ValueTraits>();
  /** There are more attributes than counted columns. */
  tooMany = false;

  constructor(fields: readonly Field[]) {
    this.#declared = fields;
    for (const { name } of fields) this.#of(name);
  }

  add(properties: Properties): void {
    for (const name in properties) {
      const value = properties[name];
      if (value === null || value === undefined) continue;
      const seen = this.#of(name);
      if (seen) note(seen, value);
    }
  }

  columns(): TableColumnInfo[] {
    const declared = new Map(this.#declared.map(({ name, type }) => [name, type]));
    return [...this.#seen].map(([name, seen]) => ({
      name,
      type: typeOf(seen, declared.get(name)),
      bytes: seen.bytes,
    }));
  }

  #of(name: string): ValueTraits | undefined {
    const known = this.#seen.get(name);
    if (known) return known;
    if (this.#seen.size >= MAX_KNOWN) {
      this.tooMany = true;
      return undefined;
    }
    const seen = {
      whole: false,
      fraction: false,
      yesNo: false,
      text: false,
      date: false,
      other: false,
      bytes: 0,
    };
    this.#seen.set(name, seen);
    return seen;
  }
}

function note(seen: ValueTraits, value: unknown): void {
  if (typeof value === 'number') {
    if (Number.isSafeInteger(value) && !Object.is(value, -0)) seen.whole = true;
    else seen.fraction = true;
  } else if (typeof value === 'boolean') seen.yesNo = true;
  else if (typeof value === 'string') {
    if (isDay(value)) seen.date = true;
    else seen.text = true;
  } else seen.other = true;
  seen.bytes = Math.max(seen.bytes, Buffer.byteLength(textOf(value)));
}

function typeOf(seen: ValueTraits, declared: Field['type'] | undefined): ColumnType {
  const texts = seen.text || seen.date || seen.other;
  const numbers = seen.whole || seen.fraction;
  if (declared === 'date' && !seen.text && !seen.other && !numbers && !seen.yesNo) return 'date';
  if (texts) return 'text';
  if (seen.yesNo) return numbers ? 'text' : 'boolean';
  if (numbers) return seen.fraction || declared === 'number' ? 'number' : 'integer';
  // Without values the declared type applies.
  if (declared === 'number' || declared === 'integer' || declared === 'boolean') return declared;
  return 'text';
}

export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** Any value as the text shown in a table. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
