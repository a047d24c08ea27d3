import { ContainerModule } from 'inversify';
import { API } from '#core/api';
import { PERSONAL_STORAGE } from '#core/browser';
import { I18N } from '#core/i18n';
import { PROJECTS } from '#core/project';
import { onDemand } from '#core/react';
import { SESSION } from '#core/session';
import { READ_SERVICE } from '#plugins/work/map-2d/api';
import { LayerData } from './model/layer-data.ts';
import { LayerCatalogue, LAYER_CATALOGUE } from './model/layer-catalogue.ts';
import { ProjectExternalLayers, EXTERNAL_LAYERS } from './model/project-external-layers.ts';
import { Feed } from './ui/Feed.tsx';

export default new ContainerModule(({ bind }) => {
  bind(EXTERNAL_LAYERS)
    .toDynamicValue((services) => {
      const i18n = services.get(I18N);
      return new ProjectExternalLayers({
        api: services.get(API),
        projects: services.get(PROJECTS),
        storage: services.get(PERSONAL_STORAGE),
        data: new LayerData(services.get(SESSION), i18n),
      });
    })
    .inSingletonScope();
  bind(LAYER_CATALOGUE)
    .toDynamicValue(
      (services) =>
        new LayerCatalogue(services.get(API), services.get(READ_SERVICE), (key, values) =>
          services.get(I18N).t(key, values),
        ),
    )
    .inSingletonScope();
  bind('external-layers.Feed').toConstantValue(Feed);
  bind('external-layers.Panel').toConstantValue(onDemand(() => import('./ui/ExternalLayersPanel.tsx')));
});
