import path from 'node:path';
import { unitOfCrs } from '#core/geodesy';
import type { Position, Properties, Style } from '#core/protocol';
import { textOf } from '../columns.ts';
import { heightsInUnit } from '../heights-in-unit.ts';
import { fileName, UniqueNames } from '../names.ts';
import { OutFile } from '../out-file.ts';
import { extend, noBounds, printNumber, runsOf, type ShapeBounds } from '../shapes.ts';
import type { ExportFeature, FormatContext, FormatWriter, ExportLayer } from '../layer-writer.ts';
import { Drawing, PLAIN } from './drawing.ts';
import { labelText, type DrawnText } from './labels.ts';
import { afterLayers, BEFORE_LAYERS, ENDING, HEADER, MODEL_SPACE, plainText } from './dxf-frame.ts';
import { CONTINUOUS, LineTypes } from './line-types.ts';
import { colourText } from './look.ts';

/** Of $INSUNITS, by the names of units of reference systems. */
const UNITS: Record<string, number> = { metre: 6, foot: 2, 'US survey foot': 21 };
const UNITLESS = 0;
/** Of a degree of latitude, for the sizes of symbols. */
export const METRES_PER_DEGREE = 111_320;
/** Lower handles are those of the frame. */
const FIRST_HANDLE = 0x100;
/** Limits of extended data per entity and per string, in bytes. */
const MAX_DATA = 16_000;
const LONGEST = 255;

/** Layers of one type. */
interface LayerNames {
  readonly own: string;
  /** Of what is drawn by its style. */
  readonly hatches: string;
  readonly texts: string;
}

/**
 * DXF of AutoCAD 2007 (UTF-8), one layer per type; lines and rings as polylines, 3D polylines where they have
 * heights; id and attributes as extended data of the application GROMA. With `drawingScale` also as styles draw it:
 * points as blocks with attributes, hatches and labels on layers of their own.
 */
export class Dxf implements FormatWriter {
  readonly #out: OutFile;
  readonly #names = new Map<ExportLayer, LayerNames>();
  readonly #bounds: ShapeBounds = noBounds();
  readonly #extentAt: number;
  readonly #drawing: Drawing | undefined;
  readonly #crs: FormatContext['crs'];
  #type: ExportLayer | undefined;
  #layer = '0';
  #handle = FIRST_HANDLE;

