import { ContainerModule } from 'inversify';
import { CloudDrop } from './ui/CloudDrop.tsx';

export default new ContainerModule(({ bind }) => {
  bind('cloud-drop.Drop').toConstantValue(CloudDrop);
});
