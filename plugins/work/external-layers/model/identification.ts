import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { isAbort, Latest, sentenceOf, serviceToken } from '#core/kernel';
import { isDrawnAt, type Camera, type ExternalLayerState } from '#core/mapview';
import type { Position, SourceOf } from '#core/protocol';
import { scaleDenominator } from '#core/styles';
import type { LayerData } from './layer-data.ts';
import type { ProjectExternalLayers } from './project-external-layers.ts';
import type { Info } from './read-info.ts';

/** Most objects that a server is to send. */
export const MAX_COUNT = 20;

/** What a layer says about the place. */
export interface LayerInfo {
  readonly id: string;
  readonly name: string;
  /** Undefined until the server has answered, or when it failed. */
  readonly info: Info | undefined;
  /** Why the server did not say anything. */
  readonly problem: string | undefined;
}

type QueryableLayer = ExternalLayerState & { readonly source: SourceOf<'wms' | 'features'> };

/** What the layers of other servers say about one place. */
export class Identification {
  place: Position | undefined = undefined;
  /** The topmost layer first; empty where no layer is queryable. */
  layers: readonly LayerInfo[] = [];
  readonly #shown: Pick<ProjectExternalLayers, 'states' | 'arranged'>;
  readonly #data: Pick<LayerData, 'fetch'>;
  readonly #newest = new Latest();

  constructor(shown: Pick<ProjectExternalLayers, 'states' | 'arranged'>, data: Pick<LayerData, 'fetch'>) {
    this.#shown = shown;
    this.#data = data;
    makeAutoObservable<this>(this, { place: observableRef, layers: observableRef });
  }

  /** Queries all layers that are drawn at the scale of the camera. A new place replaces one that is being queried. */
  async query(place: Position, { resolution }: Pick<Camera, 'resolution'>): Promise<void> {
    const queried = this.#shown.states.filter((state) => isQueryable(state, resolution)).reverse();
    const names = new Map(this.#shown.arranged.map(({ layer }) => [layer.id, layer.name]));
    this.place = place;
    this.layers = queried.map(({ id }) => ({
      id,
      name: names.get(id) ?? '',
      info: undefined,
      problem: undefined,
    }));
    await this.#newest.run((signal) =>
      Promise.all(queried.map((layer) => this.#queryLayer(layer, place, resolution, signal))),
    );
  }

  clear(): void {
    this.#newest.cancel();
    this.place = undefined;
    this.layers = [];
  }

  async #queryLayer(
    { id, source }: QueryableLayer,
    place: Position,
    resolution: number,
    signal: AbortSignal,
  ): Promise<void> {
    try {
      const { addressOf } = await import('./info-address.ts');
      const address = await addressOf(source, place, resolution, MAX_COUNT);
      const response = await this.#data.fetch(id, address, signal);
      const { readInfo } = await import('./read-info.ts');
      const info = readInfo(await response.text());
      if (!signal.aborted) this.#answer(id, { info });
    } catch (thrown) {
      if (!isAbort(thrown) && !signal.aborted) this.#answer(id, { problem: sentenceOf(thrown) });
    }
  }

  #answer(id: string, answer: Partial<LayerInfo>): void {
    runInAction(() => {
      this.layers = this.layers.map((layer) => (layer.id === id ? { ...layer, ...answer } : layer));
    });
  }
}

function isQueryable(state: ExternalLayerState, resolution: number): state is QueryableLayer {
  const { source } = state;
  const answers = source.kind === 'features' || (source.kind === 'wms' && source.info !== null);
  return answers && isDrawnAt(state, scaleDenominator(resolution));
}

export const IDENTIFICATION = serviceToken<Identification>('external-layers.Identification');
