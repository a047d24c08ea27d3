import { PROJECTS } from '#core/project';
import { useI18n, useObservable, useService } from '#core/react';
import { of } from 'rxjs';

/** The object types of the open project, for lists. */
export function useTypeOptions(): { value: string; title: string }[] {
  const projects = useService(PROJECTS);
  const { language } = useI18n();
  const project = useObservable(projects.current$, projects.current);
  const types = useObservable(project?.types$ ?? NO_TYPES, project?.types ?? new Map());
  return [...types.values()].map(({ name, title }) => ({ value: name, title: title[language] || name }));
}

const NO_TYPES = of(new Map<never, never>());
