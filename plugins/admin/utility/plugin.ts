import { ContainerModule } from 'inversify';
import { UtilityPage } from './ui/UtilityPage.tsx';

export default new ContainerModule(({ bind }) => {
  bind('utility.Page').toConstantValue(UtilityPage);
});
