import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ID_COLUMN, textOf } from './columns.ts';
import type { ExportFeature, ExportLayer, FormatContext, FormatWriter } from './layer-writer.ts';
import { UniqueNames } from './names.ts';
import { OutFile } from './out-file.ts';
import { printWkt } from './wkt.ts';
import { escapeXml } from './xml-tree.ts';

const HEADER = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
/** Limits of Excel. */
const MAX_ROWS = 1_048_576;
const MAX_COLUMNS = 16_000;
const LONGEST = 32_767;

/** The parts of a workbook (ECMA-376) in a folder, to be zipped: a sheet for each type. Texts are never formulas. */
export class Xlsx implements FormatWriter {
  readonly #context: FormatContext;
  readonly #names = new UniqueNames(31);
  readonly #sheets: string[] = [];
  #layer: ExportLayer | undefined;
  #out: OutFile | undefined;
  #rows = 0;

  constructor(context: FormatContext) {
    this.#context = context;
    mkdirSync(path.join(context.folder, 'xl', 'worksheets'), { recursive: true });
    mkdirSync(path.join(context.folder, 'xl', '_rels'));
    mkdirSync(path.join(context.folder, '_rels'));
  }

  layer(layer: ExportLayer): void {
    this.#end();
    this.#layer = layer;
    this.#sheets.push(this.#names.of(layer.label.replace(/[[\]:*?/\\']/g, '_').slice(0, 31) || 'Sheet'));
    const file = path.join(this.#context.folder, 'xl', 'worksheets', `sheet${this.#sheets.length}.xml`);
    this.#out = new OutFile(file);
    this.#out.text(`${HEADER}<worksheet xmlns="${MAIN}"><sheetData>`);
    this.#rows = 0;
    const places = this.#context.csvGeometry === 'xyz' ? ['X', 'Y', 'Z', 'WKT'] : ['WKT'];
    this.#row([ID_COLUMN, ...places, ...layer.columns.slice(0, MAX_COLUMNS).map(({ name }) => name)]);
  }

  add({ id, properties, placed }: ExportFeature): void {
    const { columns, label } = this.#layer!;
    if (this.#rows >= MAX_ROWS) {
      this.#context.notes.add('export.note.xlsx-rows', { type: label, most: MAX_ROWS });
      return;
    }
    let places: (string | number | null)[] = [printWkt(placed)];
    if (this.#context.csvGeometry === 'xyz')
      places =
        placed.type === 'Point'
          ? [placed.coordinates[0], placed.coordinates[1], placed.coordinates[2] ?? null, null]
          : [null, null, null, places[0]!];
    const values = columns.slice(0, MAX_COLUMNS).map(({ name }) => {
      const value = properties[name];
      if (value === null || value === undefined) return null;
      return typeof value === 'number' || typeof value === 'boolean' ? value : textOf(value);
    });
    this.#row([id, ...places, ...values]);
  }

  close(): void {
    this.#end();
    const each = (write: (name: string, n: number) => string) =>
      this.#sheets.map((name, i) => write(escapeXml(name), i + 1)).join('');
    const write = (name: string, xml: string) =>
      writeFileSync(path.join(this.#context.folder, name), HEADER + xml);
    write(
      '[Content_Types].xml',
      `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${CONTENT}.sheet.main+xml"/>${each((_, n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${CONTENT}.worksheet+xml"/>`)}</Types>`,
    );
    write(
      '_rels/.rels',
      `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${DOCUMENT}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    );
    write(
      'xl/workbook.xml',
      `<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><sheets>${each((name, n) => `<sheet name="${name}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets></workbook>`,
    );
    write(
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${RELATIONS}">${each((_, n) => `<Relationship Id="rId${n}" Type="${DOCUMENT}/worksheet" Target="worksheets/sheet${n}.xml"/>`)}</Relationships>`,
    );
  }

  #row(cells: readonly (string | number | boolean | null)[]): void {
    const row = ++this.#rows;
    this.#out!.text(
      `<row r="${row}">${cells.map((cell, at) => this.#cell(cell, `${letters(at)}${row}`)).join('')}</row>`,
    );
  }

  #cell(cell: string | number | boolean | null, at: string): string {
    if (cell === null) return '';
    if (typeof cell === 'boolean') return `<c r="${at}" t="b"><v>${cell ? 1 : 0}</v></c>`;
    if (typeof cell === 'number') return Number.isFinite(cell) ? `<c r="${at}"><v>${cell}</v></c>` : '';
    if (cell.length > LONGEST) this.#context.notes.add('export.note.xlsx-cut', { type: this.#layer!.label });
    return `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(cell.slice(0, LONGEST))}</t></is></c>`;
  }

  #end(): void {
    this.#out?.text('</sheetData></worksheet>');
    this.#out?.close();
    this.#out = undefined;
  }
}

function letters(column: number): string {
  let [text, left] = ['', column + 1];
  for (; left > 0; left = Math.floor((left - 1) / 26))
    text = String.fromCharCode(65 + ((left - 1) % 26)) + text;
  return text;
}
