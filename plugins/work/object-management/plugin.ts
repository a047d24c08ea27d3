import { ContainerModule } from 'inversify';
import { lazy } from 'react';

export default new ContainerModule(({ bind }) => {
  bind('object-management.Page').toConstantValue(lazy(() => import('./ui/ObjectManagementPage.tsx')));
});
