import { ContainerModule } from 'inversify';
import { LoginPage } from './ui/LoginPage.tsx';

export default new ContainerModule(({ bind }) => {
  bind('login.page').toConstantValue(LoginPage);
});
