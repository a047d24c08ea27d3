import type { Color } from 'cesium';
import {
  Cartesian2,
  Cartesian3,
  ComponentDatatype,
  EllipsoidTangentPlane,
  Geometry as Mesh,
  GeometryAttribute,
  GeometryAttributes,
  GeometryInstance,
  BlendingState,
  BoundingSphere,
  ColorGeometryInstanceAttribute,
  PerInstanceColorAppearance,
  PolygonPipeline,
  PolylineColorAppearance,
  Primitive,
  PrimitiveType,
} from 'cesium';

declare module 'cesium' {
  /** There, and not in the typings. */
  export const PolygonPipeline: {
    /** Corners of triangles, as indices into `positions`; `holes`: where each hole begins in them. */
    triangulate(positions: readonly Cartesian2[], holes?: readonly number[]): number[];
  };
}

/** Strokes and fills lie on one another as they are drawn, layer by layer, as on paper: none hides another by depth. */
const renderState = {
  depthTest: { enabled: true },
  depthMask: false,
  blending: BlendingState.ALPHA_BLEND,
};

/** All strokes of one width and colour as one primitive; undefined where there are none. `width` in CSS pixels. */
export function strokes(
  lines: readonly (readonly Cartesian3[])[],
  width: number,
  colour: Color,
): Primitive | undefined {
  let segments = 0;
  for (const line of lines) segments += Math.max(0, line.length - 1);
  if (segments === 0) return undefined;
  const count = 4 * segments;
  const [at, before, after] = [0, 0, 0].map(() => new Float64Array(3 * count)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const expand = new Float32Array(2 * count);
  const indices = new Uint32Array(6 * segments);
  let vertex = 0;
  let index = 0;
  for (const line of lines)
    for (let i = 1; i < line.length; i++) {
      const [from, to] = [line[i - 1]!, line[i]!];
      // Corners are joined: each end knows where the line comes from and where it goes on.
      const previous = i > 1 ? line[i - 2]! : mirrored(to, from);
      const next = i + 1 < line.length ? line[i + 1]! : mirrored(from, to);
      for (let corner = 0; corner < 4; corner++) {
        const first = corner < 2;
        Cartesian3.pack(first ? from : to, at as unknown as number[], 3 * vertex);
        Cartesian3.pack(first ? previous : from, before as unknown as number[], 3 * vertex);
        Cartesian3.pack(first ? to : next, after as unknown as number[], 3 * vertex);
        expand[2 * vertex] = 2 * (corner % 2) - 1;
        expand[2 * vertex + 1] = first ? width : -width;
        vertex++;
      }
      const base = vertex - 4;
      indices.set([base, base + 2, base + 1, base + 1, base + 2, base + 3], index);
      index += 6;
    }
  const attributes = new GeometryAttributes();
  attributes.position = places(at);
  Object.assign(attributes, {
    prevPosition: places(before),
    nextPosition: places(after),
    expandAndWidth: new GeometryAttribute({
      componentDatatype: ComponentDatatype.FLOAT,
      componentsPerAttribute: 2,
      values: expand,
    }),
  });
  const appearance = new PolylineColorAppearance({ translucent: false, renderState });
  return primitive(meshOf(attributes, indices, at), colour, appearance);
}

/** All areas of one colour as one primitive. Each area: its outer ring, then its holes, closed. */
export function fills(
  areas: readonly (readonly (readonly Cartesian3[])[])[],
  colour: Color,
): Primitive | undefined {
  const at: number[] = [];
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
    for (const vertex of PolygonPipeline.triangulate(flat.flat(), starts)) indices.push(start + vertex);
  }
  if (indices.length === 0) return undefined;
  const values = new Float64Array(at);
  const attributes = new GeometryAttributes();
  attributes.position = places(values);
  const appearance = new PerInstanceColorAppearance({
    flat: true,
    translucent: false,
    closed: false,
    renderState,
  });
  return primitive(meshOf(attributes, new Uint32Array(indices), values), colour, appearance);
}

/** An area steeper than this is triangulated as it is seen from the side: cosine of 84°. */
const STEEP = 0.1;

/**
 * The plane in which an area is cut into triangles: the one that touches the ellipsoid below it or, of what stands upright,
 * its own (Newell's), for from above a façade is a line.
 */
function planeFor(ring: readonly Cartesian3[]): (place: Cartesian3) => Cartesian2 {
  const tangent = EllipsoidTangentPlane.fromPoints([...ring]);
  const [first] = ring;
  const normal = new Cartesian3();
  for (const [i, place] of ring.entries()) {
    const a = Cartesian3.subtract(place, first!, new Cartesian3());
    const b = Cartesian3.subtract(ring[(i + 1) % ring.length]!, first!, new Cartesian3());
    Cartesian3.add(normal, Cartesian3.cross(a, b, a), normal);
  }
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

function mirrored(point: Cartesian3, about: Cartesian3): Cartesian3 {
  return new Cartesian3(2 * about.x - point.x, 2 * about.y - point.y, 2 * about.z - point.z);
}

function places(values: Float64Array): GeometryAttribute {
  return new GeometryAttribute({
    componentDatatype: ComponentDatatype.DOUBLE,
    componentsPerAttribute: 3,
    values,
  });
}

function meshOf(attributes: GeometryAttributes, indices: Uint32Array, at: Float64Array): Mesh {
  return new Mesh({
    attributes,
    indices,
    primitiveType: PrimitiveType.TRIANGLES,
    boundingSphere: BoundingSphere.fromVertices(at),
  });
}

function primitive(
  geometry: Mesh,
  colour: Color,
  appearance: PolylineColorAppearance | PerInstanceColorAppearance,
): Primitive {
  return new Primitive({
    geometryInstances: new GeometryInstance({
      geometry,
      attributes: { color: ColorGeometryInstanceAttribute.fromColor(colour) },
    }),
    appearance,
    asynchronous: false,
    allowPicking: false,
    compressVertices: false,
    releaseGeometryInstances: true,
  });
}
