import { ContainerModule } from 'inversify';
import { onDemand } from '#core/react';
import { LAST_VALUES } from './api.ts';
import { KeptValues } from './model/last-values.ts';

export default new ContainerModule(({ bind }) => {
  bind(LAST_VALUES)
    .toDynamicValue(() => new KeptValues(localStorage))
    .inSingletonScope();
  bind('attributes.Panel').toConstantValue(
    onDemand(async () => ({ default: (await import('./ui/AttributesPanel.tsx')).AttributesPanel })),
  );
});
