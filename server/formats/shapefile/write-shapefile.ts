import fs from 'node:fs';
import path from 'node:path';
import { WriteFailure } from '../write-failure.ts';
import { fileName, UniqueNames } from '../names.ts';
import { OutFile } from '../out-file.ts';
import { guarded } from '../csv.ts';
import type { ExportFeature, FormatContext, FormatWriter, ExportLayer } from '../layer-writer.ts';
import { DbfFile, MAX_COLUMNS } from './write-dbf.ts';
import { prjOf } from './write-prj.ts';
import { ShpFile } from './write-shp.ts';

/** Largest file: programs use 31-bit offsets. */
const MAX_BYTES = 2 ** 31 - 1;

interface Files {
  shp: ShpFile;
  dbf: DbfFile;
}

/** ESRI shapefiles: one per type, geometry family and dimension; columns.csv maps column names to attributes. */
export class Shapefile implements FormatWriter {
  readonly #context: FormatContext;
  readonly #names = new UniqueNames();
  readonly #prj: string;
  #layer: ExportLayer | undefined;
  #files = new Map<string, Files>();
  #key: OutFile;

  constructor(context: FormatContext) {
    this.#context = context;
    this.#prj = prjOf(context.crs.wkt, context.crs.number);
    this.#key = new OutFile(path.join(context.folder, 'columns.csv'));
    this.#key.text('\ufefffile,column,attribute\r\n');
  }

  layer(layer: ExportLayer): void {
    this.#endLayer();
    this.#layer = layer;
    // The object's id takes one column.
    if (layer.columns.length > MAX_COLUMNS - 1)
      this.#context.notes.add('export.note.columns-left-out', {
        format: 'Shapefile',
        type: layer.label,
        most: MAX_COLUMNS - 1,
      });
  }

  add({ id, properties, placed, family, high }: ExportFeature): void {
    const kind = high ? `${family}_z` : family;
    const files = this.#files.get(kind) ?? this.#open(kind, { family, high });
    files.shp.add(placed);
    files.dbf.add(id, properties);
    if (files.shp.size > MAX_BYTES || files.dbf.size > MAX_BYTES)
      throw new WriteFailure('export.shapefile-too-large', { type: this.#layer!.label });
  }

  close(): void {
    this.#endLayer();
    this.#key.close();
  }

  #open(kind: string, { family, high }: Pick<ExportFeature, 'family' | 'high'>): Files {
    const { typeName, columns, label } = this.#layer!;
    const { folder, notes, at, encoding = 'utf-8' } = this.#context;
    const name = this.#names.of(`${fileName(typeName, 'objects', 40)}_${kind}`);
    const base = path.join(folder, name);
    const dbf = new DbfFile(`${base}.dbf`, columns, {
      at: new Date(at),
      encoding,
      onCut: (column) => notes.add('export.note.text-cut', { field: column.name, type: label, most: 254 }),
      onLost: () => notes.add('export.note.letters-lost', { type: label }),
    });
    const files = { shp: new ShpFile(base, family, high), dbf };
    this.#files.set(kind, files);
    fs.writeFileSync(`${base}.prj`, this.#prj);
    fs.writeFileSync(`${base}.cpg`, encoding === 'utf-8' ? 'UTF-8' : '1252');
    for (const field of dbf.fields) {
      const attribute = guarded(field.column.name).replaceAll('"', '""');
      this.#key.text(`${name},${field.name},"${attribute}"\r\n`);
    }
    return files;
  }

  #endLayer(): void {
    for (const { shp, dbf } of this.#files.values()) {
      shp.close();
      dbf.close();
    }
    this.#files.clear();
  }
}
