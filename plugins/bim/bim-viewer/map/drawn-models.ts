import type { DrawnModel } from './drawn-model.ts';
import type { ModelScene } from './scene.ts';

/** The parts of the models in the scene; a part may be drawn storey by storey, one above the other. */
export class DrawnModels {
  /** At their places, whatever is drawn. */
  readonly whole: DrawnModel[] = [];
  readonly #storeys = new Map<string, readonly DrawnModel[]>();
  readonly #scene: ModelScene;
  readonly #changed: () => void;

  constructor(scene: ModelScene, changed: () => void) {
    this.#scene = scene;
    this.#changed = changed;
  }

  /** What is drawn: whole parts, or in their place their storeys. */
  get shown(): readonly DrawnModel[] {
    return this.whole.flatMap((model) => this.#storeys.get(model.key) ?? [model]);
  }

  add(model: DrawnModel): void {
    this.whole.push(model);
    this.#enter(model);
  }

  /** What is no longer drawn of a model, with its storeys. */
  remove(modelId: string): DrawnModel[] {
    const removed = this.whole.filter((model) => model.modelId === modelId);
    for (const model of removed) {
      this.whole.splice(this.whole.indexOf(model), 1);
      this.#scene.models.remove(model.fragments.object);
    }
    return [...removed, ...removed.flatMap((model) => this.join(model.key))];
  }

  /** Draws storeys in the place of their part. */
  part(key: string, storeys: readonly DrawnModel[]): void {
    const model = this.whole.find((one) => one.key === key);
    if (model) model.fragments.object.visible = false;
    this.#storeys.set(key, storeys);
    for (const storey of storeys) this.#enter(storey);
  }

  /** Draws a part as a whole again; returns its storeys, which are no longer drawn. */
  join(key: string): readonly DrawnModel[] {
    const storeys = this.#storeys.get(key) ?? [];
    this.#storeys.delete(key);
    for (const { fragments } of storeys) this.#scene.models.remove(fragments.object);
    const model = this.whole.find((one) => one.key === key);
    if (model) model.fragments.object.visible = true;
    return storeys;
  }

  isParted(key: string): boolean {
    return this.#storeys.has(key);
  }

  /** Metres between storeys, above those that they have. */
  raise(metres: number): void {
    for (const storey of [...this.#storeys.values()].flat()) storey.raise(metres * storey.level);
  }

  #enter({ fragments }: DrawnModel): void {
    this.#scene.models.add(fragments.object);
    fragments.getClippingPlanesEvent = () => this.#scene.planes;
    fragments.tiles.onItemSet.add(this.#changed);
    fragments.tiles.onItemDeleted.add(this.#changed);
    fragments.onViewUpdated.add(this.#changed);
  }
}
