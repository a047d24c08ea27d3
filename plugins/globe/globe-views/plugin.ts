import { ContainerModule } from 'inversify';
import { onDemand } from '#core/react';
import { GLOBES } from '#plugins/globe/map-3d/api';
import { SunlightSettings, SUNLIGHT } from './model/sunlight.ts';
import { seeThrough, Underground, UNDERGROUND } from './model/underground.ts';
import { Opacity } from './ui/Opacity.tsx';

export default new ContainerModule(({ bind }) => {
  bind(SUNLIGHT)
    .toDynamicValue((services) => new SunlightSettings(services.get(GLOBES), Date.now()))
    .inSingletonScope();
  bind('globe-views.SunPanel').toConstantValue(onDemand(() => import('./ui/SunPanel.tsx')));
  bind(UNDERGROUND)
    .toDynamicValue((services) => new Underground(services.get(GLOBES)))
    .inSingletonScope();
  bind('globe-views.see-through').toDynamicValue((services) =>
    seeThrough(services.get(UNDERGROUND), services.get(GLOBES)),
  );
  bind('globe-views.Opacity').toConstantValue(Opacity);
});
