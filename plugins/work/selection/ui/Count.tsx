import { useMemo } from 'react';
import { debounceTime } from 'rxjs';
import { titleOf } from '#core/fields';
import { PROJECTS } from '#core/project';
import { useI18n, useObservable, useService, useTranslate } from '#core/react';
import { SELECTION } from '../api.ts';

/** Most types named beside the count. */
const NAMED = 3;
const NOTHING: readonly string[] = [];

/** The number of selected objects and their types; announced when the selection settles. */
export function Count() {
  const t = useTranslate('selection');
  const i18n = useI18n();
  const selection = useService(SELECTION);
  const projects = useService(PROJECTS);
  const ids = useObservable(
    useMemo(() => selection.ids$.pipe(debounceTime(0)), [selection]),
    NOTHING,
  );
  const counts = new Map<string, number>();
  for (const id of ids) {
    const typeName = projects.current?.document.get(id)?.typeName;
    if (typeName !== undefined) counts.set(typeName, (counts.get(typeName) ?? 0) + 1);
  }
  const named = [...counts].sort((a, b) => b[1] - a[1]);
  const titles = named.map(([typeName, ofType]) => {
    const type = projects.current?.types.get(typeName);
    const title = type ? titleOf(type, i18n) : typeName;
    return ids.length === 1 ? title : `${i18n.number(ofType)} ${title}`;
  });
  const kinds = titles.length > NAMED ? [...titles.slice(0, NAMED), '…'] : titles;
  return (
    <span role="status" title={titles.join(', ')}>
      {ids.length > 0 && `${t('count', { count: ids.length })}: ${kinds.join(', ')}`}
    </span>
  );
}
