import { ContainerModule } from 'inversify';
import { MobileCloudPage } from './ui/MobileCloudPage.tsx';

export default new ContainerModule(({ bind }) => {
  bind('mobile-cloud.Page').toConstantValue(MobileCloudPage);
});
