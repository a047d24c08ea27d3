import { ContainerModule } from 'inversify';
import { API } from '#core/api';
import { ProjectFinder } from './model/project-finder.ts';
import { ProjectsPage } from './ui/ProjectsPage.tsx';

export default new ContainerModule(({ bind }) => {
  bind('projects.Page').toConstantValue(ProjectsPage);
  bind('projects.Palette').toDynamicValue(({ get }) => new ProjectFinder(get(API)));
});
