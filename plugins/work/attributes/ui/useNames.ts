import { shortId } from '#core/kernel';
import { objectTitle } from '#core/fields';
import type { OpenProject } from '#core/project';
import { useI18n, useObservable, useTranslate } from '#core/react';

/** What objects are called; those that are not loaded by their id. */
export function useNames(project: OpenProject): (id: string) => string {
  const i18n = useI18n();
  const t = useTranslate('attributes');
  const types = useObservable(project.types$, project.types);
  return (id) => {
    const object = project.document.get(id);
    return object
      ? objectTitle(object, types.get(object.typeName), i18n)
      : t('relations.unloaded', { id: shortId(id) });
  };
}
