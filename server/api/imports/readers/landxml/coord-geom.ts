import { arc } from '../../../../formats/curves.ts';
import { child, childrenOf, type XmlElement } from '../../../../formats/xml-tree.ts';

/** Points by their names: east, north, height. */
export type NamedPlaces = Map<string, number[]>;

const SPIRAL_STEPS = 24;

/** North, east and maybe height in the text of an element, or the point that it refers to; east first. */
export function placeOf(element: XmlElement | undefined, named: NamedPlaces): number[] | undefined {
  if (!element) return undefined;
  const numbers = element.text
    .trim()
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(Number);
  if (numbers.length >= 2 && numbers.every(Number.isFinite)) {
    const [north, east, height] = numbers as [number, number, number?];
    return height === undefined ? [east, north] : [east, north, height];
  }
  const reference = element.attributes['pntRef'];
  return reference === undefined ? undefined : named.get(reference);
}

export interface GeomLine {
  places: number[][];
  /** It has spirals, which were drawn nearly. */
  spirals: boolean;
}

/** The parts of CoordGeom, one after the other. */
export function coordGeomLine(element: XmlElement, named: NamedPlaces): GeomLine {
  const line: GeomLine = { places: [], spirals: false };
  for (const geometry of childrenOf(element, 'CoordGeom'))
    for (const part of geometry.children) append(line.places, partOf(part, named, line));
  // Heights only where all have one.
  const high = line.places.every(({ length }) => length === 3);
  if (!high) line.places = line.places.map((place) => place.slice(0, 2));
  return line;
}

function append(places: number[][], more: readonly number[][]): void {
  const last = places.at(-1);
  const [first] = more;
  const same = last && first && last[0] === first[0] && last[1] === first[1];
  places.push(...(same ? more.slice(1) : more));
}

function partOf(part: XmlElement, named: NamedPlaces, line: GeomLine): number[][] {
  const at = (name: string) => placeOf(child(part, name), named);
  const [start, end] = [at('Start'), at('End')];
  switch (part.name) {
    case 'Line':
      return start && end ? [start, end] : [];
    case 'IrregularLine':
    case 'Chain': {
      const list = child(part, 'PntList3D') ?? child(part, 'PntList2D');
      const inner = list ? placesOfList(list.text, list.name === 'PntList3D' ? 3 : 2) : [];
      return inner.length > 0 ? inner : start && end ? [start, end] : [];
    }
    case 'Curve': {
      const centre = at('Center');
      return start && end ? (centre ? curveOf(part, start, centre, end) : [start, end]) : [];
    }
    case 'Spiral':
      line.spirals = true;
      return start && end ? spiralOf(start, at('PI'), end) : [];
    default:
      return [];
  }
}

/** North and east, with heights by threes; east first. */
export function placesOfList(text: string, size: 2 | 3): number[][] {
  const numbers = text
    .trim()
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(Number);
  const places: number[][] = [];
  for (let i = 0; i + size <= numbers.length; i += size) {
    const [north, east, height] = numbers.slice(i, i + size) as [number, number, number?];
    places.push(height === undefined ? [east, north] : [east, north, height]);
  }
  return places;
}

/** An arc: its sense as stated, its angle by its ends. */
function curveOf({ attributes }: XmlElement, start: number[], centre: number[], end: number[]): number[][] {
  const angle = (place: number[]) => Math.atan2(place[1]! - centre[1]!, place[0]! - centre[0]!);
  const turn = 2 * Math.PI;
  const anticlockwise = attributes['rot'] !== 'cw';
  const difference = (((angle(end) - angle(start)) % turn) + turn) % turn;
  const sweep = anticlockwise ? difference : difference - turn;
  const radius = Math.hypot(start[0]! - centre[0]!, start[1]! - centre[1]!);
  return [start, ...arc(centre, radius, angle(start), sweep, start, end)];
}

/** Between its tangents: a quadratic curve through its ends, which touches both. */
function spiralOf(start: number[], tangent: number[] | undefined, end: number[]): number[][] {
  if (!tangent) return [start, end];
  return Array.from({ length: SPIRAL_STEPS + 1 }, (_, n) => {
    const t = n / SPIRAL_STEPS;
    return [0, 1].map((i) => (1 - t) ** 2 * start[i]! + 2 * t * (1 - t) * tangent[i]! + t ** 2 * end[i]!);
  });
}
