import { ContainerModule } from 'inversify';
import { API } from '#core/api';
import { PERSONAL_STORAGE } from '#core/browser';
import { I18N } from '#core/i18n';
import { PROJECTS } from '#core/project';
import { PANELS } from '#core/plugin';
import { fetched, lazyChunk, onDemand } from '#core/react';
import { SESSION } from '#core/session';
import type { Tool } from '#core/tools';
import { Comparison, COMPARISON } from './model/comparison.ts';
import { Identification, IDENTIFICATION } from './model/identification.ts';
import { LAYER_DATA, LayerData } from './model/layer-data.ts';
import { OBJECTS_IN_VIEW, ObjectsInView } from './model/objects-in-view.ts';
import { Pictures, PICTURES } from './model/picture/pictures.ts';
import { PicturePlacing, PICTURE_PLACING } from './model/picture/placing.ts';
import { ProjectExternalLayers, EXTERNAL_LAYERS } from './model/project-external-layers.ts';
import { FOREIGN_FEATURES, ForeignFeatures } from './model/features/foreign-features.ts';
import { TILE_PAINTER } from '#plugins/work/map-2d/api';
import { Rasters, RASTERS } from './model/raster/rasters.ts';
import { VECTOR_TILES, VectorTiles } from './model/vector/vector-tiles.ts';
import { CompareOverlay } from './ui/CompareOverlay.tsx';
import { Feed } from './ui/Feed.tsx';

/** The plugin is loaded at the start, for its feed. */
const placeSessions = lazyChunk(() => import('./map/place-session.ts'));
const sessions = lazyChunk(() => import('./map/identify-session.ts'));

export default new ContainerModule(({ bind }) => {
  bind(LAYER_DATA)
    .toDynamicValue((services) => new LayerData(services.get(SESSION), services.get(I18N)))
    .inSingletonScope();
  bind(FOREIGN_FEATURES)
    .toDynamicValue((services) => {
      const i18n = services.get(I18N);
      return new ForeignFeatures(services.get(LAYER_DATA), (key, values) => i18n.t(key, values));
    })
    .inSingletonScope();
  bind(RASTERS)
    .toDynamicValue((services) => {
      const i18n = services.get(I18N);
      return new Rasters(services.get(LAYER_DATA), (key, values) => i18n.t(key, values));
    })
    .inSingletonScope();
  bind(VECTOR_TILES)
    .toDynamicValue((services) => {
      const i18n = services.get(I18N);
      return new VectorTiles({
        data: services.get(LAYER_DATA),
        painter: services.get(TILE_PAINTER),
        t: (key, values) => i18n.t(key, values),
      });
    })
    .inSingletonScope();
  bind(IDENTIFICATION)
    .toDynamicValue(
      (services) =>
        new Identification({
          shown: services.get(EXTERNAL_LAYERS),
          data: services.get(LAYER_DATA),
          vectorTiles: services.get(VECTOR_TILES),
        }),
    )
    .inSingletonScope();
  bind('external-layers.identify').toDynamicValue(async (services): Promise<Tool> => {
    const [identification, panels] = [services.get(IDENTIFICATION), services.get(PANELS)];
    const { IdentifySession } = await fetched(sessions, services.get(I18N));
    const showPanel = () => panels.open('external-layers.panel');
    return { start: (context) => new IdentifySession(context, { identification, showPanel }) };
  });
  bind('external-layers.place').toDynamicValue(async (services): Promise<Tool> => {
    const [placing, panels] = [services.get(PICTURE_PLACING), services.get(PANELS)];
    const { PlaceSession } = await fetched(placeSessions, services.get(I18N));
    const showPanel = () => panels.open('external-layers.panel');
    return { start: (context) => new PlaceSession(context, { placing, showPanel }) };
  });
  bind(PICTURES)
    .toDynamicValue((services) => {
      const i18n = services.get(I18N);
      return new Pictures(services.get(API), (key, values) => i18n.t(key, values));
    })
    .inSingletonScope();
  bind(PICTURE_PLACING)
    .toDynamicValue(
      (services) =>
        new PicturePlacing({ pictures: services.get(PICTURES), layers: services.get(EXTERNAL_LAYERS) }),
    )
    .inSingletonScope();
  bind(EXTERNAL_LAYERS)
    .toDynamicValue((services) => {
      return new ProjectExternalLayers({
        api: services.get(API),
        projects: services.get(PROJECTS),
        storage: services.get(PERSONAL_STORAGE),
        data: services.get(LAYER_DATA),
        rasters: services.get(RASTERS),
        features: services.get(FOREIGN_FEATURES),
        vectorTiles: services.get(VECTOR_TILES),
        pictures: services.get(PICTURES),
      });
    })
    .inSingletonScope();
  bind(OBJECTS_IN_VIEW)
    .toDynamicValue(
      (services) =>
        new ObjectsInView({
          layers: services.get(EXTERNAL_LAYERS),
          features: services.get(FOREIGN_FEATURES),
          vectorTiles: services.get(VECTOR_TILES),
        }),
    )
    .inSingletonScope();
  bind(COMPARISON).toConstantValue(new Comparison());
  bind('external-layers.Feed').toConstantValue(Feed);
  bind('external-layers.Compare').toConstantValue(CompareOverlay);
  bind('external-layers.Panel').toConstantValue(onDemand(() => import('./ui/ExternalLayersPanel.tsx')));
});
