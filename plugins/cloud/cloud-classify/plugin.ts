import { ContainerModule } from 'inversify';
import { API, LIVE } from '#core/api';
import { EVENT_BUS } from '#core/events';
import { I18N } from '#core/i18n';
import { PANELS } from '#core/plugin';
import { onDemand } from '#core/react';
import { TOASTS } from '#core/toasts';
import { CLOUD_STAGE, CLOUD_VIEWS } from '#plugins/cloud/point-cloud/api';
import { LassoTool } from './map/lasso-tool.ts';
import { CLASSIFYING, Classifying } from './model/classifying.ts';
import { Finding, FINDING } from './model/finding.ts';

export default new ContainerModule(({ bind }) => {
  bind(CLASSIFYING)
    .toDynamicValue(
      (services) => new Classifying(services.get(API), services.get(CLOUD_STAGE), services.get(EVENT_BUS)),
    )
    .inSingletonScope();
  bind(FINDING)
    .toDynamicValue(
      (services) =>
        new Finding(
          services.get(API),
          services.get(LIVE),
          services.get(CLASSIFYING),
          services.get(CLOUD_VIEWS),
        ),
    )
    .inSingletonScope();
  bind('cloud-classify.lasso').toDynamicValue(
    (services) =>
      new LassoTool(
        services.get(CLASSIFYING),
        services.get(CLOUD_VIEWS),
        services.get(PANELS),
        services.get(I18N),
        services.get(TOASTS),
      ),
  );
  bind('cloud-classify.Panel').toConstantValue(onDemand(() => import('./ui/ClassifyPanel.tsx')));
});
