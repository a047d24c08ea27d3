import { ContainerModule } from 'inversify';
import { NotFoundPage } from './ui/NotFoundPage.tsx';

export default new ContainerModule(({ bind }) => {
  bind('not-found.Page').toConstantValue(NotFoundPage);
});
