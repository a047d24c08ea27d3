import { ContainerModule } from 'inversify';
import { LoginPage } from './ui/LoginPage.tsx';
import { RecoveryPage } from './ui/RecoveryPage.tsx';

export default new ContainerModule(({ bind }) => {
  bind('login.page').toConstantValue(LoginPage);
  bind('login.recovery').toConstantValue(RecoveryPage);
});
