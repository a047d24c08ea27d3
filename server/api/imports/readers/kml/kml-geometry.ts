import { child, childrenOf, childText, type XmlElement } from '../../../../formats/xml-tree.ts';

/** The geometry of a feature as GeoJSON, with what else its elements say. */
export interface KmlShape {
  geometry: unknown;
  altitudeMode: string | undefined;
  /** Heights other than 0 are stated although the object lies on the ground. */
  heightsOnGround: boolean;
  /** Times of a track. */
  begin?: string | undefined;
  end?: string | undefined;
  /** Positions that are none. */
  wrong: string[];
  /** It is a 3D model, which is not read. */
  model: boolean;
}

const DEEPEST = 20;
const MAX_WRONG = 10;
const GEOMETRIES = new Set([
  ...['Point', 'LineString', 'LinearRing', 'Polygon', 'MultiGeometry', 'Track', 'MultiTrack', 'Model'],
]);

export function kmlGeometry(element: XmlElement): KmlShape {
  const shape: KmlShape = {
    geometry: null,
    altitudeMode: undefined,
    heightsOnGround: false,
    wrong: [],
    model: false,
  };
  const own = element.children.find(({ name }) => GEOMETRIES.has(name));
  if (own) shape.geometry = geometryOf(own, shape, 0);
  return shape;
}

/** The outline of a ground overlay: its box, turned, or its quadrilateral. */
export function overlayOutline(element: XmlElement): KmlShape {
  const shape = kmlGeometry(element);
  const quad = child(element, 'LatLonQuad');
  if (quad) {
    const corners = positions(childText(quad, 'coordinates') ?? '', shape, 'clampToGround');
    if (corners.length >= 4)
      shape.geometry = { type: 'Polygon', coordinates: [[...corners.slice(0, 4), corners[0]]] };
    return shape;
  }
  const box = child(element, 'LatLonBox');
  const [north, south, east, west] = ['north', 'south', 'east', 'west'].map((side) =>
    Number(childText(box, side) ?? Number.NaN),
  ) as [number, number, number, number];
  if (![north, south, east, west].every(Number.isFinite)) return shape;
  const angle = (Number(childText(box, 'rotation') ?? 0) || 0) * (Math.PI / 180);
  const [x, y] = [(east + west) / 2, (north + south) / 2];
  // The picture is turned on the ground: a degree of longitude is shorter.
  const narrow = Math.cos((y * Math.PI) / 180) || 1;
  const corner = (lon: number, lat: number): number[] => {
    const [dx, dy] = [(lon - x) * narrow, lat - y];
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    return angle === 0 ? [lon, lat] : [x + (dx * cos - dy * sin) / narrow, y + dx * sin + dy * cos];
  };
  const ring = [corner(west, south), corner(east, south), corner(east, north), corner(west, north)];
  shape.geometry = { type: 'Polygon', coordinates: [[...ring, ring[0]]] };
  return shape;
}

function geometryOf(element: XmlElement, shape: KmlShape, depth: number): unknown {
  const mode = childText(element, 'altitudeMode');
  shape.altitudeMode ??= mode;
  const own = (): number[][] => positions(childText(element, 'coordinates') ?? '', shape, mode);
  switch (element.name) {
    case 'Point': {
      const [position] = own();
      return position ? { type: 'Point', coordinates: position } : null;
    }
    case 'LineString':
    case 'LinearRing': {
      const line = own();
      return line.length > 0 ? { type: 'LineString', coordinates: line } : null;
    }
    case 'Polygon':
      return polygon(element, shape, mode);
    case 'Track':
      return track(element, shape, mode);
    case 'MultiTrack': {
      const lines = childrenOf(element, 'Track').flatMap((one) => track(one, shape, mode)?.coordinates ?? []);
      const several = childrenOf(element, 'Track').map((one) => track(one, shape, mode)?.coordinates);
      const parts = several.filter((line) => line !== undefined && line.length > 1);
      return lines.length > 0 ? { type: 'MultiLineString', coordinates: parts } : null;
    }
    case 'MultiGeometry': {
      if (depth > DEEPEST) return null;
      const parts = element.children
        .filter(({ name }) => GEOMETRIES.has(name))
        .map((inner) => geometryOf(inner, shape, depth + 1))
        .filter((part) => part !== null);
      return joined(parts as { type: string; coordinates?: unknown }[]);
    }
    default:
      shape.model = true;
      return null;
  }
}

/** Parts of one kind as one Multi*, as GDAL reads them. */
function joined(parts: { type: string; coordinates?: unknown }[]): unknown {
  const [first] = parts;
  if (!first) return null;
  const alike = parts.every(({ type }) => type === first.type);
  if (!alike || !['Point', 'LineString', 'Polygon'].includes(first.type))
    return { type: 'GeometryCollection', geometries: parts };
  return { type: `Multi${first.type}`, coordinates: parts.map(({ coordinates }) => coordinates) };
}

function polygon(element: XmlElement, shape: KmlShape, mode: string | undefined): unknown {
  const rings = (name: string) =>
    childrenOf(element, name)
      .flatMap((boundary) => childrenOf(boundary, 'LinearRing'))
      .map((ring) => positions(childText(ring, 'coordinates') ?? '', shape, mode))
      .filter((ring) => ring.length > 0);
  const [outer, ...more] = rings('outerBoundaryIs');
  if (!outer) return null;
  const holes = rings('innerBoundaryIs');
  // One outline is allowed; those of writers that give several are polygons of their own.
  if (more.length === 0) return { type: 'Polygon', coordinates: [outer, ...holes] };
  return { type: 'MultiPolygon', coordinates: [[outer, ...holes], ...more.map((ring) => [ring])] };
}

function track(
  element: XmlElement,
  shape: KmlShape,
  outer: string | undefined,
): { type: 'LineString' | 'Point'; coordinates: number[][] } | null {
  const mode = childText(element, 'altitudeMode') ?? outer;
  shape.altitudeMode ??= mode;
  const line = childrenOf(element, 'coord').flatMap(({ text }) =>
    positions(text.trim().split(/\s+/).join(','), shape, mode),
  );
  const times = childrenOf(element, 'when').map(({ text }) => text.trim());
  shape.begin ??= times[0];
  shape.end = times.at(-1) ?? shape.end;
  return line.length > 0 ? { type: 'LineString', coordinates: line } : null;
}

/** `longitude,latitude[,height]`, separated by blanks; some writers put blanks after the commas. */
function positions(text: string, shape: KmlShape, mode: string | undefined): number[][] {
  const onGround = mode === undefined || mode === 'clampToGround' || mode === 'clampToSeaFloor';
  const found: number[][] = [];
  let high = false;
  for (const tuple of text
    .trim()
    .replace(/\s*,\s*/g, ',')
    .split(/\s+/)) {
    if (tuple === '') continue;
    const [x, y, z] = tuple.split(',').map((part) => (part === '' ? Number.NaN : Number(part)));
    if (!Number.isFinite(x) || !Number.isFinite(y)) {
      if (shape.wrong.length < MAX_WRONG) shape.wrong.push(tuple.slice(0, 40));
      continue;
    }
    if (z !== undefined && Number.isFinite(z)) {
      if (z !== 0) high = true;
      found.push([x!, y!, z]);
    } else found.push([x!, y!]);
  }
  if (!onGround) return found;
  // A height on the ground says nothing, and 0 would be far below it.
  if (!high) return found.map(([x, y]) => [x!, y!]);
  shape.heightsOnGround = true;
  return found;
}
