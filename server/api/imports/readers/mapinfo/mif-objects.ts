import { ellipseArc } from '../../../../formats/dxf/reading/dxf-curves.ts';
import type { SourceRecord } from '../streamed.ts';

type MifObject = Pick<SourceRecord, 'geometry' | 'problems'>;

const NAMES = /^(none|point|line|pline|region|arc|text|rect|roundrect|ellipse|multipoint|collection)\b/i;
const MAX_COUNT = 10_000_000;

/** The objects of a .mif, in order. */
export class MifObjects {
  readonly #lines: Iterator<string>;
  readonly #transform: readonly [number, number, number, number];
  #line: string | undefined;

  constructor(lines: Iterable<string>, transform: readonly [number, number, number, number]) {
    this.#lines = lines[Symbol.iterator]();
    this.#transform = transform;
    this.#next();
  }

  *all(): Generator<MifObject> {
    while (this.#line !== undefined) {
      if (!NAMES.test(this.#line)) {
        // Pens, brushes, symbols and fonts.
        this.#next();
        continue;
      }
      const geometry = this.#object();
      yield geometry === undefined
        ? { geometry: () => null, problems: [['mif-object']] }
        : { geometry: () => geometry };
    }
  }

  #next(): void {
    const next = this.#lines.next();
    this.#line = next.done ? undefined : next.value.trim();
  }

