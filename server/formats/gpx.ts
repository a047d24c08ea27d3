import path from 'node:path';
import { shortId } from '#core/kernel';
import type { Position, Properties } from '#core/protocol';
import { textOf } from './columns.ts';
import type { ExportFeature, ExportLayer, FormatContext, FormatWriter } from './layer-writer.ts';
import { fileName } from './names.ts';
import { OutFile } from './out-file.ts';
import { PartFiles } from './part-files.ts';
import { printNumber, runsOf } from './shapes.ts';
import { escapeXml } from './xml-tree.ts';

/**
 * GPX 1.1 in WGS 84: points as waypoints, lines and outlines of areas as tracks; attributes as extensions, with the
 * names that GDAL reads.
 */
export class Gpx implements FormatWriter {
  readonly #context: FormatContext;
  readonly #parts: PartFiles<'wpt' | 'trk'>;
  #label = '';

  constructor(context: FormatContext) {
    this.#context = context;
    this.#parts = new PartFiles(context.folder);
  }

  layer({ label }: ExportLayer): void {
    this.#label = label;
  }

  add({ id, properties, stored, family }: ExportFeature): void {
    const about = this.#about(id, properties);
    if (family === 'point' || family === 'multipoint') {
      for (const { positions } of runsOf(stored))
        this.#parts.to('wpt').text(point('wpt', positions[0]!, about));
      return;
    }
    if (family === 'polygon') this.#context.notes.add('export.note.gpx-areas', { type: this.#label });
    const out = this.#parts.to('trk');
    out.text(`<trk>${about}`);
    for (const { positions } of runsOf(stored)) {
      out.text('<trkseg>');
      for (const position of positions) out.text(point('trkpt', position, ''));
      out.text('</trkseg>');
    }
    out.text('</trk>\n');
  }

  close(): void {
    const { folder, name, title, at } = this.#context;
    const out = new OutFile(path.join(folder, `${fileName(name, 'project')}.gpx`));
    out.text(
      '<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="Groma" xmlns="http://www.topografix.com/GPX/1/1" xmlns:ogr="http://osgeo.org/gdal">\n' +
        `<metadata><name>${escapeXml(title)}</name><time>${escapeXml(at)}</time></metadata>\n`,
    );
    // The schema has all waypoints before all tracks.
    this.#parts.append('wpt', out);
    this.#parts.append('trk', out);
    out.text('</gpx>\n');
    out.close();
  }

  /** In the order of the schema: name, description, type, extensions. */
  #about(id: string, properties: Properties): string {
    const name = textOf(properties['name']) || textOf(properties['NAME']) || shortId(id);
    const fields = Object.entries({ groma_id: id, ...properties }).flatMap(([key, value]) =>
      value === null || value === undefined
        ? []
        : [`<ogr:${tag(key)}>${escapeXml(textOf(value))}</ogr:${tag(key)}>`],
    );
    return `<name>${escapeXml(name)}</name><type>${escapeXml(this.#label)}</type><extensions>${fields.join('')}</extensions>`;
  }
}

function point(name: 'wpt' | 'trkpt', [x, y, z]: Position, about: string): string {
  const height = z === undefined ? '' : `<ele>${printNumber(z)}</ele>`;
  return `<${name} lat="${printNumber(y)}" lon="${printNumber(x)}">${height}${about}</${name}>\n`;
}

/** A name of an element in place of any text. */
function tag(name: string): string {
  const plain = name.replace(/[^\p{L}\p{N}_.-]/gu, '_');
  return /^[\p{L}_]/u.test(plain) ? plain : `_${plain}`;
}