  constructor({ folder, name, crs, layers, notes, language, drawingScale }: FormatContext) {
    this.#crs = crs;
    if (crs.geographic) notes.add('export.note.dxf-degrees', { crs: crs.code });
    this.#out = new OutFile(path.join(folder, `${fileName(name, 'project')}.dxf`));
    this.#out.text(HEADER(crs.geographic ? UNITLESS : (UNITS[crs.unit] ?? UNITLESS)));
    this.#extentAt = this.#out.size;
    this.#out.text(extentText(this.#bounds));
    const scale =
      drawingScale === undefined
        ? undefined
        : {
            scale: drawingScale,
            metres: crs.geographic ? METRES_PER_DEGREE : unitOfCrs(crs.code).metres,
          };
    const lineTypes = new LineTypes(scale);
    this.#drawing = scale && new Drawing(scale, lineTypes, language);
    const names = new UniqueNames(200, ['0']);
    for (const layer of layers) {
      const own = names.of(layerName(layer.typeName));
      const [hatches, texts] = this.#drawing
        ? [names.of(`${own}-HATCH`), names.of(`${own}-TEXT`)]
        : [own, own];
      this.#names.set(layer, { own, hatches, texts });
      this.#drawing?.take(layer, own);
    }
    const next = () => this.#next();
    const looks = [...this.#names].flatMap(([{ style = PLAIN }, { own, hatches, texts }]) => {
      const look = this.#drawing?.layerLook(style) ?? plainLook(style);
      return [...new Set([own, hatches, texts])].map((one) => layerText(one, look, next()));
    });
    this.#out.text(BEFORE_LAYERS(looks.length + 1, lineTypes.all, next));
    for (const look of looks) this.#out.text(look);
    this.#out.text(afterLayers(this.#drawing?.frameBlocks(next) ?? [], next));
  }

  layer(layer: ExportLayer): void {
    this.#type = layer;
    this.#layer = this.#names.get(layer)!.own;
  }

  add(given: ExportFeature): void {
    const placed = heightsInUnit(given.placed, this.#crs);
    const feature = { ...given, placed };
    const { id, properties, high } = feature;
    const symbols = this.#drawing?.symbolsOf(this.#type!, feature);
    if (symbols) this.#hatches(feature, symbols);
    const top = symbols?.at(-1);
    const look = top ? this.#drawing!.lookOf(this.#type!, top) : '';
    const data = dataText(id, properties);
    for (const { positions, ring } of runsOf(placed)) {
      for (const position of positions) extend(this.#bounds, position);
      if (positions.length === 1) this.#point(positions[0]!, data, look, top && { feature, symbol: top });
      else if (high) this.#polyline3d(ring ? positions.slice(0, -1) : positions, ring, data, look);
      else this.#polyline(ring ? positions.slice(0, -1) : positions, ring, data, look);
    }
    if (this.#drawing)
      for (const { type, look: own, body } of this.#drawing.texts(this.#type!, feature))
        this.#out.text(`${this.#entity(type, own, { layer: this.#names.get(this.#type!)!.texts })}${body}`);
  }

  /** Writes a text on the present layer. */
  text(drawn: DrawnText): void {
    extend(this.#bounds, drawn.at);
    this.#out.text(`${this.#entity('TEXT')}${labelText({ ...drawn, text: plainText(drawn.text) })}`);
  }

  close(): void {
    this.#out.text(ENDING);
    this.#out.patch(this.#extentAt, Buffer.from(extentText(this.#bounds)));
    this.#out.close();
  }

  #next(): string {
    return (this.#handle++).toString(16).toUpperCase();
  }

  #entity(type: string, look = '', { layer = this.#layer, owner = MODEL_SPACE } = {}): string {
    return `0\n${type}\n5\n${this.#next()}\n330\n${owner}\n100\nAcDbEntity\n8\n${layer}\n${look}`;
  }

  #hatches(feature: ExportFeature, symbols: readonly Style[]): void {
    const { hatches: layer } = this.#names.get(this.#type!)!;
    for (const { type, look, body } of this.#drawing!.hatches(feature, symbols))
      this.#out.text(`${this.#entity(type, look, { layer })}${body}`);
  }

  #point(
    [x, y, z]: Position,
    data: string,
    look: string,
    drawn: { feature: ExportFeature; symbol: Style } | undefined,
  ): void {
    const at = place(x, y, z);
    const inserted = drawn && this.#drawing!.insertion(this.#type!, drawn.symbol, drawn.feature, at);
    if (!inserted) return this.#out.text(`${this.#entity('POINT', look)}100\nAcDbPoint\n${at}${data}`);
    const owner = this.#handle.toString(16).toUpperCase();
    this.#out.text(`${this.#entity('INSERT', look)}${inserted.body}${data}`);
    for (const attribute of inserted.attributes)
      this.#out.text(`${this.#entity('ATTRIB', '', { owner })}${attribute}`);
    if (inserted.attributes.length > 0) this.#out.text(this.#entity('SEQEND', '', { owner }));
  }

  #polyline(positions: readonly Position[], closed: boolean, data: string, look: string): void {
    this.#out.text(
      `${this.#entity('LWPOLYLINE', look)}100\nAcDbPolyline\n90\n${positions.length}\n70\n${closed ? 1 : 0}\n`,
    );
    for (const [x, y] of positions) this.#out.text(`10\n${printNumber(x)}\n20\n${printNumber(y)}\n`);
    this.#out.text(data);
  }

  #polyline3d(positions: readonly Position[], closed: boolean, data: string, look: string): void {
    const owner = this.#handle.toString(16).toUpperCase();
    this.#out.text(
      `${this.#entity('POLYLINE', look)}100\nAcDb3dPolyline\n66\n1\n${place(0, 0, 0)}70\n${closed ? 9 : 8}\n${data}`,
    );
    for (const [x, y, z] of positions)
      this.#out.text(
        `${this.#entity('VERTEX', '', { owner })}100\nAcDbVertex\n100\nAcDb3dPolylineVertex\n${place(x, y, z)}70\n32\n`,
      );
    this.#out.text(this.#entity('SEQEND', '', { owner }));
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

const plainLook = ({ stroke }: Style): string => `${colourText(stroke.slice(0, 7))}6\n${CONTINUOUS}\n`;

function layerText(name: string, look: string, handle: string): string {
  return (
    `0\nLAYER\n5\n${handle}\n330\n2\n100\nAcDbSymbolTableRecord\n` +
    `100\nAcDbLayerTableRecord\n2\n${name}\n70\n0\n62\n7\n${look}`
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
