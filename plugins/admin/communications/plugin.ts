import { ContainerModule } from 'inversify';
import { CommunicationsPage } from './ui/CommunicationsPage.tsx';

export default new ContainerModule(({ bind }) => {
  bind('communications.Page').toConstantValue(CommunicationsPage);
});
