import { ContainerModule } from 'inversify';
import { lazy } from 'react';

export default new ContainerModule(({ bind }) => {
  bind('kmreprojection.Page').toConstantValue(lazy(() => import('./ui/KmReprojectionPage.tsx')));
});
