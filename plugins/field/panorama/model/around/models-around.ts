import type { Api } from '#core/api';
import { fromSpace, type Vector } from '#core/geodesy';
import { bimGlobeFile, listBim, type BimModel } from '#core/protocol';
import type { LocalFrame } from '../local-frame.ts';
import { trianglesOf } from './glb.ts';

/** Metres around the camera, and the most triangles: of a larger model the rest is left out. */
const REACH = 80;
const MOST_TRIANGLES = 300_000;
/** Degrees that are surely as far as that. */
const NEAR = 0.003;

/** BIM models around a camera. */
export interface ModelsAround {
  /** East, north and up of the camera: three corners a triangle, three numbers a corner. */
  readonly triangles: Float32Array;
  readonly models: readonly string[];
  /** After which triangle each of the models ends. */
  readonly ends: readonly number[];
  /** Whether a limit has left out shapes. */
  readonly isThinned: boolean;
  /** Those whose file does not say what their heights are above: they are taken as above the ellipsoid. */
  readonly withoutDatum: readonly string[];
}

/** Loads the shapes of the project's placed models around a camera whose height is known. Throws AppError. */
export async function loadModelsAround(
  api: Pick<Api, 'call' | 'bytes'>,
  projectId: string,
  frame: LocalFrame,
  signal: AbortSignal,
): Promise<ModelsAround> {
  const { data } = await api.call(
    listBim,
    { headers: { projectid: projectId }, query: { paginate: 500 } },
    { signal },
  );
  const nearTriangles: Float32Array[] = [];
  const near = data.filter((model) => isNear(model, frame));
  let triangles = 0;
  let isThinned = false;
  const models: BimModel[] = [];
  const ends: number[] = [];
  for (const model of near) {
    const before = triangles;
    const matrix = model.georeference!.toEcef!;
    for (const { part } of model.parts) {
      const file = `${part}.glb`;
      const params = { id: model.id, version: model.content!, file };
      const { data: glb } = await api.bytes(bimGlobeFile, { params }, { signal });
      if (!glb) continue;
      for (const all of trianglesOf(glb)) {
        const local = nearOnes(all, matrix, model.origin!, frame);
        const room = MOST_TRIANGLES - triangles;
        isThinned ||= local.length / 9 > room;
        const part = local.subarray(0, room * 9);
        triangles += part.length / 9;
        nearTriangles.push(part);
      }
    }
    if (triangles === before) continue;
    models.push(model);
    ends.push(triangles);
  }
  const joined = new Float32Array(triangles * 9);
  let at = 0;
  for (const part of nearTriangles) {
    joined.set(part, at);
    at += part.length;
  }
  const nameOf = ({ name }: BimModel) => name;
  const withoutDatum = models.filter(({ georeference }) => georeference?.heights === 'unknown').map(nameOf);
  return { triangles: joined, models: models.map(nameOf), ends, isThinned, withoutDatum };
}

function isNear({ content, origin, georeference }: BimModel, { place: [x, y] }: LocalFrame): boolean {
  const { toEcef, extent } = georeference ?? {};
  if (content === null || !origin || !toEcef || !extent) return false;
  const [west, south, east, north] = extent;
  return x > west - NEAR && x < east + NEAR && y > south - NEAR && y < north + NEAR;
}

/** The triangles with a corner near the camera. */
function nearOnes(
  all: Float32Array,
  matrix: readonly number[],
  origin: readonly number[],
  frame: LocalFrame,
): Float32Array {
  const toLocal = ([x, y, z]: Vector): Vector => {
    const of = (k: number) => matrix[k]! * x + matrix[4 + k]! * y + matrix[8 + k]! * z + matrix[12 + k]!;
    return frame.toLocal(fromSpace([of(0), of(1), of(2)]));
  };
  // The transformation is straight: four places give it.
  const zero = toLocal([origin[0]!, origin[1]!, origin[2]!]);
  const axes = ([0, 1, 2] as const).map((axis) => {
    const there = toLocal(origin.map((value, k) => value + (k === axis ? 1 : 0)) as unknown as Vector);
    return there.map((value, k) => value - zero[k]!);
  });
  const local = new Float32Array(all.length);
  let length = 0;
  for (let i = 0; i < all.length; i += 9) {
    let least = Infinity;
    for (let corner = 0; corner < 9; corner += 3) {
      // Of glTF, y up.
      const [x, y, z] = [all[i + corner]!, -all[i + corner + 2]!, all[i + corner + 1]!];
      for (let k = 0; k < 3; k++)
        local[length + corner + k] = zero[k]! + axes[0]![k]! * x + axes[1]![k]! * y + axes[2]![k]! * z;
      least = Math.min(
        least,
        Math.hypot(local[length + corner]!, local[length + corner + 1]!, local[length + corner + 2]!),
      );
    }
    if (least <= REACH) length += 9;
  }
  return local.slice(0, length);
}
