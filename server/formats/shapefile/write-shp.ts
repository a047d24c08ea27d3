import type { Geometry, Position } from '#core/protocol';
import { OutFile } from '../out-file.ts';
import {
  boundsOf,
  extend,
  noBounds,
  runsOf,
  wound,
  type ShapeBounds,
  type GeometryFamily,
} from '../shapes.ts';

/** ESRI Shapefile Technical Description, July 1998. */
const TYPE = { point: 1, line: 3, polygon: 5, multipoint: 8 } as const;
const WITH_HEIGHTS = 10;
const HEAD = 100;
/** Values below -10^38 mean "no measure". */
const NO_MEASURE = -1e39;

/** One .shp with its .shx. */
export class ShpFile {
  readonly #shp: OutFile;
  readonly #shx: OutFile;
  readonly #family: GeometryFamily;
  readonly #high: boolean;
  readonly #type: number;
  readonly #bounds: ShapeBounds = noBounds();
  #records = 0;

  constructor(base: string, family: GeometryFamily, high: boolean) {
    this.#family = family;
    this.#high = high;
    this.#type = TYPE[family] + (high ? WITH_HEIGHTS : 0);
    this.#shp = new OutFile(`${base}.shp`);
    this.#shx = new OutFile(`${base}.shx`);
    this.#shp.bytes(Buffer.alloc(HEAD));
    this.#shx.bytes(Buffer.alloc(HEAD));
  }

  get size(): number {
    return this.#shp.size;
  }

  add(geometry: Geometry): void {
    const content = this.#content(geometry);
    const head = Buffer.alloc(8);
    head.writeInt32BE(++this.#records, 0);
    head.writeInt32BE(content.length / 2, 4);
    const index = Buffer.alloc(8);
    index.writeInt32BE(this.#shp.size / 2, 0);
    index.writeInt32BE(content.length / 2, 4);
    this.#shx.bytes(index);
    this.#shp.bytes(head);
    this.#shp.bytes(content);
  }

  close(): void {
    for (const file of [this.#shp, this.#shx]) {
      const head = Buffer.alloc(HEAD);
      head.writeInt32BE(9994, 0);
      head.writeInt32BE(file.size / 2, 24);
      head.writeInt32LE(1000, 28);
      head.writeInt32LE(this.#type, 32);
      const { x, y, z } = this.#bounds;
      const heights = this.#high ? z : [0, 0];
      [x[0], y[0], x[1], y[1], ...heights, 0, 0].forEach((value, n) => head.writeDoubleLE(value, 36 + 8 * n));
      file.patch(0, head);
      file.close();
    }
  }

  #content(given: Geometry): Buffer {
    if (given.type === 'Point') return this.#point(given.coordinates);
    const geometry = wound(given, 'clockwise');
    const runs = runsOf(geometry).map(({ positions }) => positions);
    const bounds = boundsOf(geometry);
    const count = runs.reduce((sum, { length }) => sum + length, 0);
    const parts = this.#family === 'multipoint' ? 0 : 4 + 4 * runs.length;
    const content = Buffer.alloc(4 + 32 + parts + 4 + 16 * count + (this.#high ? 16 + 8 * count : 0));
    let at = content.writeInt32LE(this.#type, 0);
    for (const value of [bounds.x[0], bounds.y[0], bounds.x[1], bounds.y[1]])
      at = content.writeDoubleLE(value, at);
    if (parts > 0) at = content.writeInt32LE(runs.length, at);
    at = content.writeInt32LE(count, at);
    let first = 0;
    if (parts > 0)
      for (const run of runs) {
        at = content.writeInt32LE(first, at);
        first += run.length;
      }
    for (const run of runs)
      for (const [x, y] of run) {
        at = content.writeDoubleLE(x, at);
        at = content.writeDoubleLE(y, at);
      }
    if (this.#high) {
      at = content.writeDoubleLE(bounds.z[0], at);
      at = content.writeDoubleLE(bounds.z[1], at);
      for (const run of runs) for (const position of run) at = content.writeDoubleLE(position[2]!, at);
    }
    for (const run of runs) for (const position of run) extend(this.#bounds, position);
    return content;
  }

  #point(position: Position): Buffer {
    extend(this.#bounds, position);
    const [x, y, z] = position;
    const ordinates = this.#high ? [x, y, z!, NO_MEASURE] : [x, y];
    const content = Buffer.alloc(4 + 8 * ordinates.length);
    content.writeInt32LE(this.#type, 0);
    ordinates.forEach((value, n) => content.writeDoubleLE(value, 4 + 8 * n));
    return content;
  }
}
