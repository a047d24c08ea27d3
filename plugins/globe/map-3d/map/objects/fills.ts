import {
  Cartesian2,
  Cartesian3,
  ComponentDatatype,
  EllipsoidTangentPlane,
  GeometryAttribute,
  GeometryAttributes,
  PerInstanceColorAppearance,
  PolygonPipeline,
  type Color,
  type Primitive,
} from 'cesium';
import { meshOf, places, primitive } from './meshes.ts';

declare module 'cesium' {
  /** Missing in Cesium's typings. */
  export const PolygonPipeline: {
    /** Corners of triangles, as indices into `positions`; `holes`: where each hole begins. */
    triangulate(positions: readonly Cartesian2[], holes?: readonly number[]): number[];
  };
}

/** All areas of one colour as one primitive. Each area: its outer ring, then its holes, closed. `hatch`: what is drawn upon it. */
export function fills(
  areas: readonly Area[],
  colour: Color,
  hatch?: PerInstanceColorAppearance,
): Primitive | undefined {
  const { at, inPlane, indices } = trianglesOf(areas);
  if (indices.length === 0) return undefined;
  const values = new Float64Array(at);
  const attributes = new GeometryAttributes();
  attributes.position = places(values);
  if (hatch)
    attributes.st = new GeometryAttribute({
      componentDatatype: ComponentDatatype.FLOAT,
      componentsPerAttribute: 2,
      values: new Float32Array(inPlane),
    });
  const appearance =
    hatch ?? new PerInstanceColorAppearance({ flat: true, translucent: false, closed: false });
  return primitive(meshOf(attributes, new Uint32Array(indices), values), appearance, { colour });
}

/** An outer ring, then its holes, closed. */
export type Area = readonly (readonly Cartesian3[])[];

/**
 * Triangulates areas: coordinates of the corners, three numbers each, metres of them in the plane of their area, two
 * numbers each, and three indices per triangle.
 */
export function trianglesOf(areas: readonly Area[]): { at: number[]; inPlane: number[]; indices: number[] } {
  const at: number[] = [];
  const inPlane: number[] = [];
  const indices: number[] = [];
  for (const rings of areas) {
    const open = rings.map((ring) => ring.slice(0, -1)).filter((ring) => ring.length >= 3);
    const [outer, ...holes] = open;
    if (!outer) continue;
    const onto = planeFor(outer);
    const flat = open.map((ring) => ring.map(onto));
    const start = at.length / 3;
    const starts: number[] = [];
    let count = outer.length;
    for (const hole of holes) {
      starts.push(count);
      count += hole.length;
    }
    for (const ring of open) for (const { x, y, z } of ring) at.push(x, y, z);
    for (const ring of flat) for (const { x, y } of ring) inPlane.push(x, y);
    for (const vertex of PolygonPipeline.triangulate(flat.flat(), starts)) indices.push(start + vertex);
  }
  return { at, inPlane, indices };
}

/**
 * Normal of a ring's plane (Newell), with twice its area as length; towards the side from which it is
 * counterclockwise.
 */
export function normalOf(ring: readonly Cartesian3[]): Cartesian3 {
  const [first] = ring;
  const normal = new Cartesian3();
  for (const [i, place] of ring.entries()) {
    const a = Cartesian3.subtract(place, first!, new Cartesian3());
    const b = Cartesian3.subtract(ring[(i + 1) % ring.length]!, first!, new Cartesian3());
    Cartesian3.add(normal, Cartesian3.cross(a, b, a), normal);
  }
  return normal;
}

/** An area steeper than this is triangulated in its own plane: cosine of 84°. */
const STEEP = 0.1;

/**
 * The plane in which an area is triangulated: tangent to the ellipsoid, or for upright ones its own (Newell), because
 * seen from above a façade is a line.
 */
function planeFor(ring: readonly Cartesian3[]): (place: Cartesian3) => Cartesian2 {
  const tangent = EllipsoidTangentPlane.fromPoints([...ring]);
  const [first] = ring;
  const normal = normalOf(ring);
  const area = Cartesian3.magnitude(normal);
  const upright = Math.abs(Cartesian3.dot(normal, tangent.plane.normal)) < STEEP * area;
  if (!upright) return (place) => tangent.projectPointToNearestOnPlane(place);
  const across = Cartesian3.normalize(
    Cartesian3.cross(tangent.plane.normal, normal, new Cartesian3()),
    new Cartesian3(),
  );
  const along = Cartesian3.normalize(Cartesian3.cross(normal, across, new Cartesian3()), new Cartesian3());
  return (place) => {
    const way = Cartesian3.subtract(place, first!, new Cartesian3());
    return new Cartesian2(Cartesian3.dot(way, across), Cartesian3.dot(way, along));
  };
}
