import { ContainerModule, type ResolutionContext } from 'inversify';
import { API } from '#core/api';
import { I18N } from '#core/i18n';
import { PROJECTS } from '#core/project';
import { TOASTS } from '#core/toasts';
import { SELECTION } from '#plugins/selection/api';
import { saveCommand, stepCommand, transactionsCommand } from './model/commands.ts';
import { CONFLICTS, Conflicts } from './model/conflicts.ts';
import { TRANSACTIONS, Transactions } from './model/transactions.ts';
import { AutosaveStatus } from './ui/AutosaveStatus.tsx';
import { ConflictDialog } from './ui/ConflictDialog.tsx';
import { StepsPanel } from './ui/StepsPanel.tsx';
import { TransactionsDialog } from './ui/TransactionsDialog.tsx';

export default new ContainerModule(({ bind }) => {
  const telling = (services: ResolutionContext) => ({
    i18n: services.get(I18N),
    toasts: services.get(TOASTS),
  });
  bind(CONFLICTS)
    .toDynamicValue(() => new Conflicts())
    .inSingletonScope();
  bind(TRANSACTIONS)
    .toDynamicValue((services) => new Transactions(services.get(API), services.get(PROJECTS)))
    .inSingletonScope();
  for (const [name, direction] of Object.entries({ undo: 'undo', redo: 'redo', 'redo-too': 'redo' } as const))
    bind(`history.${name}`).toDynamicValue((services) =>
      stepCommand(direction, services.get(PROJECTS), telling(services)),
    );
  bind('history.save').toDynamicValue((services) => saveCommand(services.get(PROJECTS), telling(services)));
  bind('history.transactions').toDynamicValue((services) =>
    transactionsCommand(services.get(TRANSACTIONS), services.get(SELECTION)),
  );
  bind('history.StepsPanel').toConstantValue(StepsPanel);
  bind('history.AutosaveStatus').toConstantValue(AutosaveStatus);
  bind('history.TransactionsDialog').toConstantValue(TransactionsDialog);
  bind('history.ConflictDialog').toConstantValue(ConflictDialog);
});
