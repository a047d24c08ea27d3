import { ContainerModule, type ResolutionContext } from 'inversify';
import { API } from '#core/api';
import { I18N } from '#core/i18n';
import { VIEWS } from '#core/mapview';
import { PROJECTS } from '#core/project';
import { dialogOnDemand, onDemand } from '#core/react';
import { TOASTS } from '#core/toasts';
import { SELECTION } from '#plugins/work/selection/api';
import { projectCommand, saveCommand, stepCommand, transactionsCommand } from './model/commands.ts';
import { CONFLICTS, Conflicts } from './model/conflicts.ts';
import { PROJECT_HISTORY, ProjectHistory } from './model/project-history.ts';
import { TRANSACTIONS, Transactions } from './model/transactions.ts';
import { AutosaveStatus } from './ui/AutosaveStatus.tsx';

export default new ContainerModule(({ bind }) => {
  const notices = (services: ResolutionContext) => ({
    i18n: services.get(I18N),
    toasts: services.get(TOASTS),
    views: services.get(VIEWS),
  });
  bind(CONFLICTS)
    .toDynamicValue(() => new Conflicts())
    .inSingletonScope();
  bind(TRANSACTIONS)
    .toDynamicValue((services) => new Transactions(services.get(API), services.get(PROJECTS)))
    .inSingletonScope();
  bind(PROJECT_HISTORY)
    .toDynamicValue((services) => new ProjectHistory(services.get(API), services.get(PROJECTS)))
    .inSingletonScope();
  for (const [name, direction] of Object.entries({ undo: 'undo', redo: 'redo', 'redo-too': 'redo' } as const))
    bind(`history.${name}`).toDynamicValue((services) =>
      stepCommand(direction, services.get(PROJECTS), notices(services)),
    );
  bind('history.save').toDynamicValue((services) => saveCommand(services.get(PROJECTS), notices(services)));
  bind('history.transactions').toDynamicValue((services) =>
    transactionsCommand(services.get(TRANSACTIONS), services.get(SELECTION)),
  );
  bind('history.project').toDynamicValue((services) =>
    projectCommand(services.get(PROJECT_HISTORY), services.get(PROJECTS)),
  );
  bind('history.StepsPanel').toConstantValue(onDemand(() => import('./ui/StepsPanel.tsx')));
  bind('history.AutosaveStatus').toConstantValue(AutosaveStatus);
  bind('history.TransactionsDialog').toConstantValue(
    dialogOnDemand(TRANSACTIONS, () => import('./ui/TransactionsDialog.tsx')),
  );
  bind('history.ProjectHistoryDialog').toConstantValue(
    dialogOnDemand(PROJECT_HISTORY, () => import('./ui/ProjectHistoryDialog.tsx')),
  );
  bind('history.ConflictDialog').toConstantValue(
    dialogOnDemand(CONFLICTS, () => import('./ui/ConflictDialog.tsx')),
  );
});
