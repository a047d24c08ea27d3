import { ContainerModule } from 'inversify';
import { Bell } from './ui/Bell.tsx';

export default new ContainerModule(({ bind }) => {
  bind('notifications.Bell').toConstantValue(Bell);
});
