import { ContainerModule } from 'inversify';
import { SETTINGS } from '#core/settings';
import { FOLLOW_PROJECT } from '#plugins/map-2d/api';
import { GROUND } from './api.ts';
import { BARE_GROUND } from './model/bare-ground.ts';
import { LOAD_GLOBE } from './model/open-globe.ts';
import { Viewer } from './ui/Viewer.tsx';

export default new ContainerModule(({ bind }) => {
  bind(LOAD_GLOBE)
    .toDynamicValue((services) => async () => {
      const { openGlobeWith } = await import('./map/open-globe.ts');
      return openGlobeWith(services.get(SETTINGS), services.get(FOLLOW_PROJECT));
    })
    .inSingletonScope();
  bind(GROUND).toConstantValue(BARE_GROUND);
  bind('map-3d.Viewer').toConstantValue(Viewer);
});
