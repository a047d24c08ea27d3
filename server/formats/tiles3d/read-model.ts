import { NodeIO, Primitive, type Accessor, type JSONDocument, type Node } from '@gltf-transform/core';
import {
  EXTMeshGPUInstancing,
  EXTMeshoptCompression,
  KHRDracoMeshCompression,
  KHRMeshQuantization,
  type InstancedMesh,
} from '@gltf-transform/extensions';
import draco3d from 'draco3d';
import { MeshoptDecoder } from 'meshoptimizer/decoder';
import { composed, moved, times, Y_UP, IDENTITY, type Matrix } from './matrix.ts';
import type { PackedModel } from './unpack.ts';

/** Triangles of a model: coordinates, three of a vertex, and its vertices, three of a triangle. */
export interface ModelMesh {
  positions: Float64Array;
  triangles: ArrayLike<number>;
}

/** Extensions that change where triangles are; all others are left aside, with materials and pictures. */
const GEOMETRIC = [EXTMeshGPUInstancing, EXTMeshoptCompression, KHRDracoMeshCompression, KHRMeshQuantization];
const NAMES: readonly string[] = GEOMETRIC.map(({ EXTENSION_NAME }) => EXTENSION_NAME);

type Json = JSONDocument['json'];

let reader: Promise<NodeIO> | undefined;

async function openReader(): Promise<NodeIO> {
  await MeshoptDecoder.ready;
  return new NodeIO().registerExtensions(GEOMETRIC).registerDependencies({
    'draco3d.decoder': await draco3d.createDecoderModule(),
    'meshopt.decoder': MeshoptDecoder,
  });
}

/**
 * The triangles of a model in the coordinates of its tile, transformed by `place`. `load` reads a file that a .gltf
 * names. Throws what the reader throws where it cannot be read.
 */
export async function readModel(
  { kind, bytes, transform }: PackedModel,
  place: Matrix,
  zUp: boolean,
  load: (uri: string) => Promise<Buffer>,
): Promise<ModelMesh[]> {
  const io = await (reader ??= openReader());
  const packed = kind === 'glb' ? await io.binaryToJSON(new Uint8Array(bytes)) : await jsonOf(bytes, load);
  const json = stripped(packed.json);
  const center = (json.extensions?.['CESIUM_RTC'] as { center?: [number, number, number] } | undefined)
    ?.center;
  const outer = [place, transform, center ? moved(center) : IDENTITY, zUp ? IDENTITY : Y_UP].reduce(times);
  const document = await io.readJSON({ json, resources: packed.resources });
  const scene = document.getRoot().getDefaultScene() ?? document.getRoot().listScenes()[0];
  const meshes: ModelMesh[] = [];
  scene?.traverse((node) => meshes.push(...meshesOf(node, outer)));
  return meshes;
}

async function jsonOf(bytes: Buffer, load: (uri: string) => Promise<Buffer>): Promise<JSONDocument> {
  const json = JSON.parse(bytes.toString().replace(/^\ufeff/, '')) as Json;
  const resources: JSONDocument['resources'] = {};
  for (const { uri } of json.buffers ?? [])
    if (uri !== undefined && !uri.startsWith('data:')) resources[uri] = new Uint8Array(await load(uri));
  return { json, resources };
}

function stripped(json: Json): Json {
  const {
    images: _,
    textures: __,
    samplers: ___,
    materials: ____,
    animations: _____,
    skins: ______,
    ...rest
  } = json;
  const known = (names: readonly string[] | undefined) => names?.filter((name) => NAMES.includes(name)) ?? [];
  const meshes = json.meshes?.map((mesh) => ({
    ...mesh,
    primitives: mesh.primitives.map(({ material: _material, ...primitive }) => primitive),
  }));
  const nodes = json.nodes?.map(({ skin: _skin, ...node }) => node);
  return {
    ...rest,
    ...(meshes && { meshes }),
    ...(nodes && { nodes }),
    extensionsUsed: known(json.extensionsUsed),
    extensionsRequired: known(json.extensionsRequired),
  };
}

function meshesOf(node: Node, outer: Matrix): ModelMesh[] {
  const primitives = node.getMesh()?.listPrimitives() ?? [];
  if (primitives.length === 0) return [];
  const world = times(outer, node.getWorldMatrix());
  const instances = node.getExtension<InstancedMesh>(EXTMeshGPUInstancing.EXTENSION_NAME);
  const places = instances ? instancesOf(instances).map((instance) => times(world, instance)) : [world];
  return primitives.flatMap((primitive) => {
    const corners = primitive.getAttribute('POSITION');
    const triangles = corners && trianglesOf(primitive, corners.getCount());
    return triangles ? places.map((place) => ({ positions: placed(corners, place), triangles })) : [];
  });
}

function instancesOf(mesh: InstancedMesh): Matrix[] {
  const [at, turn, scale] = ['TRANSLATION', 'ROTATION', 'SCALE'].map((name) => mesh.getAttribute(name));
  const count = (at ?? turn ?? scale)?.getCount() ?? 0;
  return Array.from({ length: count }, (_, i) =>
    composed(
      at?.getElement(i, []) ?? [0, 0, 0],
      turn?.getElement(i, []) ?? [0, 0, 0, 1],
      scale?.getElement(i, []) ?? [1, 1, 1],
    ),
  );
}

function placed(corners: Accessor, m: Matrix): Float64Array {
  const count = corners.getCount();
  const positions = new Float64Array(3 * count);
  const corner: number[] = [];
  for (let i = 0; i < count; i++) {
    const [x, y, z] = corners.getElement(i, corner) as [number, number, number];
    positions[3 * i] = m[0]! * x + m[4]! * y + m[8]! * z + m[12]!;
    positions[3 * i + 1] = m[1]! * x + m[5]! * y + m[9]! * z + m[13]!;
    positions[3 * i + 2] = m[2]! * x + m[6]! * y + m[10]! * z + m[14]!;
  }
  return positions;
}

/** Strips and fans as triangles; undefined for points and lines. */
function trianglesOf(primitive: Primitive, count: number): ArrayLike<number> | undefined {
  const order = primitive.getIndices()?.getArray() ?? Uint32Array.from({ length: count }, (_, i) => i);
  const mode = primitive.getMode();
  if (mode === Primitive.Mode.TRIANGLES) return order;
  if (mode !== Primitive.Mode.TRIANGLE_STRIP && mode !== Primitive.Mode.TRIANGLE_FAN) return undefined;
  const triangles: number[] = [];
  for (let i = 2; i < order.length; i++)
    triangles.push(order[mode === Primitive.Mode.TRIANGLE_FAN ? 0 : i - 2], order[i - 1], order[i]);
  return triangles;
}
