import { observer } from 'mobx-react-lite';
import { PROJECTS } from '#core/project';
import { onDemand, useObservable, useService } from '#core/react';
import { CONFLICTS } from '../model/conflicts.ts';

const ConflictBox = onDemand(() => import('./ConflictBox.tsx'));

/** The conflicts of the open project, shown on request. */
export const ConflictDialog = observer(function ConflictDialog() {
  const projects = useService(PROJECTS);
  const conflicts = useService(CONFLICTS);
  const project = useObservable(projects.current$, projects.current);
  if (!project || !conflicts.isOpen) return null;
  return <ConflictBox project={project} onLoadError={() => conflicts.close()} />;
});
