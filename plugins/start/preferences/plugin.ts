import { ContainerModule } from 'inversify';
import { PreferencesPage } from './ui/PreferencesPage.tsx';

export default new ContainerModule(({ bind }) => {
  bind('preferences.page').toConstantValue(PreferencesPage);
});
