import { ContainerModule } from 'inversify';
import { EVENT_BUS } from '#core/events';
import type { Command } from '#core/plugin';
import { TALLY } from './api.ts';
import { TemplateTally } from './model/tally.ts';
import { TemplatePage } from './ui/TemplatePage.tsx';

export default new ContainerModule(({ bind }) => {
  bind(TALLY)
    .toDynamicValue((context) => new TemplateTally(context.get(EVENT_BUS)))
    .inSingletonScope();
  bind<Command>('template.add')
    .toDynamicValue((context) => ({ run: () => context.get(TALLY).add() }))
    .inSingletonScope();
  bind('template.Page').toConstantValue(TemplatePage);
});
