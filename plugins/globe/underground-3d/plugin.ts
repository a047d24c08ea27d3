import { ContainerModule } from 'inversify';
import { GLOBES } from '#plugins/globe/map-3d/api';
import { seeThrough, Underground, UNDERGROUND } from './model/underground.ts';
import { Opacity } from './ui/Opacity.tsx';

export default new ContainerModule(({ bind }) => {
  bind(UNDERGROUND)
    .toDynamicValue((services) => new Underground(services.get(GLOBES)))
    .inSingletonScope();
  bind('underground-3d.see-through').toDynamicValue((services) =>
    seeThrough(services.get(UNDERGROUND), services.get(GLOBES)),
  );
  bind('underground-3d.Opacity').toConstantValue(Opacity);
});
