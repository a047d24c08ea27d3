import { ContainerModule } from 'inversify';
import { lazy } from 'react';
import { LAST_VALUES } from './api.ts';
import { KeptValues } from './model/last-values.ts';

export default new ContainerModule(({ bind }) => {
  bind(LAST_VALUES)
    .toDynamicValue(() => new KeptValues(localStorage))
    .inSingletonScope();
  bind('attributes.Panel').toConstantValue(
    lazy(async () => ({ default: (await import('./ui/AttributesPanel.tsx')).AttributesPanel })),
  );
});
