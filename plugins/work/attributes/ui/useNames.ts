import { useEffect, useReducer } from 'react';
import { shortId } from '#core/kernel';
import { objectTitle } from '#core/fields';
import type { OpenProject } from '#core/project';
import { useI18n, useObservable, useTranslate } from '#core/react';

/** What objects are called. Those of `ids` that are not loaded are fetched; until then, and where they are gone, their id. */
export function useNames(project: OpenProject, ids: readonly string[]): (id: string) => string {
  const i18n = useI18n();
  const t = useTranslate('attributes');
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
    return object
      ? objectTitle(object, types.get(object.typeName), i18n)
      : t('relations.unloaded', { id: shortId(id) });
  };
}
