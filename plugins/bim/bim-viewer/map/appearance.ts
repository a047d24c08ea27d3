import type { Disposable } from '#core/kernel';
import type { BimLook, Items } from '../api.ts';
import type { DrawnModels } from './drawn-models.ts';

interface ColouredItems {
  readonly items: Items;
  readonly colour: string;
  readonly isAboveSelection?: boolean;
}

export interface AppearanceOptions {
  readonly models: DrawnModels;
  readonly look: () => BimLook;
  /** Called before the look is brought to the models. */
  readonly before: (look: BimLook) => void;
  /** Called when the models look otherwise. */
  readonly changed: () => void;
}

/** Brings the look of the stage, the selection and the colours of checks to the models. */
export class Appearance {
  readonly #options: AppearanceOptions;
  #selected: Items = new Map();
  /** Drawn above the colours of the stage. */
  #painted: readonly ColouredItems[] = [];
  #applying: Promise<void> = Promise.resolve();

  constructor(options: AppearanceOptions) {
    this.#options = options;
  }

  set selected(items: Items) {
    this.#selected = items;
    this.apply();
  }

  /** Colours items until disposed; items that are still being looked up are coloured once they are known. */
  paint(items: Promise<readonly ColouredItems[]>): Disposable {
    let mine: readonly ColouredItems[] = [];
    let isOver = false;
    void items.then((found) => {
      if (isOver) return;
      mine = found;
      this.#painted = [...this.#painted, ...mine];
      this.apply();
    }, ignored);
    return {
      dispose: () => {
        isOver = true;
        this.#painted = this.#painted.filter((one) => !mine.includes(one));
        this.apply();
      },
    };
  }

  /** Calls follow each other. */
  apply(): void {
    const { models, look: lookNow, before, changed } = this.#options;
    this.#applying = this.#applying.then(async () => {
      const look = lookNow();
      before(look);
      for (const model of models.shown) {
        const all: readonly ColouredItems[] = [...look.painted, ...this.#painted];
        const painted = all.map(({ items, ...how }) => ({ ids: model.idsIn(items), ...how }));
        await model.apply(look, { selected: model.idsIn(this.#selected), painted });
      }
      changed();
    }, ignored);
    this.#applying = this.#applying.catch(ignored);
  }
}

/** What cannot be told any more: the view has been closed, or another call follows. */
export const ignored = (): void => undefined;
