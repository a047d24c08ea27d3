import { shortId } from '#core/kernel';
import type { OpenProject } from '#core/project';
import { useObjectNames, useTranslate } from '#core/react';

/** What objects are called. Those of `ids` that are not loaded are fetched; until then, and where they are gone, their id. */
export function useNames(project: OpenProject, ids: readonly string[]): (id: string) => string {
  const t = useTranslate('attributes');
  const nameOf = useObjectNames(project, ids);
  return (id) => nameOf(id) ?? t('relations.unloaded', { id: shortId(id) });
}
