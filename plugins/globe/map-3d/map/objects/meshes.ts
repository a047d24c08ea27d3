import {
  BlendingState,
  BoundingSphere,
  ColorGeometryInstanceAttribute,
  ComponentDatatype,
  Geometry as Mesh,
  GeometryAttribute,
  GeometryInstance,
  Primitive,
  PrimitiveType,
  type Appearance,
  type Color,
  type GeometryAttributes,
} from 'cesium';

/** Strokes and fills are drawn over one another layer by layer, as on paper, without depth test. */
const AS_ON_PAPER = {
  depthTest: { enabled: true },
  depthMask: false,
  blending: BlendingState.ALPHA_BLEND,
};

/** Vertex coordinates, three numbers each. */
export function places(values: Float64Array): GeometryAttribute {
  return new GeometryAttribute({
    componentDatatype: ComponentDatatype.DOUBLE,
    componentsPerAttribute: 3,
    values,
  });
}

export function meshOf(attributes: GeometryAttributes, indices: Uint32Array, at: Float64Array): Mesh {
  return new Mesh({
    attributes,
    indices,
    primitiveType: PrimitiveType.TRIANGLES,
    boundingSphere: BoundingSphere.fromVertices(at),
  });
}

/** A mesh in one colour, with vertex colours, or with the material of its appearance. */
export function primitive(
  geometry: Mesh,
  appearance: Appearance,
  { colour, solid = false }: { colour?: Color; solid?: boolean } = {},
): Primitive {
  // Overridden because Cesium makes all opaque geometry write depth.
  appearance.getRenderState = () => ({ ...AS_ON_PAPER, depthMask: solid });
  const attributes = colour && { color: ColorGeometryInstanceAttribute.fromColor(colour) };
  return new Primitive({
    geometryInstances: new GeometryInstance({ geometry, ...(attributes ? { attributes } : {}) }),
    appearance,
    asynchronous: false,
    allowPicking: false,
    compressVertices: false,
    releaseGeometryInstances: true,
  });
}
