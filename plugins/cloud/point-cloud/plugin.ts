import { ContainerModule } from 'inversify';
import { API, HttpApi } from '#core/api';
import { EVENT_BUS } from '#core/events';
import { I18N } from '#core/i18n';
import { VIEWS } from '#core/mapview';
import { PROJECTS } from '#core/project';
import { grants } from '#core/protocol';
import { onDemand } from '#core/react';
import { SESSION, type Session } from '#core/session';
import { SETTINGS } from '#core/settings';
import { FOLLOW_PROJECT } from '#plugins/work/map-2d/api';
import { CLOUD_FOUND, CLOUD_STAGE, CLOUD_VIEWS, OPEN_LONE_CLOUD, type OpenLoneCloud } from './api.ts';
import { FIND_CLOUD, FindCloud } from './model/found.ts';
import { LOAD_CLOUD_VIEW } from './model/open-cloud.ts';
import { PlaceableClouds } from './model/placeable-clouds.ts';
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
    .toDynamicValue((services) => new OpenCloudViews(services.get(VIEWS), services.get(EVENT_BUS)))
    .inSingletonScope();
  bind(FIND_CLOUD)
    .toDynamicValue((services) => new FindCloud(services.get(API)))
    .inSingletonScope();
  bind(CLOUD_FOUND).toService(FIND_CLOUD);
  bind(LOAD_CLOUD_VIEW)
    .toDynamicValue((services) => async (_project, stopped) => {
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
        { quality: isHandheld() ? 'phone' : 'desk', stopped },
      );
    })
    .inSingletonScope();
  bind(OPEN_LONE_CLOUD)
    .toDynamicValue((services): OpenLoneCloud => async (request) => {
      const i18n = services.get(I18N);
      const [{ openLoneCloud }] = await Promise.all([
        import('./map/lone-cloud.ts'),
        i18n.load('point-cloud'),
      ]);
      const { key } = request;
      const session = key === undefined ? services.get(SESSION) : linkHolder(key);
      const texts = {
        unreachable: () => i18n.t('workbench:network.unreachable'),
        timeout: () => i18n.t('workbench:network.timeout'),
        unexplained: (status: number) => i18n.t('workbench:network.unexplained', { status }),
      };
      const api =
        key === undefined
          ? services.get(API)
          : new HttpApi({ base: '/api', credentials: session, language: () => i18n.language, texts });
      return openLoneCloud(
        {
          api,
          session,
          finder: services.get(FIND_CLOUD),
          mayWrite:
            key === undefined && grants(services.get(SESSION).me?.authorizations ?? [], 'pointcloud.write'),
          settings: services.get(SETTINGS),
          number: (value, options) => i18n.number(value, options),
          t: (text, values) => i18n.t(`point-cloud:${text}`, values),
        },
        request,
      );
    })
    .inSingletonScope();
  bind('point-cloud.Placeable')
    .toDynamicValue((services) => {
      const session = services.get(SESSION);
      return new PlaceableClouds(
        services.get(API),
        services.get(PROJECT_CLOUDS),
        services.get(CLOUD_VIEWS),
        () => grants(session.me?.authorizations ?? [], 'pointcloud.write'),
      );
    })
    .inSingletonScope();
  bind('point-cloud.Camera').toConstantValue(CameraBar);
  bind('point-cloud.Panel').toConstantValue(onDemand(() => import('./ui/CloudsPanel.tsx')));
  bind('point-cloud.Page').toConstantValue(CloudPage);
  bind('point-cloud.Viewer').toConstantValue(Viewer);
});

/** Whoever has a link: its secret takes the place of the token of a session, and cannot be renewed. */
function linkHolder(token: string): Pick<Session, 'token' | 'refresh'> {
  return { token, refresh: () => Promise.reject(new Error('The secret of a link is not renewed.')) };
}

/** A phone or tablet, whose memory and graphics are small. */
function isHandheld(): boolean {
  return window.matchMedia('(pointer: coarse)').matches;
}
