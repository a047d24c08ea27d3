import { ContainerModule } from 'inversify';
import { API } from '#core/api';
import { PROJECTS } from '#core/project';
import { SETTINGS } from '#core/settings';
import { FOLLOW_PROJECT } from '#plugins/map-2d/api';
import { GROUND, GROUNDS } from './api.ts';
import { LOAD_GLOBE } from './model/open-globe.ts';
import { PROJECT_GROUND, ProjectGround } from './model/project-ground.ts';
import { Viewer } from './ui/Viewer.tsx';

export default new ContainerModule(({ bind }) => {
  bind(LOAD_GLOBE)
    .toDynamicValue((services) => async () => {
      const { openGlobeWith } = await import('./map/open-globe.ts');
      return openGlobeWith(
        services.get(SETTINGS),
        services.get(FOLLOW_PROJECT),
        services.get(PROJECT_GROUND),
      );
    })
    .inSingletonScope();
  bind(PROJECT_GROUND)
    .toDynamicValue((services) => {
      return new ProjectGround(services.get(API), services.get(PROJECTS), window.localStorage);
    })
    .inSingletonScope();
  bind(GROUND).toService(PROJECT_GROUND);
  bind(GROUNDS).toService(PROJECT_GROUND);
  bind('map-3d.Viewer').toConstantValue(Viewer);
});
