import { ContainerModule } from 'inversify';
import { EVENT_BUS } from '#core/events';
import { I18N } from '#core/i18n';
import type { Command } from '#core/plugin';
import { SETTINGS } from '#core/settings';
import type { Tool } from '#core/tools';
import { TALLY } from './api.ts';
import { ParallelSession } from './map/parallel-session.ts';
import { TemplateTally } from './model/tally.ts';
import { TemplatePage } from './ui/TemplatePage.tsx';

export default new ContainerModule(({ bind }) => {
  bind(TALLY)
    .toDynamicValue((context) => new TemplateTally(context.get(EVENT_BUS)))
    .inSingletonScope();
  bind<Command>('template.add')
    .toDynamicValue((context) => ({ run: () => context.get(TALLY).add() }))
    .inSingletonScope();
  bind('template.parallel').toDynamicValue((services): Tool => {
    const [settings, i18n] = [services.get(SETTINGS), services.get(I18N)];
    return { start: (context) => new ParallelSession(context, settings, i18n) };
  });
  bind('template.Page').toConstantValue(TemplatePage);
});
