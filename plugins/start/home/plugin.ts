import { ContainerModule } from 'inversify';
import { HomePage } from './ui/HomePage.tsx';

export default new ContainerModule(({ bind }) => {
  bind('home.Page').toConstantValue(HomePage);
});
