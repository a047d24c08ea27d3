import path from 'node:path';
import type { Geometry } from '#core/protocol';
import { fileName, UniqueNames } from '../names.ts';
import { OutFile } from '../out-file.ts';
import { printNumber, wound } from '../shapes.ts';
import type { ExportFeature, FormatContext, FormatWriter, ExportLayer } from '../layer-writer.ts';

/** RFC 7946: one collection per type, in WGS 84, counterclockwise outer rings; coordinates bit for bit. */
export class GeoJson implements FormatWriter {
  readonly #context: FormatContext;
  readonly #names = new UniqueNames();
  #out: OutFile | undefined;
  #first = true;

  constructor(context: FormatContext) {
    this.#context = context;
  }

  layer({ label, typeName }: ExportLayer): void {
    this.#end();
    const name = this.#names.of(fileName(typeName, 'objects'));
    this.#out = new OutFile(path.join(this.#context.folder, `${name}.geojson`));
    this.#out.text(`{"type":"FeatureCollection","name":${JSON.stringify(label)},"features":[\n`);
    this.#first = true;
  }

  add({ id, properties, stored }: ExportFeature): void {
    const out = this.#out!;
    if (!this.#first) out.text(',\n');
    this.#first = false;
    out.text(`{"type":"Feature","id":"${id}","properties":${JSON.stringify(properties)},"geometry":`);
    out.text(printGeometry(wound(stored, 'anticlockwise')));
    out.text('}');
  }

  close(): void {
    this.#end();
  }

  #end(): void {
    this.#out?.text('\n]}\n');
    this.#out?.close();
    this.#out = undefined;
  }
}

/** Like JSON.stringify, which turns -0 into 0. */
function printGeometry({ type, coordinates }: Geometry): string {
  const print = (value: unknown): string =>
    typeof value === 'number' ? printNumber(value) : `[${(value as unknown[]).map(print).join(',')}]`;
  return `{"type":"${type}","coordinates":${print(coordinates)}}`;
}
