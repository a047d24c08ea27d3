import {
  BoundingSphere,
  Cartesian3,
  Matrix4,
  ModelReader,
  PrimitiveType,
  type Cesium3DTileset,
  type ModelPrimitive,
} from 'cesium';
import type { Vector } from '#core/geodesy';
import { faceAt, type TriangleMesh } from '../objects/flat-faces.ts';

/** Tolerance in metres: corners of tiles are quantized. */
const NEAR = 0.01;

/** The edges of the flat face at a point of a set; empty where its tiles have no triangles. */
export function faceOn(tileset: Cesium3DTileset, point: Cartesian3): [Cartesian3, Cartesian3][] {
  for (const { mesh, transform } of meshesAround(tileset, point)) {
    const scale = Matrix4.getMaximumScale(transform);
    const within = Matrix4.multiplyByPoint(
      Matrix4.inverse(transform, new Matrix4()),
      point,
      new Cartesian3(),
    );
    const face = faceAt(mesh, [within.x, within.y, within.z], NEAR / scale);
    if (!face) continue;
    const outside = ([x, y, z]: Vector) =>
      Matrix4.multiplyByPoint(transform, new Cartesian3(x, y, z), new Cartesian3());
    return face.map(([a, b]) => [outside(a), outside(b)]);
  }
  return [];
}

interface PlacedMesh {
  readonly mesh: TriangleMesh;
  readonly transform: Matrix4;
}

function meshesAround(tileset: Cesium3DTileset, point: Cartesian3): PlacedMesh[] {
  const found: PlacedMesh[] = [];
  forEachPart(
    tileset,
    (sphere) => holds(sphere, point),
    (primitive, transform) => {
      const mesh = meshOf(primitive);
      if (mesh) found.push({ mesh, transform: Matrix4.clone(transform) });
    },
  );
  return found;
}

/** Reads the parts of the tiles rendered now whose bounding spheres are wanted. */
export function forEachPart(
  tileset: Cesium3DTileset,
  accepts: (sphere: BoundingSphere) => boolean,
  read: (part: ModelPrimitive, transform: Matrix4) => void,
): void {
  for (const { content, contentBoundingVolume } of (tileset as unknown as TilesetInternals)._selectedTiles) {
    if (!content?._model || !accepts(contentBoundingVolume.boundingSphere)) continue;
    ModelReader.forEachPrimitive(content._model, {}, ({ boundingSphere }, primitive, instances, whole) => {
      const alone = boundingSphere && instances.length === 1;
      if (alone && !accepts(BoundingSphere.transform(boundingSphere, whole))) return;
      for (const { transform } of instances) read(primitive, transform);
    });
  }
}

/** Decoded once: a pointer stays over one for a while. */
const meshes = new WeakMap<ModelPrimitive, TriangleMesh>();
const clouds = new WeakMap<ModelPrimitive, ArrayLike<number>>();

function meshOf(primitive: ModelPrimitive): TriangleMesh | undefined {
  const known = meshes.get(primitive);
  if (known || !primitive.indices) return known;
  const corners = positionsOf(primitive);
  if (!corners) return undefined;
  const mesh = { corners, triangles: ModelReader.readIndicesAsTypedArray(primitive.indices) };
  meshes.set(primitive, mesh);
  return mesh;
}

/** The coordinates of a point cloud, three numbers each; undefined for other parts. */
export function cloudOf(primitive: ModelPrimitive): ArrayLike<number> | undefined {
  const known = clouds.get(primitive);
  if (known || primitive.primitiveType !== PrimitiveType.POINTS) return known;
  const points = positionsOf(primitive);
  if (points) clouds.set(primitive, points);
  return points;
}

function positionsOf({ attributes }: ModelPrimitive): ArrayLike<number> | undefined {
  const positions = attributes.find(({ semantic }) => semantic === 'POSITION');
  return positions && ModelReader.readAttributeAsTypedArray(positions);
}

function holds({ center, radius }: BoundingSphere, point: Cartesian3): boolean {
  return Cartesian3.distance(center, point) <= radius + NEAR;
}

/** Rendered tiles and their triangles are missing in Cesium's typings; Cesium picks with them, too. */
interface TilesetInternals {
  readonly _selectedTiles: readonly {
    readonly contentBoundingVolume: { readonly boundingSphere: BoundingSphere };
    readonly content: { readonly _model?: object } | undefined;
  }[];
}
declare module 'cesium' {
  interface ModelPrimitive {
    readonly attributes: readonly { readonly semantic: string }[];
    readonly indices: object | undefined;
    readonly primitiveType: PrimitiveType;
  }
  export const ModelReader: {
    forEachPrimitive(
      model: object,
      options: object,
      read: (
        runtime: { readonly boundingSphere?: BoundingSphere },
        primitive: ModelPrimitive,
        instances: readonly { readonly transform: Matrix4 }[],
        transform: Matrix4,
      ) => void,
    ): void;
    readAttributeAsTypedArray(attribute: object): ArrayLike<number>;
    readIndicesAsTypedArray(indices: object): ArrayLike<number>;
  };
}
