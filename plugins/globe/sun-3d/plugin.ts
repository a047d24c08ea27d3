import { ContainerModule } from 'inversify';
import { onDemand } from '#core/react';
import { GLOBES } from '#plugins/globe/map-3d/api';
import { Sunlight, SUNLIGHT } from './model/sunlight.ts';

export default new ContainerModule(({ bind }) => {
  bind(SUNLIGHT)
    .toDynamicValue((services) => new Sunlight(services.get(GLOBES), Date.now()))
    .inSingletonScope();
  bind('sun-3d.Panel').toConstantValue(onDemand(() => import('./ui/SunPanel.tsx')));
});
