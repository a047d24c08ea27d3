import { ContainerModule } from 'inversify';
import type { ToolContext } from '#core/tools';
import { EDIT_TARGETS } from '#plugins/work/selection/api';
import { MergeSession } from './map/merge-session.ts';
import { Merging, MERGING } from './model/merging.ts';
import { MergeDialog } from './ui/MergeDialog.tsx';

export default new ContainerModule(({ bind }) => {
  bind(MERGING)
    .toDynamicValue((services) => new Merging(services.get(EDIT_TARGETS)))
    .inSingletonScope();
  for (const how of ['merge', 'combine'] as const)
    bind(`merge.${how}`).toDynamicValue((services) => ({
      start: (context: ToolContext) => new MergeSession(how, context, services.get(MERGING)),
    }));
  bind('merge.MergeDialog').toConstantValue(MergeDialog);
});
