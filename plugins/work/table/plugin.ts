import { ContainerModule } from 'inversify';
import { PERSONAL_STORAGE } from '#core/browser';
import { onDemand } from '#core/react';
import { OBJECT_TABLE, type ObjectTableProps } from './api.ts';
import { StoredWidths, WIDTHS } from './model/widths.ts';

export default new ContainerModule(({ bind }) => {
  bind(WIDTHS)
    .toDynamicValue((services) => new StoredWidths(services.get(PERSONAL_STORAGE)))
    .inSingletonScope();
  bind(OBJECT_TABLE).toConstantValue(onDemand<ObjectTableProps>(() => import('./ui/ObjectTable.tsx')));
  bind('table.Panel').toConstantValue(onDemand(() => import('./ui/TablePanel.tsx')));
});
