import { ContainerModule } from 'inversify';
import { API, LIVE } from '#core/api';
import { onDemand } from '#core/react';
import { GROUNDS } from '#plugins/globe/map-3d/api';
import { Adding, ADDING } from './model/adding.ts';

export default new ContainerModule(({ bind }) => {
  bind(ADDING)
    .toDynamicValue((services) => new Adding(services.get(API), services.get(LIVE), services.get(GROUNDS)))
    .inSingletonScope();
  bind('terrain-3d.Panel').toConstantValue(onDemand(() => import('./ui/TerrainPanel.tsx')));
});
