import { useEffect, useReducer } from 'react';
import { objectTitle } from '#core/fields';
import type { OpenProject } from '#core/project';
import { useI18n } from './useTranslate.ts';
import { useObservable } from './useObservable.ts';

/**
 * What objects of a project are called. Those of `ids` that are not loaded are fetched; undefined until then, and where they are
 * gone.
 */
export function useObjectNames(
  project: OpenProject,
  ids: readonly string[],
): (id: string) => string | undefined {
  const i18n = useI18n();
  const types = useObservable(project.types$, project.types);
  const [, redraw] = useReducer((times: number) => times + 1, 0);
  const missing = ids.filter((id) => !project.document.get(id)).join();
  useEffect(() => {
    if (missing === '') return undefined;
    const reading = new AbortController();
    project.loadObjects(missing.split(','), reading.signal).then(redraw, () => undefined);
    return () => reading.abort();
  }, [project, missing]);
  return (id) => {
    const object = project.document.get(id);
    return object && objectTitle(object, types.get(object.typeName), i18n);
  };
}
