import { Box3, Vector3 } from 'three';
import type {
  BimEdges,
  BimLook,
  BimSection,
  CutBox,
  CutPlane,
  ElementRef,
  Items,
  ModelCoordinates,
  ViewedElements,
} from '../api.ts';
import type { CutEdge } from './clip-edge.ts';
import { planesOf } from './cuts.ts';
import type { DrawnModel } from './drawn-model.ts';
import type { DrawnModels } from './drawn-models.ts';
import type { SceneProjection } from './projection.ts';
import type { SceneCamera } from './scene-camera.ts';
import type { ModelScene } from './scene.ts';

/** Metres that a box leaves free around its elements, both sides together. */
const FREE = 0.2;

export interface DrawnElementsOptions {
  readonly models: DrawnModels;
  readonly projection: SceneProjection;
  readonly origin: ModelCoordinates;
  readonly scene: Pick<ModelScene, 'planes'>;
  readonly eye: Pick<SceneCamera, 'direction'>;
  readonly look: () => BimLook;
}

/** Asks the models that are drawn for their elements. */
export class DrawnElements implements ViewedElements {
  readonly #options: DrawnElementsOptions;

  constructor(options: DrawnElementsOptions) {
    this.#options = options;
  }

  async itemsOf(elements: readonly ElementRef[]): Promise<Items> {
    const items = new Map<string, ReadonlySet<number>>();
    for (const model of this.#whole) {
      const guids = elements
        .filter(({ modelId }) => modelId === model.modelId)
        .map(({ globalId }) => globalId);
      if (guids.length === 0) continue;
      const ids = await model.fragments.getLocalIdsByGuids(guids);
      const known = items.get(model.key) ?? [];
      items.set(model.key, new Set([...known, ...ids.filter((id) => id !== null)]));
    }
    return items;
  }

  async elementsOf(items: Items): Promise<readonly ElementRef[]> {
    const elements: ElementRef[] = [];
    for (const model of this.#whole) {
      const ids = [...model.idsIn(items)];
      if (ids.length === 0) continue;
      for (const globalId of await model.fragments.getGuidsByLocalIds(ids))
        if (globalId !== null) elements.push({ modelId: model.modelId, globalId });
    }
    return elements;
  }

  async boxOf(elements: readonly ElementRef[]): Promise<CutBox | undefined> {
    const box = await this.#boxIn(this.#whole, elements);
    if (box.isEmpty()) return undefined;
    return {
      center: this.#options.projection.coordinatesOf(box.getCenter(new Vector3())),
      size: box.getSize(new Vector3()).addScalar(FREE).toArray(),
      turn: 0,
    };
  }

  /** Around elements as they are drawn, in the scene; empty where none of them has a shape. */
  shownBox(elements: readonly ElementRef[]): Promise<Box3> {
    return this.#boxIn(this.#options.models.shown, elements);
  }

  async sectionAt({ at, normal }: Omit<CutPlane, 'id'>): Promise<BimSection> {
    const { projection, origin, look } = this.#options;
    const [plane] = planesOf({ planes: [{ id: '', at, normal }], box: undefined }, origin);
    const lines: BimSection['lines'][number][] = [];
    const triangles: BimSection['triangles'][number][] = [];
    for (const model of this.#whole) {
      const cut = await model.section(plane!, look());
      const places = cut.lines.map((place) => projection.coordinatesOf(place));
      for (let i = 0; i + 1 < places.length; i += 2) lines.push([places[i]!, places[i + 1]!]);
      const corners = cut.triangles.map((place) => projection.coordinatesOf(place));
      for (let i = 0; i + 2 < corners.length; i += 3)
        triangles.push([corners[i]!, corners[i + 1]!, corners[i + 2]!]);
    }
    return { lines, triangles };
  }

  async edges(): Promise<BimEdges> {
    // Only who draws elevations needs it.
    const { seenEdges } = await import('./hidden-lines.ts');
    const { projection, scene, eye, look } = this.#options;
    const solids = await Promise.all(this.#whole.map((model) => model.solids(look())));
    const { visible, hidden } = await seenEdges(solids.flat(), eye.direction.negate(), scene.planes);
    const line = ([a, b]: CutEdge) => [projection.coordinatesOf(a), projection.coordinatesOf(b)] as const;
    return { visible: visible.map(line), hidden: hidden.map(line) };
  }

  /** At their places, also while storeys are drawn apart. */
  get #whole(): readonly DrawnModel[] {
    return this.#options.models.whole;
  }

  async #boxIn(models: readonly DrawnModel[], elements: readonly ElementRef[]): Promise<Box3> {
    const items = await this.itemsOf(elements);
    const box = new Box3();
    for (const model of models) {
      const ids = [...model.idsIn(items)].filter((id) => model.has(id));
      if (ids.length > 0) box.union(await model.boxOf(ids));
    }
    return box;
  }
}
