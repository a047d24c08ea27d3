import { child, childrenOf, childText, type XmlElement } from '../../../../formats/xml-tree.ts';

/** The types of the fields of a Schema, by their names. */
export type KmlSchema = ReadonlyMap<string, string>;

const NUMBERS = new Set(['int', 'uint', 'short', 'ushort', 'float', 'double']);

export function schemaOf(element: XmlElement): KmlSchema {
  const fields = [...childrenOf(element, 'SimpleField'), ...childrenOf(element, 'SimpleArrayField')];
  return new Map(fields.map(({ attributes }) => [attributes['name'] ?? '', attributes['type'] ?? 'string']));
}

/** The fields of a feature: `Data`, and `SchemaData` with the types of its schema. */
export function* extendedData(
  element: XmlElement,
  schemas: ReadonlyMap<string, KmlSchema>,
): Generator<[name: string, value: unknown]> {
  const extended = child(element, 'ExtendedData');
  for (const data of childrenOf(extended, 'Data')) {
    const { name } = data.attributes;
    const value = childText(data, 'value');
    if (name && value !== undefined) yield [name, value === '' ? null : value];
  }
  for (const data of childrenOf(extended, 'SchemaData')) {
    const schema = schemas.get((data.attributes['schemaUrl'] ?? '').replace(/^.*#/, ''));
    for (const { name: tag, attributes, text } of data.children)
      if (tag === 'SimpleData' && attributes['name'])
        yield [attributes['name'], typed(text.trim(), schema?.get(attributes['name']))];
  }
}

function typed(text: string, type: string | undefined): unknown {
  if (text === '') return null;
  if (type === 'bool') return /^(1|true)$/i.test(text);
  if (type === undefined || !NUMBERS.has(type)) return text;
  const value = Number(text);
  return Number.isFinite(value) ? value : text;
}
