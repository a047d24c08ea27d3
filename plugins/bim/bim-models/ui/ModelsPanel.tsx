import { PROJECTS } from '#core/project';
import { useObservable, useService } from '#core/react';
import { ModelList } from './ModelList.tsx';

/** The models of the open project beside the map. */
export default function ModelsPanel() {
  const projects = useService(PROJECTS);
  const project = useObservable(projects.current$, projects.current);
  return project ? <ModelList projectId={project.project.id} isBesideMap /> : null;
}
