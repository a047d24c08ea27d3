import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { loadCrs, project } from '#core/geodesy';
import { isAbort, Latest, sentenceOf, serviceToken } from '#core/kernel';
import {
  featuresAddress,
  HIT_TOLERANCE,
  isDrawnAt,
  wmsInfoAddress,
  type Camera,
  type ExternalLayerState,
} from '#core/mapview';
import type { Position, SourceOf } from '#core/protocol';
import { scaleDenominator } from '#core/styles';
import type { LayerData } from './layer-data.ts';
import type { ProjectExternalLayers } from './project-external-layers.ts';
import type { Info } from './read-info.ts';

/** Side of the image that is asked about, pixels; the place is in its middle. */
const SIDE = 101;
/** Most objects that a server is asked for. */
export const MAX_COUNT = 20;
/** Metres of a degree of latitude. */
const DEGREE = 111_320;

/** What a layer says about the place. */
export interface LayerInfo {
  readonly id: string;
  readonly name: string;
  /** Undefined while the server is asked, or when it failed. */
  readonly info: Info | undefined;
  /** Why the server did not say anything. */
  readonly problem: string | undefined;
}

type AskedLayer = ExternalLayerState & { readonly source: SourceOf<'wms' | 'features'> };

/** What the layers of other servers say about one place. */
export class Identification {
  place: Position | undefined = undefined;
  /** The topmost layer first; empty where no layer can be asked. */
  layers: readonly LayerInfo[] = [];
  readonly #shown: Pick<ProjectExternalLayers, 'states' | 'arranged'>;
  readonly #data: Pick<LayerData, 'fetch'>;
  readonly #newest = new Latest();

  constructor(shown: Pick<ProjectExternalLayers, 'states' | 'arranged'>, data: Pick<LayerData, 'fetch'>) {
    this.#shown = shown;
    this.#data = data;
    makeAutoObservable<this>(this, { place: observableRef, layers: observableRef });
  }

  /** Asks all layers that are drawn at the scale of the camera. A new place replaces one that is being asked for. */
  async ask(place: Position, { resolution }: Pick<Camera, 'resolution'>): Promise<void> {
    const asked = this.#shown.states.filter((state) => isAsked(state, resolution)).reverse();
    const names = new Map(this.#shown.arranged.map(({ layer }) => [layer.id, layer.name]));
    this.place = place;
    this.layers = asked.map(({ id }) => ({
      id,
      name: names.get(id) ?? '',
      info: undefined,
      problem: undefined,
    }));
    await this.#newest.run((signal) =>
      Promise.all(asked.map((layer) => this.#askLayer(layer, place, resolution, signal))),
    );
  }

  clear(): void {
    this.#newest.cancel();
    this.place = undefined;
    this.layers = [];
  }

  async #askLayer(
    { id, source }: AskedLayer,
    place: Position,
    resolution: number,
    signal: AbortSignal,
  ): Promise<void> {
    try {
      if (source.kind === 'wms') await loadCrs(source.crs);
      const address =
        source.kind === 'wms'
          ? infoAddress(source, place, resolution)
          : nearAddress(source, place, resolution);
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

function isAsked(state: ExternalLayerState, resolution: number): state is AskedLayer {
  const { source } = state;
  const answers = source.kind === 'features' || (source.kind === 'wms' && source.info !== null);
  return answers && isDrawnAt(state, scaleDenominator(resolution));
}

/** Address of what is at a place, with pixels as large as on the screen: servers search within a few pixels. */
export function infoAddress(
  source: SourceOf<'wms'>,
  [longitude, latitude]: Position,
  resolution: number,
): string {
  const [x, y] = project(source.crs, [longitude, latitude]);
  const towards = latitude < 89 ? 1 : -1;
  const [x2, y2] = project(source.crs, [longitude, latitude + (towards * resolution) / DEGREE]);
  const half = (SIDE / 2) * Math.hypot(x2 - x, y2 - y);
  const middle = (SIDE - 1) / 2;
  return wmsInfoAddress(
    source,
    { extent: [x - half, y - half, x + half, y + half], width: SIDE, height: SIDE },
    [middle, middle],
    MAX_COUNT,
  );
}

/** Address of the objects within a few pixels of a place. */
function nearAddress(
  source: SourceOf<'features'>,
  [longitude, latitude]: Position,
  resolution: number,
): string {
  const north = (HIT_TOLERANCE.mouse * resolution) / DEGREE;
  const east = north / Math.max(0.01, Math.cos((latitude * Math.PI) / 180));
  return featuresAddress(
    source,
    [longitude - east, latitude - north, longitude + east, latitude + north],
    MAX_COUNT,
  );
}

export const IDENTIFICATION = serviceToken<Identification>('external-layers.Identification');
