import { Box3, Vector3 } from 'three';
import { turnOf, type Placement } from '../model/place.ts';
import type { DrawnModel } from './drawn-model.ts';
import type { ModelScene } from './scene.ts';

interface DrawnModelsEvents {
  /** Called when models have come, gone or moved. */
  readonly changed: () => void;
  /** Called when tiles have been loaded or freed. */
  readonly redraw: () => void;
}

/** The parts of the models in the scene; a part may be drawn storey by storey, one above the other. */
export class DrawnModels {
  /** At their places, whatever is drawn. */
  readonly whole: DrawnModel[] = [];
  /** Middle and diameter of what is drawn, in the scene; of a guess before any. */
  readonly bounds = { middle: new Vector3(), diameter: 20 };
  readonly #storeys = new Map<string, readonly DrawnModel[]>();
  readonly #scene: ModelScene;
  readonly #events: DrawnModelsEvents;

  constructor(scene: ModelScene, events: DrawnModelsEvents) {
    this.#scene = scene;
    this.#events = events;
  }

  /** What is drawn: whole parts, or in their place their storeys. */
  get shown(): readonly DrawnModel[] {
    return this.whole.flatMap((model) => this.#storeys.get(model.key) ?? [model]);
  }

  /** A part of a model. */
  of(modelId: string): DrawnModel | undefined {
    return this.whole.find((model) => model.modelId === modelId);
  }

  /** Around what is drawn, in the scene; undefined before any. */
  get box(): Box3 | undefined {
    const all = new Box3();
    for (const { box } of this.shown) all.union(box);
    return all.isEmpty() ? undefined : all;
  }

  /** Of one model, or of all: middle and size in the scene, and the turn of its x axis, degrees counter-clockwise. */
  extentOf(modelId: string | undefined): { middle: Vector3; size: Vector3; rotation: number } {
    const models = this.whole.filter((model) => modelId === undefined || model.modelId === modelId);
    const box = models.reduce((all, model) => all.union(model.box), new Box3());
    if (box.isEmpty()) box.setFromCenterAndSize(this.bounds.middle, new Vector3(10, 10, 10));
    return {
      middle: box.getCenter(new Vector3()),
      size: box.getSize(new Vector3()),
      rotation: models[0] ? turnOf(models[0].placement) : 0,
    };
  }

  /** Where a pixel that shows nothing is taken to be: a height of the scene. */
  get floor(): number {
    return this.box?.min.z ?? this.bounds.middle.z;
  }

  add(model: DrawnModel): void {
    this.whole.push(model);
    this.#enter(model);
    this.#update();
  }

  /** What is no longer drawn of a model, with its storeys. */
  remove(modelId: string): DrawnModel[] {
    const removed = this.whole.filter((model) => model.modelId === modelId);
    for (const model of removed) {
      this.whole.splice(this.whole.indexOf(model), 1);
      this.#scene.models.remove(model.fragments.object);
    }
    const storeys = removed.flatMap(({ key }) => this.#leave(key));
    this.#update();
    return [...removed, ...storeys];
  }

  /** Draws storeys in the place of their part. */
  part(key: string, storeys: readonly DrawnModel[]): void {
    const model = this.whole.find((one) => one.key === key);
    if (model) model.fragments.object.visible = false;
    this.#storeys.set(key, storeys);
    for (const storey of storeys) this.#enter(storey);
    this.#update();
  }

  /** Draws a part as a whole again; returns its storeys, which are no longer drawn. */
  join(key: string): readonly DrawnModel[] {
    const storeys = this.#leave(key);
    const model = this.whole.find((one) => one.key === key);
    if (model) model.fragments.object.visible = true;
    this.#update();
    return storeys;
  }

  isParted(key: string): boolean {
    return this.#storeys.has(key);
  }

  /** Draws a model elsewhere; undefined: at its own place again. */
  move(modelId: string, placement: Placement | undefined): void {
    for (const model of new Set([...this.whole, ...this.shown]))
      if (model.modelId === modelId) model.move(placement);
    this.#update();
  }

  /** Metres between storeys, above those that they have. */
  raise(metres: number): void {
    for (const storey of [...this.#storeys.values()].flat()) storey.raise(metres * storey.level);
    this.#update();
  }

  #update(): void {
    const { box, bounds } = this;
    if (box) {
      box.getCenter(bounds.middle);
      bounds.diameter = Math.max(5, box.getSize(new Vector3()).length());
    }
    this.#events.changed();
  }

  /** Storeys that are no longer drawn. */
  #leave(key: string): readonly DrawnModel[] {
    const storeys = this.#storeys.get(key) ?? [];
    this.#storeys.delete(key);
    for (const { fragments } of storeys) this.#scene.models.remove(fragments.object);
    return storeys;
  }

  #enter({ fragments }: DrawnModel): void {
    this.#scene.models.add(fragments.object);
    fragments.getClippingPlanesEvent = () => this.#scene.planes;
    const { redraw } = this.#events;
    fragments.tiles.onItemSet.add(redraw);
    fragments.tiles.onItemDeleted.add(redraw);
    fragments.onViewUpdated.add(redraw);
  }
}
