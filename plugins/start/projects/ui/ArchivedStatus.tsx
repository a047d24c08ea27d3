import { PROJECTS, type OpenProject } from '#core/project';
import { Icon, useObservable, useService, useTranslate } from '#core/react';

/** Says in the status line that the open project is archived, and so takes no changes. */
export function ArchivedStatus() {
  const projects = useService(PROJECTS);
  const open = useObservable(projects.current$, projects.current);
  return open ? <Archived key={open.project.id} open={open} /> : null;
}

function Archived({ open }: { open: OpenProject }) {
  const t = useTranslate('projects');
  const { archived } = useObservable(open.project$, open.project);
  return archived ? (
    <span role="status" className="projects-archived">
      <Icon name="archive" /> {t('archived.open')}
    </span>
  ) : null;
}
