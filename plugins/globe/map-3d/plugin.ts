import { ContainerModule } from 'inversify';
import { API } from '#core/api';
import { EVENT_BUS } from '#core/events';
import { I18N } from '#core/i18n';
import { PERSONAL_STORAGE } from '#core/browser';
import { VIEWS } from '#core/mapview';
import { PROJECTS } from '#core/project';
import { grants } from '#core/protocol';
import { SESSION } from '#core/session';
import { SETTINGS } from '#core/settings';
import { TOASTS } from '#core/toasts';
import { FOLLOW_PROJECT } from '#plugins/work/map-2d/api';
import { GLOBES, GROUND, GROUNDS, TILESETS } from './api.ts';
import { OpenGlobes } from './model/globes.ts';
import { LOAD_GLOBE } from './model/open-globe.ts';
import { PROJECT_GROUND, ProjectGround } from './model/project-ground.ts';
import { PROJECT_TILESETS, ProjectTilesets } from './model/project-tilesets.ts';
import { Viewer } from './ui/Viewer.tsx';

export default new ContainerModule(({ bind }) => {
  bind(LOAD_GLOBE)
    .toDynamicValue((services) => async (stopped) => {
      const { openGlobeWith } = await import('./map/open-globe.ts');
      return openGlobeWith(
        services.get(SETTINGS),
        services.get(FOLLOW_PROJECT),
        services.get(PROJECT_GROUND),
        { tilesets: services.get(PROJECT_TILESETS), session: services.get(SESSION) },
        stopped,
      );
    })
    .inSingletonScope();
  bind(PROJECT_GROUND)
    .toDynamicValue((services) => {
      return new ProjectGround(services.get(API), services.get(PROJECTS), services.get(PERSONAL_STORAGE));
    })
    .inSingletonScope();
  bind(PROJECT_TILESETS)
    .toDynamicValue((services) => {
      const [toasts, i18n] = [services.get(TOASTS), services.get(I18N)];
      const maySeeClouds = () => {
        const { authorizations = [], blockedLayers = [] } = services.get(SESSION).me ?? {};
        return grants(authorizations, 'pointcloud.read') && !blockedLayers.includes('point-cloud');
      };
      const tilesets = new ProjectTilesets(
        services.get(API),
        services.get(PROJECTS),
        maySeeClouds,
        (what, name) => toasts.show('error', i18n.t(`map-3d:tileset.${what}`, { name })),
      );
      services
        .get(EVENT_BUS)
        .on('cloudClassesChanged')
        .subscribe(({ cloudId }) => tilesets.renew(cloudId));
      return tilesets;
    })
    .inSingletonScope();
  bind(GLOBES)
    .toDynamicValue((services) => new OpenGlobes(services.get(VIEWS)))
    .inSingletonScope();
  bind(TILESETS).toService(PROJECT_TILESETS);
  bind(GROUND).toService(PROJECT_GROUND);
  bind(GROUNDS).toService(PROJECT_GROUND);
  bind('map-3d.Viewer').toConstantValue(Viewer);
});
