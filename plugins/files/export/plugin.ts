import { ContainerModule } from 'inversify';
import { lazy } from 'react';

export default new ContainerModule(({ bind }) => {
  bind('export.Page').toConstantValue(
    lazy(async () => ({ default: (await import('./ui/ExportPage.tsx')).ExportPage })),
  );
});
