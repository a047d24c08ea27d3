import path from 'node:path';
import type { Geometry, Position, Style } from '#core/protocol';
import { ID_COLUMN, textOf, type TableColumnInfo } from './columns.ts';
import { fileName, UniqueNames } from './names.ts';
import { OutFile } from './out-file.ts';
import { printNumber, wound } from './shapes.ts';
import type { ExportFeature, FormatContext, FormatWriter, ExportLayer } from './layer-writer.ts';

const TYPES = {
  text: 'string',
  integer: 'double',
  number: 'double',
  boolean: 'bool',
  date: 'string',
} as const;

/**
 * OGC KML 2.3 in WGS 84; a nested document with a schema per type, because GDAL finds typed attributes of a KMZ only
 * there. Heights are written, but not as absolute: KML's are above the sea, ours above the ellipsoid.
 */
export class Kml implements FormatWriter {
  readonly #out: OutFile;
  #layer: { of: ExportLayer; n: number; columns: { column: TableColumnInfo; name: string }[] } | undefined;
  #started = 0;

  constructor({ folder, name, title, layers }: FormatContext, file?: string) {
    this.#out = new OutFile(path.join(folder, file ?? `${fileName(name, 'project')}.kml`));
    this.#out.text('<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2">\n');
    this.#out.text(`<Document>\n<name>${xml(title)}</name>\n`);
    layers.forEach((layer, n) => this.#out.text(styleOf(layer.style, n)));
  }

  layer(layer: ExportLayer): void {
    this.#endLayer();
    this.#layer = { of: layer, n: this.#started++, columns: namesOf(layer) };
    this.#out.text(`<Document>\n<name>${xml(layer.label)}</name>\n${schemaOf(layer, this.#layer.n)}`);
  }

  add({ id, properties, stored }: ExportFeature): void {
    const { of, n, columns } = this.#layer!;
    const label = of.style?.label;
    const name = (label && textOf(properties[label])) || textOf(properties['name']) || id;
    const values = columns.map(({ column, name: field }) => {
      const value = column.name === ID_COLUMN && field === ID_COLUMN ? id : properties[column.name];
      if (value === null || value === undefined) return '';
      return `<SimpleData name="${xml(field)}">${xml(dataText(value, column))}</SimpleData>`;
    });
    this.#out.text(
      `<Placemark><name>${xml(name.slice(0, 200))}</name><styleUrl>#style-${n}</styleUrl>` +
        `<ExtendedData><SchemaData schemaUrl="#schema-${n}">${values.join('')}</SchemaData></ExtendedData>`,
    );
    this.#out.text(geometryText(wound(stored, 'anticlockwise')));
    this.#out.text('</Placemark>\n');
  }

  close(): void {
    this.#endLayer();
    this.#out.text('</Document>\n</kml>\n');
    this.#out.close();
  }

  #endLayer(): void {
    if (this.#layer) this.#out.text('</Document>\n');
    this.#layer = undefined;
  }
}

function namesOf({ columns }: ExportLayer): { column: TableColumnInfo; name: string }[] {
  // Names that KML readers take for elements of the placemark itself.
  const names = new UniqueNames(200, [
    'name',
    'description',
    'id',
    'timestamp',
    'begin',
    'end',
    'icon',
    'visibility',
  ]);
  const id: TableColumnInfo = { name: ID_COLUMN, type: 'text', bytes: 36 };
  return [id, ...columns].map((column) => ({ column, name: names.of(column.name) }));
}

/** xsd:boolean as digits: GDAL reads `true` as 0. */
function dataText(value: unknown, { type }: TableColumnInfo): string {
  return type === 'boolean' ? String(Number(value)) : textOf(value);
}

function schemaOf(layer: ExportLayer, n: number): string {
  const fields = namesOf(layer).map(
    ({ column, name }) => `<SimpleField type="${TYPES[column.type]}" name="${xml(name)}"/>`,
  );
  return `<Schema name="${xml(layer.label)}" id="schema-${n}">${fields.join('')}</Schema>\n`;
}

function styleOf(style: Style | undefined, n: number): string {
  const { stroke = '#0072b2', fill = '#0072b240', width = 2 } = style ?? {};
  return (
    `<Style id="style-${n}"><IconStyle><color>${kmlColour(stroke)}</color></IconStyle>` +
    `<LineStyle><color>${kmlColour(stroke)}</color><width>${width}</width></LineStyle>` +
    `<PolyStyle><color>${kmlColour(fill)}</color></PolyStyle></Style>\n`
  );
}

/** #rrggbb[aa] to aabbggrr. */
function kmlColour(colour: string): string {
  const [, red, green, blue, alpha = 'ff'] = /^#(..)(..)(..)(..)?$/.exec(colour) ?? [];
  return `${alpha}${blue}${green}${red}`.toLowerCase();
}

function geometryText(geometry: Geometry): string {
  const tuples = (positions: Position[]) =>
    `<coordinates>${positions.map((position) => position.map(printNumber).join(',')).join(' ')}</coordinates>`;
  const line = (positions: Position[]) => `<LineString>${tuples(positions)}</LineString>`;
  const polygon = (rings: Position[][]) => {
    const [outline, ...holes] = rings.map((ring) => `<LinearRing>${tuples(ring)}</LinearRing>`);
    const inner = holes.map((hole) => `<innerBoundaryIs>${hole}</innerBoundaryIs>`).join('');
    return `<Polygon><outerBoundaryIs>${outline}</outerBoundaryIs>${inner}</Polygon>`;
  };
  const point = (position: Position) => `<Point>${tuples([position])}</Point>`;
  const several = <T>(parts: T[], print: (part: T) => string) =>
    `<MultiGeometry>${parts.map(print).join('')}</MultiGeometry>`;
  switch (geometry.type) {
    case 'Point':
      return point(geometry.coordinates);
    case 'LineString':
      return line(geometry.coordinates);
    case 'Polygon':
      return polygon(geometry.coordinates);
    case 'MultiPoint':
      return several(geometry.coordinates, point);
    case 'MultiLineString':
      return several(geometry.coordinates, line);
    case 'MultiPolygon':
      return several(geometry.coordinates, polygon);
  }
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text for XML 1.0. */
function xml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"]/g, (sign) => ESCAPES[sign]!);
}
