import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { isAbort, Latest, sentenceOf } from '#core/kernel';
import { isDrawnAt, type Camera, type ExternalLayerState } from '#core/mapview';
import type { Position, SourceOf } from '#core/protocol';
import { scaleDenominator } from '#core/styles';
import type { FileObjects } from './file/file-objects.ts';
import type { LayerData } from './layer-data.ts';
import type { ProjectExternalLayers } from './project-external-layers.ts';
import type { Info } from './read-info.ts';
import type { VectorTiles } from './vector/vector-tiles.ts';

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

type QueryableLayer = ExternalLayerState & {
  readonly source: SourceOf<'wms' | 'features' | 'vector-tiles' | 'file'>;
};
type Scale = Pick<Camera, 'resolution' | 'zoom'>;

interface Readers {
  readonly data: Pick<LayerData, 'fetch'>;
  readonly vectorTiles: Pick<VectorTiles, 'find'>;
  readonly files: Pick<FileObjects, 'at'>;
}

/** What the layers of other servers say about one place. */
export class Identification {
  place: Position | undefined = undefined;
  /** The topmost layer first; empty where no layer is queryable. */
  layers: readonly LayerInfo[] = [];
  readonly #shown: Pick<ProjectExternalLayers, 'states' | 'arranged'>;
  readonly #readers: { load(): Promise<Readers> };
  readonly #newest = new Latest();

  constructor(
    shown: Pick<ProjectExternalLayers, 'states' | 'arranged'>,
    readers: { load(): Promise<Readers> },
  ) {
    this.#shown = shown;
    this.#readers = readers;
    makeAutoObservable<this>(this, { place: observableRef, layers: observableRef });
  }

  /** Queries all layers that are drawn at the scale of the camera. A new place replaces one that is being queried. */
  async query(place: Position, camera: Scale): Promise<void> {
    const { states, arranged } = this.#shown;
    const queried = states.filter((state) => isQueryable(state, camera.resolution)).reverse();
    const names = new Map(arranged.map(({ layer }) => [layer.id, layer.name]));
    this.place = place;
    this.layers = queried.map(({ id }) => ({
      id,
      name: names.get(id) ?? '',
      info: undefined,
      problem: undefined,
    }));
    await this.#newest.run((signal) =>
      Promise.all(queried.map((layer) => this.#queryLayer(layer, place, camera, signal))),
    );
  }

  clear(): void {
    this.#newest.cancel();
    this.place = undefined;
    this.layers = [];
  }

  async #queryLayer(
    layer: QueryableLayer,
    place: Position,
    camera: Scale,
    signal: AbortSignal,
  ): Promise<void> {
    const { id } = layer;
    try {
      const info = await this.#infoOf(layer, place, camera, signal);
      if (!signal.aborted) this.#answer(id, { info });
    } catch (thrown) {
      if (!isAbort(thrown) && !signal.aborted) this.#answer(id, { problem: sentenceOf(thrown) });
    }
  }

  async #infoOf(
    { id, source }: QueryableLayer,
    place: Position,
    { resolution, zoom }: Scale,
    signal: AbortSignal,
  ): Promise<Info> {
    const [{ addressOf, extentNear }, { infoOf, readInfo }, { data, vectorTiles, files }] = await Promise.all(
      [import('./info-address.ts'), import('./read-info.ts'), this.#readers.load()],
    );
    if (source.kind === 'vector-tiles') {
      const near = { extent: extentNear(place, resolution), zoom, most: MAX_COUNT };
      return infoOf(await vectorTiles.find(id, source, near, signal));
    }
    if (source.kind === 'file')
      return infoOf(await files.at(id, source, extentNear(place, resolution), MAX_COUNT));
    const address = await addressOf(source, place, resolution, MAX_COUNT);
    const response = await data.fetch(id, address, signal);
    return readInfo(await response.text());
  }

  #answer(id: string, answer: Partial<LayerInfo>): void {
    runInAction(() => {
      this.layers = this.layers.map((layer) => (layer.id === id ? { ...layer, ...answer } : layer));
    });
  }
}

function isQueryable(state: ExternalLayerState, resolution: number): state is QueryableLayer {
  const { source } = state;
  const answers =
    source.kind === 'features' ||
    source.kind === 'vector-tiles' ||
    source.kind === 'file' ||
    (source.kind === 'wms' && source.info !== null);
  return answers && isDrawnAt(state, scaleDenominator(resolution));
}
