import { makeAutoObservable, runInAction } from 'mobx';
import type { Api } from '#core/api';
import { serviceToken } from '#core/kernel';
import { findBimItems } from '#core/protocol';
import type { BimStage, Items, Painted } from '../api.ts';
import type { BimPropertyName, ModelFinder } from './finding.ts';
import { itemsFrom, NO_ITEMS, unite, without } from './items.ts';

/** Colours that differ also for people who confuse red and green (Okabe and Ito), then lighter ones. */
const PALETTE = [
  '#0072b2', '#e69f00', '#009e73', '#cc79a7', '#d55e00', '#56b4e9', '#f0e442', '#7f7f7f',
  '#004c77', '#9a6a00', '#006b4d', '#8c4a70', '#8f3f00', '#2f7ba5', '#a59b1c', '#4f4f4f',
] as const; // prettier-ignore

/** All elements that a finder finds: isolates, hides and colours them. */
export class FoundElements {
  paintedBy: BimPropertyName | undefined;
  /** Whether there are values that are not coloured. */
  paintedCut = false;
  readonly #api: Pick<Api, 'call'>;
  readonly #stage: BimStage;
  readonly #finder: ModelFinder;

  constructor(api: Pick<Api, 'call'>, stage: BimStage, finder: ModelFinder) {
    this.#api = api;
    this.#stage = stage;
    this.#finder = finder;
    makeAutoObservable(this);
  }

  /** Throws AppError. */
  async items(): Promise<Items> {
    const { modelId, filter } = this.#finder;
    if (modelId === undefined) return NO_ITEMS;
    const { data } = await this.#api.call(findBimItems, { params: { id: modelId }, body: filter });
    return data.groups.map(({ items }) => itemsFrom(modelId, items)).reduce(unite, NO_ITEMS);
  }

  async isolate(ghosts: boolean): Promise<void> {
    this.#stage.change({ isolated: await this.items(), ghosts });
  }
  async hide(): Promise<void> {
    const found = await this.items();
    const { hidden, isolated } = this.#stage.look;
    this.#stage.change({
      hidden: unite(hidden, found),
      ...(isolated && { isolated: without(isolated, found) }),
    });
  }
  showAll(): void {
    this.#stage.change({ hidden: NO_ITEMS, isolated: undefined });
  }

  /** Colours what the filter finds by the values of a property; undefined: in its own colours again. Throws AppError. */
  async paint(by: BimPropertyName | undefined): Promise<void> {
    this.paintedBy = by;
    this.paintedCut = false;
    const { modelId, filter } = this.#finder;
    if (!by || modelId === undefined) return this.#stage.change({ painted: [] });
    const column = { ...(by.set !== '' && { set: by.set }), name: by.name };
    const { data } = await this.#api.call(findBimItems, {
      params: { id: modelId },
      body: { ...filter, by: column },
    });
    if (this.paintedBy !== by) return;
    const painted: Painted[] = data.groups
      .filter(({ value }) => value !== null)
      .map(({ value, count, items }, i) => ({
        items: itemsFrom(modelId, items),
        colour: PALETTE[i % PALETTE.length]!,
        title: value!,
        count,
      }));
    runInAction(() => (this.paintedCut = data.isCut));
    this.#stage.change({ painted });
  }
}
export const FOUND_ELEMENTS = serviceToken<FoundElements>('bim-viewer.FoundElements');
