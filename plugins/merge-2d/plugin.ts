import { ContainerModule } from 'inversify';
import { SELECTION } from '#plugins/selection/api';
import { LAYERS, lockedIn } from '#plugins/layers/api';
import { MergeSession } from './map/merge-session.ts';
import { Merging } from './model/merging.ts';
import { MERGING } from './model/tokens.ts';
import { MergeDialog } from './ui/MergeDialog.tsx';

export default new ContainerModule(({ bind }) => {
  bind(MERGING)
    .toDynamicValue(({ get }) => new Merging(get(SELECTION), lockedIn(get(LAYERS, { optional: true }))))
    .inSingletonScope();
  bind('merge-2d.merge').toDynamicValue((services) => ({
    start: (context: ConstructorParameters<typeof MergeSession>[0]) =>
      new MergeSession(context, services.get(MERGING)),
  }));
  bind('merge-2d.MergeDialog').toConstantValue(MergeDialog);
});
