import { ContainerModule } from 'inversify';
import { browserStorage } from '#core/browser';
import { onDemand } from '#core/react';
import { SESSION } from '#core/session';
import { OBJECT_TABLE, type ObjectTableProps } from './api.ts';
import { StoredWidths, WIDTHS } from './model/widths.ts';

export default new ContainerModule(({ bind }) => {
  bind(WIDTHS)
    .toDynamicValue((services) => {
      const session = services.get(SESSION);
      return new StoredWidths(browserStorage(), () => session.me?.userId ?? '');
    })
    .inSingletonScope();
  bind(OBJECT_TABLE).toConstantValue(onDemand<ObjectTableProps>(() => import('./ui/ObjectTable.tsx')));
  bind('table.Panel').toConstantValue(onDemand(() => import('./ui/TablePanel.tsx')));
});
