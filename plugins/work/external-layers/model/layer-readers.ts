import type { Api } from '#core/api';
import type { I18n } from '#core/i18n';
import type { Session } from '#core/session';
import type { TilePainter } from '#plugins/work/map-2d/api';
import { ForeignFeatures } from './features/foreign-features.ts';
import type { Translate } from './in-words.ts';
import { LayerData } from './layer-data.ts';
import { FileObjects } from './file/file-objects.ts';
import { Pictures } from './picture/pictures.ts';
import { Rasters } from './raster/rasters.ts';
import { VectorTiles } from './vector/vector-tiles.ts';
import { Waiting } from './waiting.ts';

interface Services {
  readonly api: Pick<Api, 'bytes'>;
  readonly session: Pick<Session, 'token' | 'refresh'>;
  readonly i18n: Pick<I18n, 't' | 'language'>;
  readonly painter: () => Promise<TilePainter>;
}

/** What reads the data of layers, by the kind of their source. */
export class LayerReaders {
  readonly data: LayerData;
  readonly features: ForeignFeatures;
  readonly rasters: Rasters;
  readonly pictures: Pictures;
  readonly vectorTiles: VectorTiles;
  readonly files: FileObjects;
  readonly waiting = (tell: (id: string, isWaiting: boolean) => void) => new Waiting(tell);

  constructor({ api, session, i18n, painter }: Services) {
    const t: Translate = (key, values) => i18n.t(key, values);
    const data = (this.data = new LayerData(session, i18n));
    this.features = new ForeignFeatures(data, t);
    this.rasters = new Rasters(data, t);
    this.pictures = new Pictures(api, t);
    this.files = new FileObjects(data, t);
    this.vectorTiles = new VectorTiles({ data, painter, t });
  }
}
