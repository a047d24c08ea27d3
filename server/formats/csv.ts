import fs from 'node:fs';
import path from 'node:path';
import type { TextEncoding } from '#core/protocol';
import { encoded } from './code-page.ts';
import { ID_COLUMN, textOf } from './columns.ts';
import { fileName, UniqueNames } from './names.ts';
import { OutFile } from './out-file.ts';
import { printNumber } from './shapes.ts';
import { printWkt } from './wkt.ts';
import type { ExportFeature, FormatContext, FormatWriter, ExportLayer } from './layer-writer.ts';

export const BYTE_ORDER_MARK = '\ufeff';
/** GDAL's names of the columns' types, in the .csvt beside a .csv. */
const TYPES = {
  text: 'String',
  integer: 'Integer64',
  number: 'Real',
  boolean: 'Integer(Boolean)',
  date: 'Date',
} as const;
const NUMBER = /^[-+]?\d+([.,]\d+)?(e[-+]?\d+)?$/i;

/**
 * RFC 4180 in UTF-8 with a byte order mark for spreadsheets, or in Windows-1252, one file per type, with GDAL's .csvt (types of the
 * columns) and .prj beside it. Texts that a spreadsheet would run as a formula are prefixed with an apostrophe.
 */
export class Csv implements FormatWriter {
  readonly #context: FormatContext;
  readonly #names = new UniqueNames();
  #layer: ExportLayer | undefined;
  #files = new Map<'wkt' | 'xyz', OutFile>();

  constructor(context: FormatContext) {
    this.#context = context;
  }

  layer(layer: ExportLayer): void {
    this.close();
    this.#layer = layer;
  }

  add({ id, properties, placed }: ExportFeature): void {
    const points = this.#context.csvGeometry === 'xyz' && placed.type === 'Point';
    const place = points ? this.#coordinates(placed.coordinates) : [printWkt(placed)];
    const values = this.#layer!.columns.map(({ name }) => this.#safe(properties[name]));
    this.#write(this.#file(points ? 'xyz' : 'wkt'), csvLine([id, ...place, ...values]));
  }

  close(): void {
    for (const file of this.#files.values()) file.close();
    this.#files.clear();
  }

  get #encoding(): TextEncoding {
    return this.#context.encoding ?? 'utf-8';
  }

  #write(file: OutFile, text: string): void {
    if (this.#encoding === 'utf-8') return file.text(text);
    const onLost = () => this.#context.notes.add('export.note.letters-lost', { type: this.#layer!.label });
    file.bytes(encoded(text, this.#encoding, onLost));
  }

  #coordinates([x, y, z]: readonly number[]): string[] {
    return [printNumber(x!), printNumber(y!), z === undefined ? '' : printNumber(z)];
  }

  #file(kind: 'wkt' | 'xyz'): OutFile {
    const known = this.#files.get(kind);
    if (known) return known;
    const { typeName, columns } = this.#layer!;
    const name = this.#names.of(fileName(typeName, 'objects') + (kind === 'xyz' ? '-points' : ''));
    const base = path.join(this.#context.folder, name);
    const file = new OutFile(`${base}.csv`);
    const taken = new UniqueNames(200);
    const place = kind === 'xyz' ? ['X', 'Y', 'Z'] : ['WKT'];
    const heads = [ID_COLUMN, ...place].map((head) => taken.of(head));
    heads.push(...columns.map((column) => taken.of(guarded(column.name))));
    const mark = this.#encoding === 'utf-8' ? BYTE_ORDER_MARK : '';
    this.#write(file, mark + csvLine(heads));
    const placeTypes = kind === 'xyz' ? ['CoordX', 'CoordY', 'CoordZ'] : ['WKT'];
    const types = [TYPES.text, ...placeTypes, ...columns.map(({ type }) => TYPES[type])];
    fs.writeFileSync(`${base}.csvt`, types.map((type) => `"${type}"`).join(','));
    fs.writeFileSync(`${base}.prj`, this.#context.crs.wkt);
    this.#files.set(kind, file);
    return file;
  }

  #safe(value: unknown): string {
    if (typeof value === 'number') return printNumber(value);
    const text = textOf(value);
    const safe = guarded(text);
    if (safe !== text) this.#context.notes.add('export.note.csv-guarded');
    return safe;
  }
}

/** OWASP, "CSV Injection": these prefixes start a formula; signed numbers are left alone. */
export function guarded(text: string): string {
  return /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}

/** One record (RFC 4180), with the line end. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`;
}
