import { MAX_VERTICES } from '#core/protocol';
import type { FlatGeometry } from '../flat.ts';
import { closeRings } from '../close-rings.ts';
import { polygonsOfRings } from '../rings.ts';
import type { ByteFile } from '../byte-file.ts';
import { Unreadable, type Findings } from '../../base/problems.ts';
import { HEADER, type Places } from './record-places.ts';

/* ESRI Shapefile Technical Description, 1998: numbers of headers big-endian, of contents little-endian; lengths in
   words of two bytes. */
const FILE_CODE = 9994;
const NULL_SHAPE = 0;
const MULTIPATCH = 31;
/** "Any floating point number smaller than -10^38 is considered to represent no data." */
const NO_DATA = -1e38;

const KIND: Record<number, string> = {
  0: 'null',
  1: 'Point',
  3: 'LineString',
  5: 'Polygon',
  8: 'MultiPoint',
};

/** Point, 11 PointZ and 21 PointM are one family, and so on. */
const family = (shapeType: number): number => (shapeType === MULTIPATCH ? MULTIPATCH : shapeType % 10);

/**
 * The geometry type in the file's header, undefined when it names none; lines and polygons may turn out to be
 * `Multi*`.
 */
export function headerOf(shp: ByteFile): { geometryType: string | undefined } {
  if (shp.size < HEADER) throw new Unreadable('shp-too-short');
  const at = shp.at(0, HEADER);
  if (shp.view.getInt32(at) !== FILE_CODE) throw new Unreadable('shp-no-shapefile');
  return { geometryType: KIND[family(shp.view.getInt32(at + 32, true))] };
}

/** Reads the records of a .shp into `into`, one at a time. Measures (M) are dropped, which is reported once. */
export class ShapeReader {
  readonly #shp: ByteFile;
  readonly #places: Places;
  readonly #into: FlatGeometry;
  readonly #findings: Findings;
  /** The current record: number, type, and where it begins and ends in the buffer. */
  #index = 0;
  #type = NULL_SHAPE;
  #at = 0;
  #end = 0;

  constructor(shp: ByteFile, places: Places, into: FlatGeometry, findings: Findings) {
    this.#shp = shp;
    this.#places = places;
    this.#into = into;
    this.#findings = findings;
  }

  /** Returns false when record `index` has no geometry; the reason is in the findings. */
  read(index: number): boolean {
    this.#index = index;
    const start = this.#places.start(index) + 8;
    const length = Math.min(this.#places.length(index), this.#shp.size - start);
    if (length < 4) return this.#not('truncated');
    // A length that no record with so many vertices can have is not loaded: it would only fill memory.
    const bytes = Math.min(length, MAX_VERTICES * 40);
    try {
      this.#at = this.#shp.at(start, bytes);
    } catch (thrown) {
      if (!(thrown instanceof RangeError)) throw thrown;
      return this.#not('truncated');
    }
    this.#end = this.#at + bytes;
    const { view } = this.#shp;
    const at = this.#at;
    this.#type = view.getInt32(at, true);
    switch (family(this.#type)) {
      case NULL_SHAPE:
        return this.#not('null-geometry');
      case 1:
        return this.#point();
      case 8:
        return bytes < 40 ? this.#broken() : this.#runs(0, view.getUint32(at + 36, true), at + 40);
      case 3:
      case 5: {
        if (bytes < 44) return this.#broken();
        const parts = view.getUint32(at + 36, true);
        const vertices = view.getUint32(at + 40, true);
        if (parts > vertices && vertices > 0) return this.#broken();
        return this.#runs(parts, vertices, at + 44);
      }
      case MULTIPATCH:
        return this.#not('multipatch');
      default:
        this.#findings.add(index, 'unknown-shape', { type: this.#type });
        return false;
    }
  }

  #not(kind: string): false {
    this.#findings.add(this.#index, kind);
    return false;
  }

  #broken(): false {
    const start = this.#places.start(this.#index) + 8;
    const cut = this.#places.length(this.#index) > this.#shp.size - start;
    return this.#not(cut ? 'truncated' : 'corrupt-record');
  }

