import { Link, useObservable, useService, useTranslate } from '#core/react';
import { PROJECTS } from '#core/project';

/** Leads to the 2D map of the project, where the globe cannot be seen. */
export function ToFlatMap() {
  const t = useTranslate('map-3d');
  const projects = useService(PROJECTS);
  const project = useObservable(projects.current$, projects.current);
  return project && <Link href={`/draw/${project.project.id}`}>{t('to-2d')}</Link>;
}
