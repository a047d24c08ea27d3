import { ContainerModule } from 'inversify';
import { lazy } from 'react';
import { API, LIVE, ResumableUploads } from '#core/api';
import { I18N } from '#core/i18n';
import { dialogOnDemand, onDemand } from '#core/react';
import { SESSION } from '#core/session';
import type { AddClouds } from './api.ts';
import { CloudDesk, CLOUD_DESK } from './model/cloud-desk.ts';

export default new ContainerModule(({ bind }) => {
  bind(CLOUD_DESK)
    .toDynamicValue(({ get }) => {
      const [api, i18n] = [get(API), get(I18N)];
      const language = () => i18n.language;
      const uploads = new ResumableUploads({ base: '/api', api, credentials: get(SESSION), language });
      return new CloudDesk(api, get(LIVE), uploads);
    })
    .inSingletonScope();
  bind('clouds.Add').toDynamicValue(({ get }): AddClouds => {
    const desk = get(CLOUD_DESK);
    return (projectId, files) => {
      for (const file of files) desk.drop(projectId, file);
    };
  });
  bind('clouds.Page').toConstantValue(lazy(() => import('./ui/CloudsPage.tsx')));
  bind('clouds.Panel').toConstantValue(onDemand(() => import('./ui/CloudsPanel.tsx')));
  bind('clouds.Dialog').toConstantValue(dialogOnDemand(CLOUD_DESK, () => import('./ui/DraftDialog.tsx')));
});