  get #hasZ(): boolean {
    return this.#type >= 11 && this.#type <= 18;
  }

  #point(): boolean {
    const { view } = this.#shp;
    const at = this.#at;
    const hasZ = this.#hasZ;
    const bytes = this.#end - at;
    if (bytes < (hasZ ? 28 : 20)) return this.#broken();
    const z = hasZ ? view.getFloat64(at + 20, true) : NO_DATA * 10;
    this.#into
      .reset('Point', z > NO_DATA ? 3 : 2)
      .push(view.getFloat64(at + 4, true), view.getFloat64(at + 12, true), z);
    const m = this.#type === 21 && bytes >= 28 ? at + 20 : hasZ && bytes >= 36 ? at + 28 : -1;
    if (m >= 0 && view.getFloat64(m, true) > NO_DATA) this.#findings.once('measures-dropped');
    this.#into.endRun();
    return true;
  }

  #runs(parts: number, vertices: number, from: number): boolean {
    if (vertices > MAX_VERTICES) {
      this.#findings.add(this.#index, 'too-many-vertices', { vertices, most: MAX_VERTICES });
      return false;
    }
    const xy = from + parts * 4;
    const hasZ = this.#hasZ;
    if (xy + vertices * 16 > this.#end) return this.#broken();
    if (vertices === 0) return this.#not('empty-geometry');
    const zs = xy + vertices * 16 + 16;
    if (hasZ && zs + vertices * 8 > this.#end) return this.#broken();
    const stride = hasZ ? 3 : 2;
    const kind = family(this.#type);
    const into = this.#into;
    into.reset(kind === 8 ? 'MultiPoint' : kind === 3 ? 'LineString' : 'Polygon', stride);
    into.reserve(vertices * stride);
    const { flat } = into;
    const { view } = this.#shp;
    let size = 0;
    for (let v = 0; v < vertices; v++) {
      flat[size++] = view.getFloat64(xy + v * 16, true);
      flat[size++] = view.getFloat64(xy + v * 16 + 8, true);
      if (hasZ) flat[size++] = view.getFloat64(zs + v * 8, true);
    }
    into.size = size;
    this.#noteMeasures(hasZ ? zs + vertices * 8 + 16 : zs, vertices);
    if (kind !== 8) return this.#parts(parts, vertices, from, kind === 5);
    into.endRun();
    return true;
  }

  #noteMeasures(from: number, vertices: number): void {
    const measured = this.#hasZ || (this.#type >= 21 && this.#type <= 28);
    if (!measured || from + vertices * 8 > this.#end) return;
    const { view } = this.#shp;
    for (let v = 0; v < vertices; v++)
      if (view.getFloat64(from + v * 8, true) > NO_DATA) return this.#findings.once('measures-dropped');
  }

  #parts(parts: number, vertices: number, from: number, polygon: boolean): boolean {
    const into = this.#into;
    const { stride } = into;
    const { view } = this.#shp;
    let previous = 0;
    for (let p = 0; p < parts; p++) {
      const end = p + 1 < parts ? view.getUint32(from + (p + 1) * 4, true) : vertices;
      if (end < previous || end > vertices) return this.#broken();
      // Parts without vertices, or too short, are dropped.
      if (end - previous >= 2) {
        if (into.ends.length === 0 && previous > 0)
          into.flat.copyWithin(0, previous * stride, vertices * stride);
        into.ends.push(end * stride);
      } else if (end > previous) this.#findings.add(this.#index, 'part-too-short');
      previous = end;
    }
    if (into.ends.length === 0) return this.#not('empty-geometry');
    into.size = into.ends[into.ends.length - 1]!;
    if (polygon) return this.#rings();
    into.chooseType();
    return true;
  }

  #rings(): boolean {
    if (!closeRings(this.#into, this.#index, this.#findings)) return false;
    const turned = polygonsOfRings(this.#into);
    if (turned > 0) this.#findings.add(this.#index, 'hole-outside', { rings: turned });
    return true;
  }
}
