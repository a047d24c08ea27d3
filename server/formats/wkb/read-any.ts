import { chained, type ReadGeometry } from '../wkt-read.ts';
import { linearArcs } from '../curves.ts';
import { SRID_FLAG } from './codes.ts';

const DEEPEST = 20;
const Z_FLAG = 0x80000000;
const M_FLAG = 0x40000000;

/** Well-known binary that is cut off, or has numbers beyond it. */
export class BrokenWkb extends Error {}

/**
 * Well-known binary of any type of OGC 06-103r4 (ISO or EWKB), as GeoJSON: curves become lines, surfaces polygons,
 * measures are left out. Null: it is empty. Undefined: an unknown type. Throws BrokenWkb.
 */
export function readAnyWkb(bytes: Uint8Array, at = 0): ReadGeometry | null | undefined {
  try {
    return new AnyWkb(bytes, at).geometry(0);
  } catch (thrown) {
    if (thrown instanceof RangeError) throw new BrokenWkb();
    throw thrown;
  }
}

class AnyWkb {
  readonly #view: DataView;
  #at: number;
  #little = true;
  #high = false;
  #size = 2;

  constructor(bytes: Uint8Array, at: number) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#at = at;
  }

  geometry(depth: number): ReadGeometry | null | undefined {
    if (depth > DEEPEST) throw new BrokenWkb();
    this.#little = this.#view.getUint8(this.#at++) === 1;
    const code = this.#uint();
    if (code & SRID_FLAG) this.#at += 4;
    const plain = code & 0x0fffffff;
    const [type, dimension] = [plain % 1000, Math.floor(plain / 1000)];
    this.#high = (code & Z_FLAG) !== 0 || dimension === 1 || dimension === 3;
    const measured = (code & M_FLAG) !== 0 || dimension === 2 || dimension === 3;
    this.#size = 2 + (this.#high ? 1 : 0) + (measured ? 1 : 0);
    switch (type) {
      case 1: {
        const [place] = this.#positions(1);
        return Number.isNaN(place![0]) && Number.isNaN(place![1])
          ? null
          : { type: 'Point', coordinates: place };
      }
      case 2:
        return filled('LineString', this.#positions(this.#uint()));
      case 8:
        return filled('LineString', linearArcs(this.#positions(this.#uint())));
      case 3:
      case 17:
        return filled('Polygon', this.#rings());
      case 9:
        return filled('LineString', chained(this.#parts(depth).map(coordinates<number[][]>)));
      case 10:
        return filled('Polygon', this.#parts(depth).map(coordinates));
      case 4:
        return filled('MultiPoint', this.#parts(depth).map(coordinates));
      case 5:
      case 11:
        return filled('MultiLineString', this.#parts(depth).map(coordinates));
      case 6:
      case 12:
      case 15:
      case 16:
        return filled('MultiPolygon', this.#parts(depth).map(coordinates));
      case 7: {
        const geometries = this.#parts(depth);
        return geometries.length > 0 ? { type: 'GeometryCollection', geometries } : null;
      }
      default:
        return undefined;
    }
  }

  #rings(): number[][][] {
    const count = this.#count(4);
    return Array.from({ length: count }, () => this.#positions(this.#uint())).filter(
      ({ length }) => length > 0,
    );
  }

  /** The parts that are not empty. Each has a head of its own. */
  #parts(depth: number): ReadGeometry[] {
    const count = this.#count(5);
    const [little, high, size] = [this.#little, this.#high, this.#size];
    const parts: ReadGeometry[] = [];
    for (let n = 0; n < count; n++) {
      const part = this.geometry(depth + 1);
      if (part === undefined) throw new BrokenWkb();
      if (part) parts.push(part);
      [this.#little, this.#high, this.#size] = [little, high, size];
    }
    return parts;
  }

  #uint(): number {
    const value = this.#view.getUint32(this.#at, this.#little);
    this.#at += 4;
    return value;
  }

  /** A count whose items have at least so many bytes each: more than are left is a lie. */
  #count(bytes: number): number {
    const count = this.#uint();
    if (count * bytes > this.#view.byteLength - this.#at) throw new BrokenWkb();
    return count;
  }

  #positions(count: number): number[][] {
    if (count * this.#size * 8 > this.#view.byteLength - this.#at) throw new BrokenWkb();
    return Array.from({ length: count }, () => {
      const place = [this.#double(0), this.#double(1)];
      if (this.#high) place.push(this.#double(2));
      this.#at += this.#size * 8;
      return place;
    });
  }

  #double(n: number): number {
    return this.#view.getFloat64(this.#at + 8 * n, this.#little);
  }
}

function filled(type: string, coordinates: unknown[]): ReadGeometry | null {
  return coordinates.length > 0 ? { type, coordinates } : null;
}

const coordinates = <T>(part: ReadGeometry): T => part.coordinates as T;
