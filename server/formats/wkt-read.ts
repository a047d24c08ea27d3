import { linearArcs } from './curves.ts';

/** A geometry of GeoJSON, unchecked. */
export interface ReadGeometry {
  type: string;
  coordinates?: unknown;
  geometries?: ReadGeometry[];
}

const START =
  /^\s*(?:SRID\s*=\s*\d+\s*;)?\s*(?:(?:MULTI)?(?:POINT|LINESTRING|POLYGON|CURVE|SURFACE)|GEOMETRYCOLLECTION|CIRCULARSTRING|COMPOUNDCURVE|CURVEPOLYGON|TRIANGLE|TIN|POLYHEDRALSURFACE)\s*(?:ZM|Z|M)?\s*(?:\(|EMPTY)/i;
const DEEPEST = 20;

export const looksLikeWkt = (text: string): boolean => START.test(text);

/** The code before an EWKT: `SRID=32632;POINT (1 2)`. */
export function sridOf(text: string): number | undefined {
  const found = /^\s*SRID\s*=\s*(\d+)\s*;/i.exec(text);
  return found ? Number(found[1]) : undefined;
}

/**
 * Reads well-known text (OGC 06-103r4, and EWKT): curves become lines, measures are left out. Null: it is empty.
 * Undefined: it is not well-known text.
 */
export function readWkt(text: string): ReadGeometry | null | undefined {
  try {
    const reader = new WktReader(text.replace(/^\s*SRID\s*=\s*\d+\s*;/i, ''));
    const geometry = reader.geometry(0);
    return reader.atEnd ? geometry : undefined;
  } catch (thrown) {
    if (thrown instanceof NoWkt) return undefined;
    throw thrown;
  }
}

class NoWkt extends Error {}

class WktReader {
  readonly #text: string;
  #at = 0;
  #measured = false;
  #high = false;

  constructor(text: string) {
    this.#text = text;
  }

  get atEnd(): boolean {
    this.#blanks();
    return this.#at >= this.#text.length;
  }

  geometry(depth: number): ReadGeometry | null {
    if (depth > DEEPEST) throw new NoWkt();
    const name = this.#word().toUpperCase();
    const plain = name.replace(/(?<=[A-Z]{3})(ZM|Z|M)$/, (suffix) => (this.#flags(suffix), ''));
    const flags = /^(ZM|Z|M)$/i.exec(this.#peekWord())?.[0];
    if (flags) this.#flags(this.#word().toUpperCase());
    if (/^EMPTY$/i.test(this.#peekWord())) return (this.#word(), null);
    switch (plain) {
      case 'POINT':
        return { type: 'Point', coordinates: this.#list(() => this.#position())[0] };
      case 'LINESTRING':
        return { type: 'LineString', coordinates: this.#line() };
      case 'CIRCULARSTRING':
        return { type: 'LineString', coordinates: linearArcs(this.#line()) };
      case 'COMPOUNDCURVE':
        return { type: 'LineString', coordinates: chained(this.#list(() => this.#curve(depth))) };
      case 'POLYGON':
      case 'TRIANGLE':
        return { type: 'Polygon', coordinates: this.#list(() => this.#line()) };
      case 'CURVEPOLYGON':
        return { type: 'Polygon', coordinates: this.#list(() => this.#curve(depth)) };
      case 'MULTIPOINT':
        return { type: 'MultiPoint', coordinates: this.#list(() => this.#pointInBrackets()) };
      case 'MULTILINESTRING':
        return { type: 'MultiLineString', coordinates: this.#list(() => this.#line()) };
      case 'MULTICURVE':
        return { type: 'MultiLineString', coordinates: this.#list(() => this.#curve(depth)) };
      case 'MULTIPOLYGON':
      case 'TIN':
      case 'POLYHEDRALSURFACE':
        return { type: 'MultiPolygon', coordinates: this.#list(() => this.#list(() => this.#line())) };
      case 'MULTISURFACE':
        return { type: 'MultiPolygon', coordinates: this.#list(() => this.#surface(depth)) };
      case 'GEOMETRYCOLLECTION': {
        const geometries = this.#list(() => this.geometry(depth + 1)).filter((one) => one !== null);
        return { type: 'GeometryCollection', geometries };
      }
      default:
        throw new NoWkt();
    }
  }

  #flags(text: string): void {
    this.#measured = text.endsWith('M');
    this.#high = text.startsWith('Z');
  }

  /** A line in brackets, or a named curve. */
  #curve(depth: number): number[][] {
    if (this.#peek() === '(') return this.#line();
    const curve = this.geometry(depth + 1);
    if (curve?.type !== 'LineString') throw new NoWkt();
    return curve.coordinates as number[][];
  }

  #surface(depth: number): unknown {
    if (this.#peek() === '(') return this.#list(() => this.#line());
    const surface = this.geometry(depth + 1);
    if (surface?.type !== 'Polygon') throw new NoWkt();
    return surface.coordinates;
  }

  #line(): number[][] {
    return this.#list(() => this.#position());
  }

  #pointInBrackets(): number[] {
    return this.#peek() === '(' ? this.#list(() => this.#position())[0]! : this.#position();
  }

  #position(): number[] {
    const number = /[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?|nan/iy;
    const values: number[] = [];
    for (;;) {
      this.#blanks();
      number.lastIndex = this.#at;
      const found = number.exec(this.#text);
      if (!found) break;
      this.#at = number.lastIndex;
      values.push(Number(found[0]));
    }
    if (values.length < 2 || values.length > 4) throw new NoWkt();
    // Measures come last; without a word for it, a third number is a height.
    if (values.length === 4) return values.slice(0, 3);
    return values.length === 3 && this.#measured && !this.#high ? values.slice(0, 2) : values;
  }

  #list<T>(item: () => T): T[] {
    if (/^EMPTY$/i.test(this.#peekWord())) return (this.#word(), []);
    this.#expect('(');
    const items = [item()];
    for (;;) {
      const next = this.#peek();
      if (next === ',') {
        this.#at++;
        items.push(item());
      } else {
        this.#expect(')');
        return items;
      }
    }
  }

  #expect(sign: string): void {
    if (this.#peek() !== sign) throw new NoWkt();
    this.#at++;
  }

  #peek(): string | undefined {
    this.#blanks();
    return this.#text[this.#at];
  }

  #blanks(): void {
    while (this.#at < this.#text.length && this.#text.charCodeAt(this.#at) <= 32) this.#at++;
  }

  #peekWord(): string {
    this.#blanks();
    const word = /[A-Za-z]*/y;
    word.lastIndex = this.#at;
    return word.exec(this.#text)![0];
  }

  #word(): string {
    const word = this.#peekWord();
    this.#at += word.length;
    return word;
  }
}

/** Curves that follow each other, as one line. */
export function chained(curves: readonly number[][][]): number[][] {
  return curves.flatMap((curve, n) => (n === 0 ? curve : curve.slice(1)));
}
