import { EmptyState, Icon, Link, useObservable, useService, useTranslate } from '#core/react';
import { PROJECTS } from '#core/project';
import './Viewer.css';

/** Says that this browser cannot draw the globe, and leads to the flat map. */
export function NoGlobe() {
  const t = useTranslate('map-3d');
  const projects = useService(PROJECTS);
  const project = useObservable(projects.current$, projects.current);
  return (
    <div className="map3d-aside">
      <EmptyState icon={<Icon name="globe" size={32} />} title={t('no-webgl')}>
        <p>{t('no-webgl.help')}</p>
        {project && <Link href={`/draw/${project.project.id}`}>{t('to-2d')}</Link>}
      </EmptyState>
    </div>
  );
}
