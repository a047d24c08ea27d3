import { ContainerModule } from 'inversify';
import { API, LIVE } from '#core/api';
import { PERSONAL_STORAGE } from '#core/browser';
import { I18N } from '#core/i18n';
import { PROJECTS } from '#core/project';
import { TOASTS } from '#core/toasts';
import { SHOWN_STYLES } from '#plugins/work/object-types/api';
import { LAYERS } from './api.ts';
import { PROJECT_LAYERS, ProjectLayers } from './model/project-layers.ts';
import { Feed } from './ui/Feed.tsx';
import { LayersPanel } from './ui/LayersPanel.tsx';

export default new ContainerModule(({ bind }) => {
  bind(PROJECT_LAYERS)
    .toDynamicValue(
      (services) =>
        new ProjectLayers({
          projects: services.get(PROJECTS),
          api: services.get(API),
          storage: services.get(PERSONAL_STORAGE),
          styles: services.get(SHOWN_STYLES, { optional: true }),
          live: services.get(LIVE),
          onGroupsRefused: (reason) =>
            services.get(TOASTS).show('error', reason ?? services.get(I18N).t('layers:group.overtaken')),
          onUnsent: () => services.get(TOASTS).show('warning', services.get(I18N).t('layers:lock.unsent')),
        }),
    )
    .inSingletonScope();
  bind(LAYERS).toService(PROJECT_LAYERS);
  bind('layers.Feed').toConstantValue(Feed);
  bind('layers.Panel').toConstantValue(LayersPanel);
});
