import { ContainerModule } from 'inversify';
import type { Command } from '#core/plugin';
import { PROJECTS } from '#core/project';
import { dialogOnDemand, onDemand } from '#core/react';
import { QGIS_DIALOG, QgisDialog } from './model/qgis-dialog.ts';

export default new ContainerModule(({ bind }) => {
  bind(QGIS_DIALOG)
    .toDynamicValue(() => new QgisDialog())
    .inSingletonScope();
  bind('qgis.open').toDynamicValue(({ get }): Command => {
    const [dialog, projects] = [get(QGIS_DIALOG), get(PROJECTS)];
    return { run: () => dialog.open(projects.current?.project) };
  });
  bind('qgis.Dialog').toConstantValue(dialogOnDemand(QGIS_DIALOG, () => import('./ui/WorkspaceDialog.tsx')));
  bind('qgis.ProjectDialog').toConstantValue(onDemand(() => import('./ui/OpenInQgis.tsx')));
});
