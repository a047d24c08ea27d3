import path from 'node:path';
import type { Position, Properties, Style } from '#core/protocol';
import { textOf } from '../columns.ts';
import { fileName, UniqueNames } from '../names.ts';
import { OutFile } from '../out-file.ts';
import { extend, noBounds, printNumber, runsOf, type ShapeBounds } from '../shapes.ts';
import type { ExportFeature, FormatContext, FormatWriter, ExportLayer } from '../layer-writer.ts';
import { AFTER_LAYERS, BEFORE_LAYERS, ENDING, HEADER, MODEL_SPACE, plainText } from './dxf-frame.ts';

const METRES = 6;
const UNITLESS = 0;
/** First handle of an entity; lower ones belong to the frame. */
const FIRST_HANDLE = 0x1000;
/** Limits of extended data per entity and per string, in bytes. */
const MAX_DATA = 16_000;
const LONGEST = 255;

/**
 * DXF of AutoCAD 2007 (UTF-8), one layer per type; lines and rings as polylines, 3D polylines where they have
 * heights; id and attributes as extended data of the application GROMA.
 */
export class Dxf implements FormatWriter {
  readonly #out: OutFile;
  readonly #names = new Map<ExportLayer, string>();
  readonly #bounds: ShapeBounds = noBounds();
  readonly #extentAt: number;
  #layer = '0';
  #handle = FIRST_HANDLE;

  constructor({ folder, name, crs, layers, notes }: FormatContext) {
    if (crs.geographic) notes.add('export.note.dxf-degrees', { crs: crs.code });
    this.#out = new OutFile(path.join(folder, `${fileName(name, 'project')}.dxf`));
    this.#out.text(HEADER(crs.geographic || crs.unit !== 'metre' ? UNITLESS : METRES));
    this.#extentAt = this.#out.size;
    this.#out.text(extentText(this.#bounds));
    this.#out.text(BEFORE_LAYERS(layers.length + 1));
    const names = new UniqueNames(200, ['0']);
    layers.forEach((layer, n) => {
      const own = names.of(layerName(layer.typeName));
      this.#names.set(layer, own);
      this.#out.text(layerText(own, layer.style, 0x100 + n));
    });
    this.#out.text(AFTER_LAYERS);
  }

  layer(layer: ExportLayer): void {
    this.#layer = this.#names.get(layer)!;
  }

  add({ id, properties, placed, high }: ExportFeature): void {
    const data = dataText(id, properties);
    for (const { positions, ring } of runsOf(placed)) {
      for (const position of positions) extend(this.#bounds, position);
      if (positions.length === 1) this.#point(positions[0]!, data);
      else if (high) this.#polyline3d(ring ? positions.slice(0, -1) : positions, ring, data);
      else this.#polyline(ring ? positions.slice(0, -1) : positions, ring, data);
    }
  }

  close(): void {
    this.#out.text(ENDING);
    this.#out.patch(this.#extentAt, Buffer.from(extentText(this.#bounds)));
    this.#out.close();
  }

  #entity(type: string, owner = MODEL_SPACE): string {
    const handle = (this.#handle++).toString(16).toUpperCase();
    return `0\n${type}\n5\n${handle}\n330\n${owner}\n100\nAcDbEntity\n8\n${this.#layer}\n`;
  }

  #point([x, y, z]: Position, data: string): void {
    this.#out.text(`${this.#entity('POINT')}100\nAcDbPoint\n${place(x, y, z)}${data}`);
  }

  #polyline(positions: readonly Position[], closed: boolean, data: string): void {
    this.#out.text(
      `${this.#entity('LWPOLYLINE')}100\nAcDbPolyline\n90\n${positions.length}\n70\n${closed ? 1 : 0}\n`,
    );
    for (const [x, y] of positions) this.#out.text(`10\n${printNumber(x)}\n20\n${printNumber(y)}\n`);
    this.#out.text(data);
  }

  #polyline3d(positions: readonly Position[], closed: boolean, data: string): void {
    const owner = this.#handle.toString(16).toUpperCase();
    this.#out.text(
      `${this.#entity('POLYLINE')}100\nAcDb3dPolyline\n66\n1\n${place(0, 0, 0)}70\n${closed ? 9 : 8}\n${data}`,
    );
    for (const [x, y, z] of positions)
      this.#out.text(
        `${this.#entity('VERTEX', owner)}100\nAcDbVertex\n100\nAcDb3dPolylineVertex\n${place(x, y, z)}70\n32\n`,
      );
    this.#out.text(this.#entity('SEQEND', owner));
  }
}

/** Without a height there is no Z: it would be read as 0. */
const place = (x: number, y: number, z?: number): string =>
  `10\n${printNumber(x)}\n20\n${printNumber(y)}\n` + (z === undefined ? '' : `30\n${printNumber(z)}\n`);

/** Fixed width: it is overwritten at the end. */
function extentText({ x, y, z }: ShapeBounds): string {
  const corner = (name: string, n: 0 | 1) =>
    `9\n${name}\n` +
    [x, y, z]
      .map((range, axis) => `${(axis + 1) * 10}\n${finite(range[n]).toExponential(16).padStart(26)}\n`)
      .join('');
  return corner('$EXTMIN', 0) + corner('$EXTMAX', 1);
}

const finite = (value: number): number => (Number.isFinite(value) ? value : 0);

/** Characters that AutoCAD refuses in layer names. */
const layerName = (name: string): string =>
  plainText(name)
    .replace(/[<>/\\":;?*|=`',]/g, '_')
    .trim() || 'objects';

function layerText(name: string, style: Style | undefined, handle: number): string {
  const colour = Number.parseInt((style?.stroke ?? '#0072b2').slice(1, 7), 16);
  return (
    `0\nLAYER\n5\n${handle.toString(16).toUpperCase()}\n330\n2\n100\nAcDbSymbolTableRecord\n` +
    `100\nAcDbLayerTableRecord\n2\n${name}\n70\n0\n62\n7\n420\n${colour}\n6\nContinuous\n`
  );
}

function dataText(id: string, properties: Properties): string {
  const texts = [`groma_id=${id}`];
  for (const name in properties) {
    const value = properties[name];
    if (value !== null && value !== undefined) texts.push(`${name}=${textOf(value)}`);
  }
  let room = MAX_DATA;
  let text = '1001\nGROMA\n';
  for (const one of texts) {
    const cut = cutBytes(plainText(one), LONGEST);
    room -= Buffer.byteLength(cut) + 5;
    if (room < 0) break;
    text += `1000\n${cut}\n`;
  }
  return text;
}

function cutBytes(text: string, max: number): string {
  if (Buffer.byteLength(text) <= max) return text;
  const buffer = Buffer.alloc(max);
  return buffer.toString('utf8', 0, buffer.write(text));
}
