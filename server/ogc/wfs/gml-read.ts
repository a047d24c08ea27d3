import { geometryProblem, type Geometry, type Position } from '#core/protocol';
import { WfsError } from './exceptions.ts';
import { child, children, type Element } from './xml.ts';

const MEMBERS = /^(point|line|lineString|curve|polygon|surface)Members?$/;

/** A geometry of a filter as GeoJSON, with the axis order given. Throws WfsError when invalid. */
export function geometryOf(element: Element): Geometry {
  const given = read(element);
  // Only the structure is validated: other CRS have other ranges.
  const problem = given && geometryProblem(given);
  if (!given || (problem && problem.key !== 'out-of-range'))
    throw new WfsError('InvalidParameterValue', 'filter', 'wfs.bad-geometry', {
      element: element.name.slice(0, 60),
    });
  return given;
}

function read(element: Element): Geometry | undefined {
  const { name } = element;
  switch (name) {
    case 'Point':
      return { type: 'Point', coordinates: positionsOf(element, 1)[0]! };
    case 'LineString':
    case 'Curve':
      return { type: 'LineString', coordinates: positionsOf(segmentOf(element)) };
    case 'Polygon':
      return { type: 'Polygon', coordinates: ringsOf(element) };
    case 'Surface':
      return {
        type: 'Polygon',
        coordinates: ringsOf(child(child(element, 'patches') ?? element, 'PolygonPatch') ?? element),
      };
    case 'Envelope':
    case 'Box':
      return boxOf(element);
  }
  const parts = membersOf(element).map(read);
  if (parts.length === 0 || parts.some((part) => !part)) return undefined;
  const coordinates = parts.map((part) => part!.coordinates);
  if (name === 'MultiPoint') return { type: 'MultiPoint', coordinates: coordinates as Position[] };
  if (/^Multi(LineString|Curve)$/.test(name))
    return { type: 'MultiLineString', coordinates: coordinates as Position[][] };
  if (/^Multi(Polygon|Surface)$/.test(name))
    return { type: 'MultiPolygon', coordinates: coordinates as Position[][][] };
  return undefined;
}

function membersOf(element: Element): Element[] {
  return element.children.filter(({ name }) => MEMBERS.test(name)).flatMap((member) => member.children);
}

/** A curve with one straight segment is a line. */
function segmentOf(element: Element): Element {
  const segments = child(element, 'segments');
  return (segments && child(segments, 'LineStringSegment')) ?? element;
}

function ringsOf(polygon: Element): Position[][] {
  const sides = [
    ...children(polygon, 'exterior', 'outerBoundaryIs'),
    ...children(polygon, 'interior', 'innerBoundaryIs'),
  ];
  return sides.map((side) => positionsOf(child(side, 'LinearRing') ?? side));
}

function boxOf(element: Element): Geometry | undefined {
  const corners = children(element, 'lowerCorner', 'upperCorner').map(({ text }) => text);
  const [low, high] = corners.length === 2 ? numbersIn(corners.join(' '), 2) : positionsOf(element);
  if (!low || !high) return undefined;
  const [west, south, east, north] = [low[0], low[1], high[0], high[1]];
  const ring: Position[] = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: 'Polygon', coordinates: [ring] };
}

/** Reads `pos`, `posList`, or `coordinates` and `coord` of GML 2. */
function positionsOf(element: Element, min = 0): Position[] {
  const list = child(element, 'posList');
  const old = child(element, 'coordinates');
  const dimension = Number((list ?? element).attributes.get('srsDimension') ?? 2) === 3 ? 3 : 2;
  let found: Position[];
  if (list) found = numbersIn(list.text, dimension);
  else if (old) found = old.text.split(/\s+/).map((tuple) => tuple.split(',').map(Number) as Position);
  else found = children(element, 'pos').map(({ text }) => text.split(/\s+/).map(Number) as Position);
  if (found.length < min) found.push([Number.NaN, Number.NaN]);
  return found;
}

function numbersIn(text: string, dimension: 2 | 3): Position[] {
  const numbers = text.split(/\s+/).map((word) => (word === '' ? Number.NaN : Number(word)));
  const found: Position[] = [];
  for (let n = 0; n < numbers.length; n += dimension) found.push(numbers.slice(n, n + dimension) as Position);
  return found;
}
