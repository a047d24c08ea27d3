import { METRES, SQUARE_METRES } from '#core/geodesy';
import { shortId } from '#core/kernel';
import type { DisplayFormat, Language, Position, Properties, Style } from '#core/protocol';
import { sentence } from '../../../base/language.ts';
import { textOf } from '../../../formats/columns.ts';
import { localeOf } from '../write/readme.ts';
import type { TargetCrs } from '../../../formats/layer-writer.ts';
import type { ObjectMeasures } from '../content/measures.ts';

/** Texts of a document in one language. */
export interface DocumentTexts {
  (key: string, values?: Record<string, string | number>): string;
  number(value: number, digits?: number): string;
  metres(value: number): string;
  squareMetres(value: number): string;
  format: DisplayFormat;
  language: Language;
}

/** Lengths and areas are printed in the units of `format`, always with its decimals. */
export function documentTexts(language: Language, format: DisplayFormat): DocumentTexts {
  const texts = (key: string, values: Record<string, string | number> = {}) =>
    sentence(language, `export.pdf.${key}`, values);
  const { lengthUnit, lengthDigits, areaUnit, areaDigits } = format;
  const number = (value: number, digits = 0) =>
    value.toLocaleString(localeOf(language), {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
      useGrouping: 'always' as never,
    });
  return Object.assign(texts, {
    number,
    metres: (value: number) => `${number(value / METRES[lengthUnit], lengthDigits)} ${lengthUnit}`,
    squareMetres: (value: number) => `${number(value / SQUARE_METRES[areaUnit], areaDigits)} ${areaUnit}`,
    format,
    language,
  });
}

/** Name of an object: its label attribute, else an attribute called name, else the end of its id. */
export function nameOf(id: string, properties: Properties, style: Style | undefined): string {
  for (const key of [style?.label, 'name', 'nome', 'title', 'titolo', 'code', 'codice'])
    if (key && textOf(properties[key]).trim() !== '') return textOf(properties[key]).trim().slice(0, 120);
  return shortId(id);
}

/** A value as readable text. */
export function valueText(value: unknown, texts: DocumentTexts): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'boolean') return texts(value ? 'yes' : 'no');
  if (typeof value === 'number')
    return value.toLocaleString(localeOf(texts.language), { maximumFractionDigits: 10 });
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value))
    return new Date(`${value}T00:00:00Z`).toLocaleDateString(localeOf(texts.language), {
      dateStyle: 'long',
      timeZone: 'UTC',
    });
  return textOf(value);
}

/** A position in the target CRS; degrees have five decimals more than metres, which is as fine. */
export function placeTexts(position: Position, crs: TargetCrs, texts: DocumentTexts): string[] {
  const { coordinateDigits, lengthDigits, lengthUnit } = texts.format;
  const digits = crs.geographic ? coordinateDigits + 5 : coordinateDigits;
  const [x, y, z] = position;
  return [x, y]
    .map((value) => texts.number(value, digits))
    .concat(z === undefined ? [] : [texts.number(z / METRES[lengthUnit], lengthDigits)]);
}

/** Measures with their method. */
export function measureFacts(
  measures: ObjectMeasures,
  area: boolean,
  line: boolean,
  texts: DocumentTexts,
): [string, string][] {
  const facts: [string, string][] = [];
  if (line) facts.push([texts('length'), texts.metres(measures.length)]);
  if (area)
    facts.push(
      [texts('area'), texts.squareMetres(measures.area)],
      [texts('perimeter'), texts.metres(measures.length)],
    );
  if (measures.heights) {
    const [low, high] = measures.heights;
    const text = low === high ? texts.metres(low) : `${texts.metres(low)} – ${texts.metres(high)}`;
    facts.push([texts('heights'), text]);
  }
  return facts;
}
