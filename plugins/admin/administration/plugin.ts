import { ContainerModule } from 'inversify';
import { AdministrationPage } from './ui/AdministrationPage.tsx';

export default new ContainerModule(({ bind }) => {
  bind('administration.Page').toConstantValue(AdministrationPage);
});
