import { FragmentsModels, type FragmentsModel } from '@thatopen/fragments';
import workerUrl from '@thatopen/fragments/worker?worker&url';
import type { Disposable } from '#core/kernel';

/** The library that holds models in workers; its worker is served by this server, never by others. */
export class Fragments implements Disposable {
  readonly #models = new FragmentsModels(workerUrl, { maxWorkers: 3 });
  #updating: Promise<void> = Promise.resolve();

  constructor() {
    // Models are placed by their georeference.
    this.#models.settings.autoCoordinate = false;
    this.#models.settings.maxUpdateRate = 0;
  }

  /** Names must be unique among what is loaded. Throws what the library throws. */
  load(name: string, bytes: ArrayBuffer): Promise<FragmentsModel> {
    return this.#models.load(bytes, { modelId: name });
  }

  /** Some elements of a model as one of their own, under a name that is unique. */
  async subset(model: FragmentsModel, localIds: readonly number[], name: string): Promise<FragmentsModel> {
    const bytes = (await model.getSubsetBuffer([...localIds])) as Uint8Array;
    return this.load(name, bytes.slice().buffer);
  }

  /** Loads and frees what the camera sees, one update after the other; ends when all of it is there. */
  update(): Promise<void> {
    const next = () => this.#models.update(true);
    this.#updating = this.#updating.then(next, next);
    return this.#updating;
  }

  async unload(model: FragmentsModel): Promise<void> {
    await this.#models.disposeModel(model.modelId);
  }

  dispose(): void {
    void this.#models.dispose().catch(() => undefined);
  }
}
