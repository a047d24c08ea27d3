import { ContainerModule } from 'inversify';
import { API, LIVE } from '#core/api';
import { onDemand } from '#core/react';
import { GROUNDS } from '#plugins/globe/map-3d/api';
import { TerrainUploads, TERRAIN_UPLOADS } from './model/adding.ts';

export default new ContainerModule(({ bind }) => {
  bind(TERRAIN_UPLOADS)
    .toDynamicValue(
      (services) => new TerrainUploads(services.get(API), services.get(LIVE), services.get(GROUNDS)),
    )
    .inSingletonScope();
  bind('terrain-3d.Panel').toConstantValue(onDemand(() => import('./ui/TerrainPanel.tsx')));
});
