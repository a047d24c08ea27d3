import { ContainerModule } from 'inversify';
import { API } from '#core/api';
import { I18N } from '#core/i18n';
import { VIEWS } from '#core/mapview';
import { PROJECTS } from '#core/project';
import { onDemand } from '#core/react';
import { SESSION } from '#core/session';
import { SETTINGS } from '#core/settings';
import { FOLLOW_PROJECT } from '#plugins/work/map-2d/api';
import { CLOUD_FOUND, CLOUD_STAGE, CLOUD_VIEWS } from './api.ts';
import { FIND_CLOUD, FindCloud } from './model/found.ts';
import { LOAD_CLOUD_VIEW } from './model/open-cloud.ts';
import { PROJECT_CLOUDS, ProjectClouds } from './model/stage.ts';
import { OpenCloudViews } from './model/views.ts';
import { CloudPage } from './ui/CloudPage.tsx';
import { CameraBar } from './ui/CameraBar.tsx';
import { Viewer } from './ui/Viewer.tsx';

export default new ContainerModule(({ bind }) => {
  bind(PROJECT_CLOUDS)
    .toDynamicValue((services) => new ProjectClouds(services.get(API), services.get(PROJECTS)))
    .inSingletonScope();
  bind(CLOUD_STAGE).toService(PROJECT_CLOUDS);
  bind(CLOUD_VIEWS)
    .toDynamicValue((services) => new OpenCloudViews(services.get(VIEWS)))
    .inSingletonScope();
  bind(FIND_CLOUD)
    .toDynamicValue((services) => new FindCloud(services.get(API)))
    .inSingletonScope();
  bind(CLOUD_FOUND).toService(FIND_CLOUD);
  bind(LOAD_CLOUD_VIEW)
    .toDynamicValue((services) => async (project, stopped) => {
      const { prepareClouds } = await import('./map/open-cloud.ts');
      const i18n = services.get(I18N);
      return prepareClouds(
        {
          api: services.get(API),
          session: services.get(SESSION),
          settings: services.get(SETTINGS),
          stage: services.get(PROJECT_CLOUDS),
          follow: services.get(FOLLOW_PROJECT),
          number: (value, options) => i18n.number(value, options),
          t: (key, values) => i18n.t(`point-cloud:${key}`, values),
        },
        project,
        { quality: isHandheld() ? 'phone' : 'desk', stopped },
      );
    })
    .inSingletonScope();
  bind('point-cloud.Camera').toConstantValue(CameraBar);
  bind('point-cloud.Panel').toConstantValue(onDemand(() => import('./ui/CloudsPanel.tsx')));
  bind('point-cloud.Page').toConstantValue(CloudPage);
  bind('point-cloud.Viewer').toConstantValue(Viewer);
});

/** A phone or tablet, whose memory and graphics are small. */
function isHandheld(): boolean {
  return window.matchMedia('(pointer: coarse)').matches;
}
