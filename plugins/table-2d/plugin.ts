import { ContainerModule } from 'inversify';
import { onDemand } from '#core/react';

export default new ContainerModule(({ bind }) => {
  bind('table-2d.Panel').toConstantValue(
    onDemand(async () => ({ default: (await import('./ui/TablePanel.tsx')).TablePanel })),
  );
});
