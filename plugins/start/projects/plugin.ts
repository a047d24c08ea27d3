import { ContainerModule } from 'inversify';
import { lazy } from 'react';
import { API } from '#core/api';
import { I18N } from '#core/i18n';
import type { PaletteProvider } from '#core/plugin';
import { PROJECTS } from '#core/project';
import { dialogOnDemand } from '#core/react';
import { PROJECT_SETTINGS, ProjectSettings } from './model/project-settings.ts';
import { ArchivedStatus } from './ui/ArchivedStatus.tsx';
import { EmptyProject } from './ui/EmptyProject.tsx';

export default new ContainerModule(({ bind }) => {
  // The workspace shows the status only.
  bind('projects.Page').toConstantValue(
    lazy(async () => ({ default: (await import('./ui/ProjectsPage.tsx')).ProjectsPage })),
  );
  bind('projects.Archived').toConstantValue(ArchivedStatus);
  bind('projects.EmptyProject').toConstantValue(EmptyProject);
  bind('projects.Palette').toDynamicValue(({ get }): PaletteProvider => {
    const [api, i18n] = [get(API), get(I18N)];
    return {
      async find(text, signal) {
        const { ProjectFinder } = await import('./model/project-finder.ts');
        return new ProjectFinder(api, i18n).find(text, signal);
      },
    };
  });
  bind(PROJECT_SETTINGS)
    .toDynamicValue(({ get }) => new ProjectSettings(get(PROJECTS), get(API)))
    .inSingletonScope();
  bind('projects.settings').toDynamicValue(({ get }) => get(PROJECT_SETTINGS).command);
  bind('projects.SettingsDialog').toConstantValue(
    dialogOnDemand(PROJECT_SETTINGS, () => import('./ui/SettingsDialog.tsx')),
  );
});
