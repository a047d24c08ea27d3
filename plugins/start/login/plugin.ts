import { ContainerModule } from 'inversify';
import { lazy } from 'react';
import { LoginPage } from './ui/LoginPage.tsx';

export default new ContainerModule(({ bind }) => {
  bind('login.page').toConstantValue(LoginPage);
  bind('login.recovery').toConstantValue(lazy(() => import('./ui/RecoveryPage.tsx')));
});
