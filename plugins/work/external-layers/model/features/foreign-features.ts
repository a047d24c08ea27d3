import { AppError } from '#core/kernel';
import { featuresAddress, type ExternalFeatures, type LayerExtent } from '#core/mapview';
import type { SourceOf } from '#core/protocol';
import { inWords, type Translate } from '../in-words.ts';
import type { LayerData } from '../layer-data.ts';

/** Most objects that are drawn of a layer, and that are imported of one. */
const MAX_DRAWN = 2_000;
const MAX_IMPORTED = 10_000;

/** The objects of layers of other servers. */
export class ForeignFeatures {
  readonly #data: Pick<LayerData, 'fetch'>;
  readonly #t: Translate;

  constructor(data: Pick<LayerData, 'fetch'>, t: Translate) {
    this.#data = data;
    this.#t = t;
  }

  /** Those to be drawn. Throws AppError saying what is wrong. */
  drawn(
    id: string,
    source: SourceOf<'features'>,
    extent: LayerExtent,
    signal?: AbortSignal,
  ): Promise<ExternalFeatures> {
    return this.within(id, source, extent, MAX_DRAWN, signal);
  }

  /** Those in an extent, as a file that the import wizard reads. Throws AppError, also where there are too many or none. */
  async file(id: string, source: SourceOf<'features'>, extent: LayerExtent, name: string): Promise<File> {
    const { features, isWhole } = await this.within(id, source, extent, MAX_IMPORTED);
    const refuse = (key: string) =>
      new AppError('external-layer', this.#t(`external-layers:features.${key}`, { count: MAX_IMPORTED }));
    if (features.length === 0) throw refuse('none');
    if (!isWhole) throw refuse('cut');
    const collection = {
      type: 'FeatureCollection',
      features: features.map((feature) => ({ type: 'Feature', ...feature })),
    };
    return new File([JSON.stringify(collection)], `${name}.geojson`, { type: 'application/geo+json' });
  }

  /** Those in an extent, at most `count`. Throws AppError saying what is wrong. */
  async within(
    id: string,
    source: SourceOf<'features'>,
    extent: LayerExtent,
    count: number,
    signal?: AbortSignal,
  ): Promise<ExternalFeatures> {
    const response = await this.#data.fetch(id, featuresAddress(source, extent, count), signal);
    try {
      const { readFeatures } = await import('./read-features.ts');
      return readFeatures(await response.text(), count);
    } catch (thrown) {
      throw inWords(thrown, 'features', this.#t, new URL(source.url).host);
    }
  }
}
