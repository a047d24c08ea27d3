import { ContainerModule } from 'inversify';
import { Charts } from './ui/Charts.tsx';
import { PeopleTable } from './ui/PeopleTable.tsx';
import { ReportPage } from './ui/ReportPage.tsx';
import { Totals } from './ui/Totals.tsx';

export default new ContainerModule(({ bind }) => {
  bind('user-report.Page').toConstantValue(ReportPage);
  bind('user-report.Totals').toConstantValue(Totals);
  bind('user-report.Charts').toConstantValue(Charts);
  bind('user-report.People').toConstantValue(PeopleTable);
});
