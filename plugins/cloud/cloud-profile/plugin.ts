import { ContainerModule } from 'inversify';
import { API, LIVE } from '#core/api';
import { EVENT_BUS } from '#core/events';
import { I18N } from '#core/i18n';
import { VIEWS } from '#core/mapview';
import { PANELS } from '#core/plugin';
import { PROJECTS } from '#core/project';
import { onDemand } from '#core/react';
import { SETTINGS } from '#core/settings';
import { CLOUD_STAGE, CLOUD_VIEWS } from '#plugins/cloud/point-cloud/api';
import { drawOnViewers } from './map/on-viewers.ts';
import { ProfileTool } from './map/profile-tool.ts';
import { CloudProfile, PROFILE } from './model/profile.ts';
import { PROFILE_FILES, ProfileFiles } from './model/profile-files.ts';

export default new ContainerModule(({ bind }) => {
  bind(PROFILE)
    .toDynamicValue((services) => {
      const profile = new CloudProfile(
        services.get(API),
        services.get(CLOUD_STAGE),
        services.get(CLOUD_VIEWS),
        services.get(EVENT_BUS),
      );
      drawOnViewers(profile, services.get(VIEWS), services.get(PROJECTS));
      return profile;
    })
    .inSingletonScope();
  bind(PROFILE_FILES)
    .toDynamicValue(
      (services) => new ProfileFiles(services.get(API), services.get(LIVE), services.get(PROFILE)),
    )
    .inSingletonScope();
  bind('cloud-profile.line').toDynamicValue((services) => {
    const [profile, panels] = [services.get(PROFILE), services.get(PANELS)];
    const drawn = (vertices: Parameters<CloudProfile['draw']>[0]) => {
      panels.open('cloud-profile.panel');
      void profile.draw(vertices);
    };
    return new ProfileTool(drawn, services.get(SETTINGS), services.get(I18N));
  });
  bind('cloud-profile.Panel').toConstantValue(onDemand(() => import('./ui/ProfilePanel.tsx')));
});
