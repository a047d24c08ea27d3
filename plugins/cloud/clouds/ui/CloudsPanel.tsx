import { PROJECTS } from '#core/project';
import { useObservable, useService } from '#core/react';
import { CloudList } from './CloudList.tsx';

/** The point clouds of the open project. */
export default function CloudsPanel() {
  const projects = useService(PROJECTS);
  const open = useObservable(projects.current$, projects.current);
  return open ? <CloudList key={open.project.id} projectId={open.project.id} /> : null;
}
