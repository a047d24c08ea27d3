import { useState } from 'react';
import { VIEWS } from '#core/mapview';
import { PROJECTS, type OpenProject } from '#core/project';
import { onDemand, useObservable, useService } from '#core/react';

const EmptyCard = onDemand(() => import('./EmptyCard.tsx'));

/** What to do first in a project without objects, until there is one, or the person closes it; on maps, where files are dropped. */
export function EmptyProject() {
  const projects = useService(PROJECTS);
  const open = useObservable(projects.current$, projects.current);
  const views = useService(VIEWS);
  const view = useObservable(views.active$, views.active);
  const isOnMap = view === undefined || view.kind === '2d' || view.kind === '3d';
  return open && isOnMap ? <WhileEmpty key={open.project.id} open={open} /> : null;
}

function WhileEmpty({ open }: { open: OpenProject }) {
  const [isClosed, setClosed] = useState(false);
  const { objectCount, archived } = useObservable(open.project$, open.project);
  // An import, here or elsewhere, makes what is loaded out of date.
  const generation = useObservable(open.generation$, 0);
  useObservable<unknown>(open.document.changes$, undefined);
  const isEmpty = objectCount === 0 && generation === 0 && open.document.size === 0;
  return isEmpty && !archived && !isClosed ? <EmptyCard open={open} onClose={() => setClosed(true)} /> : null;
}
