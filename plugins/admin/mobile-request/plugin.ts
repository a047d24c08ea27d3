import { ContainerModule } from 'inversify';
import { RequestPage } from './ui/RequestPage.tsx';

export default new ContainerModule(({ bind }) => {
  bind('mobile-request.Page').toConstantValue(RequestPage);
});
