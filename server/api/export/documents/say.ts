import type { Language, Position, Properties, Style } from '#core/protocol';
import { sentence } from '../../../base/language.ts';
import { textOf } from '../../../formats/columns.ts';
import { localeOf } from '../write/readme.ts';
import type { TargetCrs } from '../../../formats/layer-writer.ts';
import type { ObjectMeasures } from '../content/measures.ts';

/** Texts of a document in one language. */
export interface Say {
  (key: string, values?: Record<string, string | number>): string;
  number(value: number, digits?: number): string;
  metres(value: number): string;
  squareMetres(value: number): string;
  language: Language;
}

export function sayIn(language: Language): Say {
  const say = (key: string, values: Record<string, string | number> = {}) =>
    sentence(language, `export.pdf.${key}`, values);
  const number = (value: number, digits = 0) =>
    value.toLocaleString(localeOf(language), {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
      useGrouping: 'always' as never,
    });
  return Object.assign(say, {
    number,
    metres: (value: number) => (value < 10_000 ? `${number(value, 2)} m` : `${number(value / 1000, 3)} km`),
    squareMetres: (value: number) =>
      value < 10_000
        ? `${number(value, 2)} m²`
        : value < 1_000_000
          ? `${number(value / 10_000, 4)} ha`
          : `${number(value / 1_000_000, 4)} km²`,
    language,
  });
}

/** Name of an object: its label attribute, else an attribute called name, else the start of its id. */
export function nameOf(id: string, properties: Properties, style: Style | undefined): string {
  for (const key of [style?.label, 'name', 'nome', 'title', 'titolo', 'code', 'codice'])
    if (key && textOf(properties[key]).trim() !== '') return textOf(properties[key]).trim().slice(0, 120);
  return id.slice(0, 8);
}

/** A value as readable text. */
export function valueText(value: unknown, say: Say): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'boolean') return say(value ? 'yes' : 'no');
  if (typeof value === 'number')
    return value.toLocaleString(localeOf(say.language), { maximumFractionDigits: 10 });
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value))
    return new Date(`${value}T00:00:00Z`).toLocaleDateString(localeOf(say.language), {
      dateStyle: 'long',
      timeZone: 'UTC',
    });
  return textOf(value);
}

/** A position in the target CRS: degrees to a tenth of a millimetre, metres to the millimetre. */
export function placeTexts(position: Position, crs: TargetCrs, say: Say): string[] {
  const digits = crs.geographic ? 9 : 3;
  const [x, y, z] = position;
  return [x, y].map((value) => say.number(value, digits)).concat(z === undefined ? [] : [say.number(z, 3)]);
}

/** Measures with their method. */
export function measureFacts(
  measures: ObjectMeasures,
  area: boolean,
  line: boolean,
  say: Say,
): [string, string][] {
  const facts: [string, string][] = [];
  if (line) facts.push([say('length'), say.metres(measures.length)]);
  if (area)
    facts.push(
      [say('area'), say.squareMetres(measures.area)],
      [say('perimeter'), say.metres(measures.length)],
    );
  if (measures.heights) {
    const [low, high] = measures.heights;
    const text =
      low === high ? `${say.number(low, 3)} m` : `${say.number(low, 3)} – ${say.number(high, 3)} m`;
    facts.push([say('heights'), text]);
  }
  return facts;
}
