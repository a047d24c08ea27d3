import { ContainerModule } from 'inversify';
import { API } from '#core/api';
import { I18N } from '#core/i18n';
import { VIEWS } from '#core/mapview';
import type { Command } from '#core/plugin';
import { PROJECTS } from '#core/project';
import { onDemand } from '#core/react';
import { SETTINGS } from '#core/settings';
import { TOASTS } from '#core/toasts';
import { CLOUD_STAGE, CLOUD_VIEWS } from '#plugins/cloud/point-cloud/api';
import { CloudMeasureTool } from './map/measure-tool.ts';
import { keepOnTheCloud } from './map/on-the-cloud.ts';
import { CLOUD_MEASURES, CloudMeasures } from './model/cloud-measures.ts';
import { KEPT_COMPARISONS, KeptComparisons } from './model/kept-comparisons.ts';
import { ALL_KINDS } from './model/kinds.ts';
import { Bubbles } from './ui/Bubbles.tsx';

export default new ContainerModule(({ bind }) => {
  bind(KEPT_COMPARISONS)
    .toDynamicValue((services) => new KeptComparisons(services.get(API), services.get(CLOUD_STAGE)))
    .inSingletonScope();
  bind(CLOUD_MEASURES)
    .toDynamicValue((services) => {
      const measures = new CloudMeasures(
        services.get(API),
        services.get(CLOUD_STAGE),
        services.get(CLOUD_VIEWS),
        services.get(KEPT_COMPARISONS),
      );
      keepOnTheCloud(measures, services.get(VIEWS), services.get(PROJECTS));
      return measures;
    })
    .inSingletonScope();
  for (const kind of ALL_KINDS)
    bind(`cloud-measure.${kind}`).toDynamicValue(
      (services) =>
        new CloudMeasureTool(
          kind,
          services.get(CLOUD_MEASURES),
          services.get(SETTINGS),
          services.get(I18N),
          services.get(TOASTS),
        ),
    );
  bind('cloud-measure.clear').toDynamicValue((services): Command => {
    const measures = services.get(CLOUD_MEASURES);
    return {
      run: () => measures.clear(),
      disabled: () => (measures.list.length === 0 ? 'clear.nothing' : undefined),
    };
  });
  bind('cloud-measure.Bubbles').toConstantValue(Bubbles);
  bind('cloud-measure.Panel').toConstantValue(onDemand(() => import('./ui/MeasurePanel.tsx')));
});
