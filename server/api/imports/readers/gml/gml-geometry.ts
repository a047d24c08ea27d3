import { arc, linearArcs } from '../../../../formats/curves.ts';
import { attributeOf } from '../../../../formats/xml-stream.ts';
import { chained, type ReadGeometry } from '../../../../formats/wkt-read.ts';
import { child, childrenOf, type XmlElement } from '../../../../formats/xml-tree.ts';

/** What positions of a geometry mean. */
export interface GmlFrame {
  /** North comes before east. */
  swapped: boolean;
  /** Numbers of a position. */
  size: number;
}

/** The CRS that a geometry names, and how its numbers are ordered. */
export type FrameOf = (srsName: string | undefined, dimension: number | undefined) => GmlFrame;

const DEEPEST = 60;

/** Elements that are geometries of GML 2 and 3. */
const READERS: Record<string, (element: XmlElement, at: Walk) => ReadGeometry | null> = {
  Point: (element, at) => {
    const [place] = at.places(element);
    return place ? { type: 'Point', coordinates: place } : null;
  },
  LineString: line,
  LinearRing: line,
  Ring: curve,
  Curve: curve,
  OrientableCurve: curve,
  CompositeCurve: curve,
  Polygon: polygon,
  PolygonPatch: polygon,
  Triangle: polygon,
  Rectangle: polygon,
  Surface: surfaces,
  PolyhedralSurface: surfaces,
  TriangulatedSurface: surfaces,
  Tin: surfaces,
  CompositeSurface: surfaces,
  OrientableSurface: surfaces,
  MultiSurface: surfaces,
  MultiPolygon: surfaces,
  Solid: surfaces,
  CompositeSolid: surfaces,
  MultiSolid: surfaces,
  MultiPoint: (element, at) => joined('MultiPoint', at.inner(element)),
  MultiLineString: (element, at) => joined('MultiLineString', at.inner(element)),
  MultiCurve: (element, at) => joined('MultiLineString', at.inner(element)),
  MultiGeometry: collection,
  GeometricComplex: collection,
  Envelope: box,
  Box: box,
};

export const isGmlGeometry = (name: string): boolean => Object.hasOwn(READERS, name);

/** A geometry as GeoJSON; null where it is empty or of a type that is not read. */
export function gmlGeometry(element: XmlElement, frameOf: FrameOf): ReadGeometry | null {
  return new Walk(frameOf, frameOf(undefined, undefined)).read(element, 0);
}

class Walk {
  readonly #frameOf: FrameOf;
  #frame: GmlFrame;
  #depth = 0;

  constructor(frameOf: FrameOf, frame: GmlFrame) {
    this.#frameOf = frameOf;
    this.#frame = frame;
  }

