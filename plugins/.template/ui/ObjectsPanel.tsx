import { PROJECTS } from '#core/project';
import { useI18n, useObservable, useService, useTranslate } from '#core/react';
import { countByType } from '../model/count-by-type.ts';

/** How many objects of each type are loaded, most first. */
export default function ObjectsPanel() {
  const t = useTranslate('template');
  const i18n = useI18n();
  const projects = useService(PROJECTS);
  const project = useObservable(projects.current$, projects.current);
  useObservable(project?.document.changes$, undefined);
  if (!project) return null;
  const counts = countByType(project.document.values());
  if (counts.length === 0) return <p className="g-muted">{t('panel.none')}</p>;
  return (
    <ul aria-label={t('panel.list')}>
      {counts.map(({ typeName, count }) => (
        <li key={typeName}>
          {project.types.get(typeName)?.title[i18n.language] || typeName}: {i18n.number(count)}
        </li>
      ))}
    </ul>
  );
}
