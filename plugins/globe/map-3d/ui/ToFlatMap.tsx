import { Link, useObservable, useService, useTranslate } from '#core/react';
import { PROJECTS } from '#core/project';

/** Links to the 2D map of the project where the globe is not available. */
export function ToFlatMap() {
  const t = useTranslate('map-3d');
  const projects = useService(PROJECTS);
  const project = useObservable(projects.current$, projects.current);
  return project && <Link href={`/draw/${project.project.id}`}>{t('to-2d')}</Link>;
}
