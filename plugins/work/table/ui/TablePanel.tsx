import { useState } from 'react';
import type { OpenProject } from '#core/project';
import { PROJECTS } from '#core/project';
import { EmptyState, Icon, useObservable, useService, useTranslate } from '#core/react';
import { SELECTION, type Selection } from '#plugins/work/selection/api';
import ObjectTable from './ObjectTable.tsx';

/** The attribute table of the workspace: all objects of a type, a row each. */
export default function TablePanel() {
  const t = useTranslate('table');
  const projects = useService(PROJECTS);
  const project = useObservable(projects.current$, projects.current);
  if (!project) return null;
  if (project.types.size === 0)
    return (
      <EmptyState icon={<Icon name="table" />} title={t('empty.title')}>
        {t('empty.help')}
      </EmptyState>
    );
  return <OfProject key={project.project.id} project={project} />;
}

function OfProject({ project }: { project: OpenProject }) {
  const selection = useService(SELECTION);
  const [first] = useState(() => firstType(project, selection));
  return <ObjectTable project={project} typeName={first} hasMap />;
}

/** The type of the selection, else the most frequent loaded type. */
function firstType(project: OpenProject, selection: Pick<Selection, 'ids' | 'typeOf'>): string {
  const counts = new Map([...project.types.keys()].map((name) => [name, 0]));
  const count = (typeName: string | undefined) => {
    const before = typeName === undefined ? undefined : counts.get(typeName);
    if (before !== undefined) counts.set(typeName!, before + 1);
  };
  if (selection.ids.length > 0) for (const id of selection.ids) count(selection.typeOf(id));
  else for (const { typeName } of project.document.values()) count(typeName);
  const [first] = [...counts].sort((a, b) => b[1] - a[1]);
  return first?.[0] ?? '';
}
