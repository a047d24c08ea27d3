import { ContainerModule } from 'inversify';
import { API, LIVE } from '#core/api';
import { onDemand } from '#core/react';
import { TILESETS } from '#plugins/globe/map-3d/api';
import { Sets, SETS } from './model/sets.ts';

export default new ContainerModule(({ bind }) => {
  bind(SETS)
    .toDynamicValue((services) => new Sets(services.get(API), services.get(LIVE), services.get(TILESETS)))
    .inSingletonScope();
  bind('tiles-3d.Panel').toConstantValue(onDemand(() => import('./ui/TilesPanel.tsx')));
});