  read(element: XmlElement, depth: number): ReadGeometry | null {
    if (depth > DEEPEST || !isGmlGeometry(element.name)) return null;
    const [before, beforeDepth] = [this.#frame, this.#depth];
    this.#frame = this.frame(element);
    this.#depth = depth;
    const found = READERS[element.name]!(element, this);
    [this.#frame, this.#depth] = [before, beforeDepth];
    return found;
  }

  frame(element: XmlElement): GmlFrame {
    const name = attributeOf(element, 'srsName');
    const dimension = attributeOf(element, 'srsDimension') ?? attributeOf(element, 'dimension');
    if (name === undefined && dimension === undefined) return this.#frame;
    const frame = this.#frameOf(name, dimension === undefined ? undefined : Number(dimension));
    return name === undefined ? { ...this.#frame, size: frame.size } : frame;
  }

  /** Geometries in the properties of an element, at any depth of properties. */
  inner(element: XmlElement): ReadGeometry[] {
    const found: ReadGeometry[] = [];
    const look = (inner: XmlElement, depth: number): void => {
      if (depth > DEEPEST) return;
      for (const one of inner.children)
        if (isGmlGeometry(one.name)) {
          const read = this.read(one, depth + 1);
          if (read) found.push(read);
        } else look(one, depth + 1);
    };
    look(element, this.#depth);
    return found;
  }

  places(element: XmlElement): number[][] {
    const found: number[][] = [];
    for (const one of element.children) {
      if (one.name === 'pos') found.push(...this.#tuples(one, Infinity));
      else if (one.name === 'posList') found.push(...this.#tuples(one, undefined));
      else if (one.name === 'coordinates') found.push(...this.#coordinates(one));
      else if (one.name === 'coord') found.push(this.#ordered(coordOf(one)));
      else if (/^(pointProperty|pointRep|pointMember)$/.test(one.name))
        for (const point of childrenOf(one, 'Point')) found.push(...this.places(point));
      else if (one.name === 'lowerCorner' || one.name === 'upperCorner')
        found.push(...this.#tuples(one, Infinity));
    }
    return found;
  }

  #tuples(element: XmlElement, whole: number | undefined): number[][] {
    const numbers = element.text.trim().split(/\s+/).filter(Boolean).map(Number);
    const { size } = this.frame(element);
    // A single position has as many numbers as it has.
    const step = whole === undefined ? stepOf(numbers.length, size) : Math.max(2, numbers.length);
    const found: number[][] = [];
    for (let i = 0; i + step <= numbers.length; i += step)
      found.push(this.#ordered(numbers.slice(i, i + step)));
    return found;
  }

  /** GML 2: tuples of numbers with separators that may be stated. */
  #coordinates({ text, attributes }: XmlElement): number[][] {
    const { decimal = '.', cs = ',', ts = ' ' } = attributes;
    const tuples =
      ts.trim() === ''
        ? text
            .trim()
            .replace(/\s*,\s*/g, ',')
            .split(/\s+/)
        : text.split(ts);
    return tuples
      .filter((tuple) => tuple.trim() !== '')
      .map((tuple) =>
        this.#ordered(tuple.split(cs).map((part) => Number(part.trim().replace(decimal, '.')))),
      );
  }

  #ordered(place: number[]): number[] {
    const [x, y, z] = place;
    const kept = this.#frame.swapped ? [y!, x!] : [x!, y!];
    return z === undefined ? kept : [...kept, z];
  }
}

function stepOf(count: number, size: number): number {
  if (count % size === 0) return size;
  return count % 3 === 0 ? 3 : 2;
}

function coordOf(element: XmlElement): number[] {
  return ['X', 'Y', 'Z'].flatMap((name) => {
    const text = child(element, name)?.text;
    return text === undefined ? [] : [Number(text)];
  });
}

function line(element: XmlElement, at: Walk): ReadGeometry | null {
  const places = at.places(element);
  return places.length > 0 ? { type: 'LineString', coordinates: places } : null;
}

/** Segments and members of a curve, one after the other. */
function curve(element: XmlElement, at: Walk): ReadGeometry | null {
  const runs: number[][][] = [];
  for (const property of element.children) {
    if (property.name === 'segments')
      for (const segment of property.children) runs.push(segmentOf(segment, at));
    else for (const inner of at.inner({ ...property, children: property.children })) runs.push(lineOf(inner));
  }
  const own = at.places(element);
  if (own.length > 0) runs.push(own);
  const places = chained(runs.filter(({ length }) => length > 0));
  if (element.name === 'OrientableCurve' && element.attributes['orientation'] === '-') places.reverse();
  return places.length > 0 ? { type: 'LineString', coordinates: places } : null;
}

const lineOf = (geometry: ReadGeometry): number[][] =>
  geometry.type === 'LineString' ? (geometry.coordinates as number[][]) : [];

function segmentOf(segment: XmlElement, at: Walk): number[][] {
  const places = at.places(segment);
  switch (segment.name) {
    case 'Arc':
    case 'ArcString':
      return linearArcs(places);
    case 'Circle': {
      const [a, b, c] = places;
      // Three points on it: to the third, and back to the first.
      return a && b && c ? [...linearArcs([a, b, c]), ...backTo(a, b, c)] : places;
    }
    case 'CircleByCenterPoint':
    case 'ArcByCenterPoint': {
      const [centre] = places;
      const radius = Number(child(segment, 'radius')?.text);
      if (!centre || !Number.isFinite(radius)) return [];
      const radians = (name: string, otherwise: number) =>
        (Number(child(segment, name)?.text ?? otherwise) * Math.PI) / 180;
      const whole = segment.name === 'CircleByCenterPoint';
      const start = whole ? 0 : radians('startAngle', 0);
      const sweep = whole ? 2 * Math.PI : radians('endAngle', 360) - start;
      const first = [centre[0]! + radius * Math.cos(start), centre[1]! + radius * Math.sin(start)];
      const end = start + sweep;
      const last = whole ? first : [centre[0]! + radius * Math.cos(end), centre[1]! + radius * Math.sin(end)];
      return [first, ...arc(centre, radius, start, sweep, first, last)];
    }
    default:
      return places;
  }
}

/** The rest of a circle through three points. */
function backTo(a: number[], b: number[], c: number[]): number[][] {
  const whole = linearArcs([a, b, c]);
  // Opposite the middle of the first part.
  const [x, y] = centreOf(a, b, c);
  const middle = whole[Math.floor(whole.length / 2)]!;
  return linearArcs([c, [2 * x - middle[0]!, 2 * y - middle[1]!], a]).slice(1);
}

function centreOf(a: number[], b: number[], c: number[]): [number, number] {
  const [bx, by, cx, cy] = [b[0]! - a[0]!, b[1]! - a[1]!, c[0]! - a[0]!, c[1]! - a[1]!];
  const d = 2 * (bx * cy - by * cx) || 1;
  const [b2, c2] = [bx * bx + by * by, cx * cx + cy * cy];
  return [a[0]! + (cy * b2 - by * c2) / d, a[1]! + (bx * c2 - cx * b2) / d];
}

function polygon(element: XmlElement, at: Walk): ReadGeometry | null {
  const rings: number[][][] = [];
  for (const { name, children } of element.children)
    if (/^(exterior|outerBoundaryIs|interior|innerBoundaryIs)$/.test(name))
      for (const ring of children) {
        const read = at.read(ring, 1);
        if (read?.type === 'LineString') rings.push(read.coordinates as number[][]);
      }
  return rings.length > 0 ? { type: 'Polygon', coordinates: rings } : null;
}

function surfaces(element: XmlElement, at: Walk): ReadGeometry | null {
  const found = at
    .inner(element)
    .flatMap(({ type, coordinates }) =>
      type === 'Polygon' ? [coordinates] : type === 'MultiPolygon' ? (coordinates as unknown[]) : [],
    );
  if (found.length === 0) return null;
  if (found.length === 1 && element.name === 'Surface') return { type: 'Polygon', coordinates: found[0] };
  return { type: 'MultiPolygon', coordinates: found };
}

function joined(type: string, parts: readonly ReadGeometry[]): ReadGeometry | null {
  const single = type.slice(5);
  const found = parts.filter((part) => part.type === single).map(({ coordinates }) => coordinates);
  return found.length > 0 ? { type, coordinates: found } : null;
}

function collection(element: XmlElement, at: Walk): ReadGeometry | null {
  const geometries = at.inner(element);
  return geometries.length > 0 ? { type: 'GeometryCollection', geometries } : null;
}

function box(element: XmlElement, at: Walk): ReadGeometry | null {
  const [low, high] = at.places(element);
  if (!low || !high) return null;
  const [[west, south], [east, north]] = [low as [number, number], high as [number, number]];
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: 'Polygon', coordinates: [ring] };
}
