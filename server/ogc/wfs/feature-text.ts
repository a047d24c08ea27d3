import { plain } from '../../base/plain.ts';
import type { Field } from '#core/protocol';
import { GEOMETRY_ELEMENT, OTHERS_ELEMENT } from '../features/types.ts';
import { OUR_PREFIX } from './dialect.ts';
import { gmlGeometry, type GmlStyle } from './gml.ts';
import type { WfsLayer, LayerProperty } from './layer.ts';
import { escaped } from './xml.ts';

/** An object as read for GML. */
export interface FeatureRow {
  id: string;
  /** GeoJSON text in the requested CRS. */
  location: string;
  /** JSON text. */
  properties: string;
  projectId: string;
  /** Only in the layer of every type. */
  typeName?: string;
  createdAt?: string;
  updatedAt?: string;
}

/** Names of date fields that the schema declares as dateTime; other dates are days. */
export type Timed = ReadonlySet<string>;

/** Writes the objects of a layer, with all properties or the requested ones. */
export class FeatureWriter {
  #layer: WfsLayer;
  #style: GmlStyle;
  #timed: Timed;
  #properties: { of: LayerProperty; open: string; close: string }[];
  #geometry: boolean;
  #others: boolean;

  constructor(layer: WfsLayer, style: GmlStyle, timed: Timed, only?: ReadonlySet<string>) {
    this.#layer = layer;
    this.#style = style;
    this.#timed = timed;
    this.#geometry = !only || only.has(GEOMETRY_ELEMENT);
    this.#others = layer.type !== undefined && (!only || only.has(OTHERS_ELEMENT));
    this.#properties = layer.properties
      .filter(({ element }) => !only || only.has(element))
      .map((of) => ({ of, open: `<${OUR_PREFIX}:${of.element}>`, close: `</${OUR_PREFIX}:${of.element}>` }));
  }

  /** `attributes` are more XML attributes of the feature element: namespaces, where it is the root. */
  feature(row: FeatureRow, attributes = ''): string {
    const name = `${OUR_PREFIX}:${this.#layer.element}`;
    const id = `${this.#layer.element}.${row.id}`;
    const named = this.#style.dialect.gmlVersion === '2.1' ? `fid="${id}"` : `gml:id="${id}"`;
    return `<${name} ${named}${attributes}>${this.parts(row)}</${name}>`;
  }

  parts(row: FeatureRow): string {
    let text = '';
    if (this.#geometry) {
      const geometry = gmlGeometry(row.location, `geometry.${row.id}`, this.#style);
      text += `<${OUR_PREFIX}:${GEOMETRY_ELEMENT}>${geometry}</${OUR_PREFIX}:${GEOMETRY_ELEMENT}>`;
    }
    const values = plain(this.#layer.type ? (JSON.parse(row.properties) as Record<string, unknown>) : {});
    for (const { of, open, close } of this.#properties) {
      const value = of.field ? values[of.name] : row[of.name as keyof FeatureRow];
      if (value === undefined || value === null) continue;
      const all: unknown[] =
        Array.isArray(value) && of.field?.type === 'relation' ? (value as unknown[]) : [value];
      for (const each of all) text += open + this.#value(each, of.field) + close;
    }
    return this.#others ? text + this.#other(values) : text;
  }

  #value(value: unknown, field: Field | undefined): string {
    if (typeof value === 'number' || typeof value === 'boolean') return String(value);
    if (typeof value !== 'string') return escaped(JSON.stringify(value));
    if (field?.type === 'date' && this.#timed.has(field.name)) return dateTime(value);
    return escaped(value);
  }

  #other(values: Record<string, unknown>): string {
    const { elements } = this.#layer.type!;
    const rest = Object.keys(values).filter((name) => !elements.has(name));
    if (rest.length === 0) return '';
    const json = escaped(JSON.stringify(Object.fromEntries(rest.map((name) => [name, values[name]]))));
    return `<${OUR_PREFIX}:${OTHERS_ELEMENT}>${json}</${OUR_PREFIX}:${OTHERS_ELEMENT}>`;
  }
}

/** A day, or a time without seconds, as xsd:dateTime. */
function dateTime(text: string): string {
  if (!text.includes('T')) return `${text}T00:00:00`;
  return text.replace(/^(.{13}:\d\d)(?!:)/, '$1:00');
}
