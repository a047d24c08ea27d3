import { ContainerModule } from 'inversify';
import { ReportPage } from './ui/ReportPage.tsx';

export default new ContainerModule(({ bind }) => {
  bind('user-report.Page').toConstantValue(ReportPage);
});
