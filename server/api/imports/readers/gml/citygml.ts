import { attributeOf } from '../../../../formats/xml-stream.ts';
import type { ReadGeometry } from '../../../../formats/wkt-read.ts';
import { child, childText, type XmlElement } from '../../../../formats/xml-tree.ts';
import { gmlGeometry, isGmlGeometry, type FrameOf } from './gml-geometry.ts';

const CITY_OBJECTS = new Set([
  ...['Building', 'BuildingPart', 'Bridge', 'Tunnel', 'Road', 'Railway', 'Track', 'Square', 'Waterway'],
  ...['LandUse', 'PlantCover', 'SolitaryVegetationObject', 'WaterBody', 'CityFurniture', 'GenericCityObject'],
  ...['TransportationComplex', 'OtherConstruction', 'ReliefFeature'],
]);

/** CityGML 1 to 3: an object of a city, which has its shapes by level of detail. */
export const isCityObject = ({ name, children }: XmlElement): boolean =>
  CITY_OBJECTS.has(name) &&
  children.some((one) => /^lod\d|^boundedBy$|^boundary$|^consistsOf/.test(one.name));

export interface Footprint {
  geometry: ReadGeometry | null;
  /** Some of its surfaces are only named, and stand elsewhere. */
  references: boolean;
}

/** From the most exact outline on the ground to the faces that lie lowest. */
const OUTLINES = [/^lod\dFootPrint$/, /^GroundSurface$/, /^lod\dRoofEdge$/];

/**
 * Where an object stands: its footprint, its ground surfaces, the edge of its roof, or the faces of its body that look
 * down; of others than buildings all of their surfaces. Its attributes are noted.
 */
export function footprint(
  element: XmlElement,
  frameOf: FrameOf,
  properties: Record<string, unknown>,
): Footprint {
  attributesOf(element, properties);
  const state = { references: false };
  for (const outline of OUTLINES) {
    const found = surfacesIn(element, frameOf, state, outline);
    if (found.length > 0) return { geometry: polygons(found), references: state.references };
  }
  const all = surfacesIn(element, frameOf, state, /./);
  const isBody = /^(Building|BuildingPart|Bridge|Tunnel|OtherConstruction)$/.test(element.name);
  const down = isBody ? all.filter((rings) => looksDown(rings)) : all;
  const geometry = polygons(down.length > 0 ? down : all) ?? otherGeometry(element, frameOf);
  return { geometry, references: state.references };
}

function polygons(found: number[][][][]): ReadGeometry | null {
  if (found.length === 0) return null;
  return found.length === 1
    ? { type: 'Polygon', coordinates: found[0] }
    : { type: 'MultiPolygon', coordinates: found };
}

const DEEPEST = 60;

/** The polygons within elements of a name. */
function surfacesIn(
  element: XmlElement,
  frameOf: FrameOf,
  state: { references: boolean },
  name: RegExp,
): number[][][][] {
  const found: number[][][][] = [];
  const look = (inner: XmlElement, within: boolean, depth: number): void => {
    if (depth > DEEPEST) return;
    if (attributeOf(inner, 'href')?.startsWith('#')) state.references = true;
    if (within && isGmlGeometry(inner.name)) {
      const read = gmlGeometry(inner, frameOf);
      if (read?.type === 'Polygon') found.push(read.coordinates as number[][][]);
      else if (read?.type === 'MultiPolygon') found.push(...(read.coordinates as number[][][][]));
      return;
    }
    for (const one of inner.children) look(one, within || name.test(one.name), depth + 1);
  };
  look(element, false, 0);
  return found;
}

/** A point or a line, where there are no surfaces. */
function otherGeometry(element: XmlElement, frameOf: FrameOf): ReadGeometry | null {
  for (const property of element.children) {
    const own = property.children.find(({ name }) => isGmlGeometry(name));
    const read = own && gmlGeometry(own, frameOf);
    if (read) return read;
  }
  return null;
}

/** Its normal (Newell's) points down: the faces of a body look outwards. */
function looksDown([ring = []]: readonly number[][][]): boolean {
  const normal = [0, 0, 0];
  const [x0, y0, z0] = [ring[0]?.[0] ?? 0, ring[0]?.[1] ?? 0, ring[0]?.[2] ?? 0];
  for (let i = 0; i + 1 < ring.length; i++) {
    const [ax, ay, az] = [ring[i]![0]! - x0, ring[i]![1]! - y0, (ring[i]![2] ?? 0) - z0];
    const [bx, by, bz] = [ring[i + 1]![0]! - x0, ring[i + 1]![1]! - y0, (ring[i + 1]![2] ?? 0) - z0];
    normal[0]! += ay * bz - az * by;
    normal[1]! += az * bx - ax * bz;
    normal[2]! += ax * by - ay * bx;
  }
  const length = Math.hypot(...normal);
  return length > 0 && normal[2]! / length < -0.7;
}

/** Texts of its own properties, and generic attributes by their names. */
function attributesOf(element: XmlElement, properties: Record<string, unknown>): void {
  for (const one of element.children) {
    const generic = /^(string|int|double|date|uri|measure)Attribute$/.exec(one.name)?.[1];
    if (generic !== undefined) {
      const { name } = one.attributes;
      const text = childText(one, 'value');
      if (name && text !== undefined)
        properties[name] =
          generic === 'int' || generic === 'double' || generic === 'measure' ? numeric(text) : text;
    } else if (one.name === 'genericAttribute')
      for (const inner of one.children) {
        const [name, value] = [childText(inner, 'name'), childText(inner, 'value')];
        if (name && value !== undefined)
          properties[name] = numericIf(/^(Int|Double|Measure)/.test(inner.name), value);
      }
    else if (one.children.length === 0 && one.text.trim() !== '') {
      const text = one.text.trim();
      properties[one.name] = numericIf(/Height$|storeys/i.test(one.name), text);
    } else if (one.name === 'address') {
      const text = addressOf(one);
      if (text !== '') properties['address'] = text;
    }
  }
}

const numericIf = (isNumber: boolean, text: string): unknown => (isNumber ? numeric(text) : text);

function numeric(text: string): unknown {
  const value = Number(text);
  return text.trim() !== '' && Number.isFinite(value) ? value : text;
}

function addressOf(element: XmlElement): string {
  const texts: string[] = [];
  const look = (inner: XmlElement, depth: number): void => {
    if (depth > DEEPEST || isGmlGeometry(inner.name)) return;
    if (inner.text.trim() !== '') texts.push(inner.text.trim());
    for (const one of inner.children) look(one, depth + 1);
  };
  look(child(element, 'Address') ?? element, 0);
  return texts.join(' ').slice(0, 500);
}
