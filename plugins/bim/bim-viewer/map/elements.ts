import { Box3, Vector3, type Plane } from 'three';
import type {
  BimLook,
  BimSection,
  CutPlane,
  ElementRef,
  ElementTriangles,
  Items,
  ModelCoordinates,
} from '../api.ts';
import { planesOf } from './cuts.ts';
import type { DrawnModel } from './drawn-model.ts';
import type { SeenEdges } from './hidden-lines.ts';

/** Local ids of elements. */
export async function itemsOf(
  models: readonly DrawnModel[],
  elements: readonly ElementRef[],
): Promise<Items> {
  const items = new Map<string, ReadonlySet<number>>();
  for (const model of models) {
    const guids = elements.filter(({ modelId }) => modelId === model.modelId).map(({ globalId }) => globalId);
    if (guids.length === 0) continue;
    const ids = await model.fragments.getLocalIdsByGuids(guids);
    const known = items.get(model.key) ?? [];
    items.set(model.key, new Set([...known, ...ids.filter((id) => id !== null)]));
  }
  return items;
}

/** Elements of local ids that have a GlobalId. */
export async function elementsOf(
  models: readonly DrawnModel[],
  items: Items,
): Promise<readonly ElementRef[]> {
  const elements: ElementRef[] = [];
  for (const model of models) {
    const ids = [...model.idsIn(items)];
    if (ids.length === 0) continue;
    for (const globalId of await model.fragments.getGuidsByLocalIds(ids))
      if (globalId !== null) elements.push({ modelId: model.modelId, globalId });
  }
  return elements;
}

/** Around elements in the scene; empty where none of them has a shape. */
export async function boxAround(
  models: readonly DrawnModel[],
  elements: readonly ElementRef[],
): Promise<Box3> {
  const items = await itemsOf(models, elements);
  const box = new Box3();
  for (const model of models) {
    const ids = [...model.idsIn(items)].filter((id) => model.has(id));
    if (ids.length > 0) box.union(await model.boxOf(ids));
  }
  return box;
}

/** Triangles of elements in the scene, whose zero is `origin`. */
export async function trianglesOf(
  models: readonly DrawnModel[],
  elements: readonly ElementRef[],
  origin: ModelCoordinates,
): Promise<readonly ElementTriangles[]> {
  const found: ElementTriangles[] = [];
  for (const element of elements) {
    const positions: number[] = [];
    const indices: number[] = [];
    for (const model of models) {
      if (model.modelId !== element.modelId) continue;
      const [localId] = await model.fragments.getLocalIdsByGuids([element.globalId]);
      if (localId == null) continue;
      for (const { triangles, matrix } of await model.trianglesOf(localId)) {
        const first = positions.length / 3;
        for (let i = 0; i < triangles.positions.length; i += 3) {
          const at = new Vector3(
            triangles.positions[i],
            triangles.positions[i + 1],
            triangles.positions[i + 2],
          );
          positions.push(...at.applyMatrix4(matrix).toArray());
        }
        for (let i = 0; i < triangles.indices.length; i++) indices.push(first + triangles.indices[i]!);
      }
    }
    found.push({
      ...element,
      positions: Float64Array.from(positions),
      indices: Uint32Array.from(indices),
      origin,
    });
  }
  return found;
}

/** Where a plane cuts what is visible. */
export async function sectionAt(
  models: readonly DrawnModel[],
  { at, normal }: Omit<CutPlane, 'id'>,
  look: BimLook,
  origin: ModelCoordinates,
): Promise<BimSection> {
  const [plane] = planesOf({ planes: [{ id: '', at, normal }], box: undefined }, origin);
  const coordinatesOf = ({ x, y, z }: Vector3): ModelCoordinates => [
    x + origin[0],
    y + origin[1],
    z + origin[2],
  ];
  const lines: BimSection['lines'][number][] = [];
  const triangles: BimSection['triangles'][number][] = [];
  for (const model of models) {
    const cut = await model.section(plane!, look);
    const places = cut.lines.map((place) => coordinatesOf(place));
    for (let i = 0; i + 1 < places.length; i += 2) lines.push([places[i]!, places[i + 1]!]);
    const corners = cut.triangles.map((place) => coordinatesOf(place));
    for (let i = 0; i + 2 < corners.length; i += 3)
      triangles.push([corners[i]!, corners[i + 1]!, corners[i + 2]!]);
  }
  return { lines, triangles };
}

/** The edges of what is visible, seen from far away. `toEye`: the direction to the eye. */
export async function edgesOfModels(
  models: readonly DrawnModel[],
  { look, planes, toEye }: { look: BimLook; planes: readonly Plane[]; toEye: Vector3 },
): Promise<SeenEdges> {
  // Only who draws elevations needs it.
  const { seenEdges } = await import('./hidden-lines.ts');
  const solids = await Promise.all(models.map((model) => model.solids(look)));
  return seenEdges(solids.flat(), toEye, planes);
}