  /** Null: the row has none. Undefined: it is not sound. */
  #object(): unknown {
    const line = this.#line!;
    const [word = '', ...rest] = line.split(/\s+/);
    const numbers = rest.join(' ').replace(/,/g, ' ').split(/\s+/).filter(Boolean).map(Number);
    this.#next();
    switch (word.toLowerCase()) {
      case 'none':
        return null;
      case 'point':
        return this.#sound({ type: 'Point', coordinates: this.#place(numbers) });
      case 'line':
        return this.#sound({
          type: 'LineString',
          coordinates: [this.#place(numbers), this.#place(numbers.slice(2))],
        });
      case 'pline':
        return this.#polyline(rest);
      case 'region':
        return this.#region(numbers[0]);
      case 'multipoint':
        return this.#sound({ type: 'MultiPoint', coordinates: this.#places(numbers[0]) });
      case 'rect':
      case 'roundrect':
        return this.#sound({ type: 'Polygon', coordinates: [boxRing(this.#corners(numbers))] });
      case 'ellipse':
        return this.#sound({ type: 'Polygon', coordinates: [this.#ellipse(numbers, 0, 360)] });
      case 'arc': {
        const angles = numbers.length >= 6 ? numbers.slice(4) : this.#numbers();
        return this.#sound({
          type: 'LineString',
          coordinates: this.#ellipse(numbers, angles[0]!, angles[1]!),
        });
      }
      case 'text': {
        // The text may stand on a line of its own; then its box.
        let box = numbers.filter(Number.isFinite).slice(-4);
        if (box.length < 4) {
          if (this.#line?.startsWith('"')) this.#next();
          box = this.#numbers();
        }
        return this.#sound({ type: 'Point', coordinates: this.#place(box) });
      }
      default:
        return this.#collection(numbers[0]);
    }
  }

  #polyline(rest: readonly string[]): unknown {
    const multiple = rest[0]?.toLowerCase() === 'multiple';
    const parts = multiple ? Number(rest[1]) : 1;
    if (!(parts >= 1 && parts < MAX_COUNT)) return undefined;
    const lines: (number[][] | undefined)[] = [];
    for (let n = 0; n < parts; n++) {
      const count = !multiple && rest[0] !== undefined ? Number(rest[0]) : this.#count();
      lines.push(this.#places(count));
    }
    return parts === 1 && !multiple
      ? this.#sound({ type: 'LineString', coordinates: lines[0] })
      : this.#sound({ type: 'MultiLineString', coordinates: lines });
  }

  /** Rings in any order: each is a polygon or a hole in one before. */
  #region(count: number | undefined): unknown {
    if (!(count! >= 1 && count! < MAX_COUNT)) return undefined;
    const rings: number[][][] = [];
    for (let n = 0; n < count!; n++) {
      const ring = this.#places(this.#count());
      if (!ring) return undefined;
      rings.push(ring);
    }
    const polygons: number[][][][] = [];
    for (const ring of rings) {
      const outer = polygons.find(([shell]) => inside(ring[0]!, shell!));
      if (outer) outer.push(ring);
      else polygons.push([ring]);
    }
    return this.#sound(
      polygons.length === 1
        ? { type: 'Polygon', coordinates: polygons[0] }
        : { type: 'MultiPolygon', coordinates: polygons },
    );
  }

  #collection(count: number | undefined): unknown {
    const geometries: unknown[] = [];
    while (this.#line !== undefined && geometries.length < (count ?? 0)) {
      if (NAMES.test(this.#line)) geometries.push(this.#object());
      else this.#next();
    }
    return {
      type: 'GeometryCollection',
      geometries: geometries.filter((one) => one !== null && one !== undefined),
    };
  }

  #sound(geometry: { type: string; coordinates: unknown }): unknown {
    const fits = (value: unknown): boolean =>
      Array.isArray(value) &&
      (typeof value[0] === 'number' ? value.every(Number.isFinite) : value.every(fits));
    return fits(geometry.coordinates) ? geometry : undefined;
  }

  #place([x, y]: readonly number[]): number[] {
    const [a, b, c, d] = this.#transform;
    return [x! * a + c, y! * b + d];
  }

  #corners(numbers: readonly number[]): [number[], number[]] {
    return [this.#place(numbers), this.#place(numbers.slice(2))];
  }

  /** In the box of its corners. */
  #ellipse(numbers: readonly number[], start: number, end: number): number[][] {
    const [a, b] = this.#corners(numbers);
    const radians = (degrees: number) => (degrees * Math.PI) / 180;
    const [rx, ry] = [Math.abs(b[0]! - a[0]!) / 2, Math.abs(b[1]! - a[1]!) / 2];
    const centre = [(a[0]! + b[0]!) / 2, (a[1]! + b[1]!) / 2, 0] as [number, number, number];
    return ellipseArc(centre, [rx, 0, 0], [0, ry, 0], radians(start), radians(end)).map(([x, y]) => [x!, y!]);
  }

  #count(): number {
    return this.#numbers()[0] ?? Number.NaN;
  }

  #numbers(): number[] {
    const line = this.#line ?? '';
    this.#next();
    return line.replace(/,/g, ' ').split(/\s+/).filter(Boolean).map(Number);
  }

  #places(count: number | undefined): number[][] | undefined {
    if (!(count! >= 1 && count! < MAX_COUNT)) return undefined;
    const places: number[][] = [];
    while (places.length < count! && this.#line !== undefined) {
      const numbers = this.#numbers();
      if (numbers.length === 0) continue;
      // Several positions may stand on a line.
      for (let i = 0; i + 1 < numbers.length && places.length < count!; i += 2)
        places.push(this.#place(numbers.slice(i)));
      if (!Number.isFinite(numbers[0])) return undefined;
    }
    return places.length === count ? places : undefined;
  }
}

function boxRing([a, b]: [number[], number[]]): number[][] {
  return [a, [b[0]!, a[1]!], b, [a[0]!, b[1]!], a];
}

function inside([x, y]: readonly number[], ring: readonly (readonly number[])[]): boolean {
  let within = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [xi, yi, xj, yj] = [ring[i]![0]!, ring[i]![1]!, ring[j]![0]!, ring[j]![1]!];
    if (yi > y! !== yj > y! && x! < ((xj - xi) * (y! - yi)) / (yj - yi) + xi) within = !within;
  }
  return within;
}
