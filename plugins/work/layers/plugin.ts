import { ContainerModule } from 'inversify';
import { browserStorage } from '#core/kernel';
import { PROJECTS } from '#core/project';
import { LAYERS } from './api.ts';
import { PROJECT_LAYERS, ProjectLayers } from './model/project-layers.ts';
import { Feed } from './ui/Feed.tsx';
import { LayersPanel } from './ui/LayersPanel.tsx';

export default new ContainerModule(({ bind }) => {
  bind(PROJECT_LAYERS)
    .toDynamicValue((services) => new ProjectLayers(services.get(PROJECTS), browserStorage()))
    .inSingletonScope();
  bind(LAYERS).toService(PROJECT_LAYERS);
  bind('layers.Feed').toConstantValue(Feed);
  bind('layers.Panel').toConstantValue(LayersPanel);
});
