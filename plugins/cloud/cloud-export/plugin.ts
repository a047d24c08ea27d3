import { ContainerModule } from 'inversify';
import { API, LIVE } from '#core/api';
import { onDemand } from '#core/react';
import { CLOUD_STAGE } from '#plugins/cloud/point-cloud/api';
import { CLOUD_EXPORT, CloudExport } from './model/cloud-export.ts';

export default new ContainerModule(({ bind }) => {
  bind(CLOUD_EXPORT)
    .toDynamicValue(
      (services) => new CloudExport(services.get(API), services.get(LIVE), services.get(CLOUD_STAGE)),
    )
    .inSingletonScope();
  bind('cloud-export.Panel').toConstantValue(onDemand(() => import('./ui/ExportPanel.tsx')));
});
