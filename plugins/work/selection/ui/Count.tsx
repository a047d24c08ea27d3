import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import { auditTime, EMPTY, map, merge, startWith, switchMap } from 'rxjs';
import { titleOf } from '#core/fields';
import { PROJECTS, type Projects } from '#core/project';
import { useI18n, useObservable, useService, useTranslate } from '#core/react';
import { SELECTION, SELECTION_FINDER, type Selection } from '../api.ts';

/** Most types named beside the count. */
const NAMED = 3;
/** Milliseconds in which changes of the selection are collected. */
const PAUSE = 50;

interface SelectionCount {
  readonly count: number;
  /** Types by number of objects, the largest first. */
  readonly types: readonly (readonly [typeName: string, count: number])[];
  /** Whether some are not loaded: the overview marks them only where it shows them one by one. */
  readonly isPartlyLoaded: boolean;
}
const NOTHING: SelectionCount = { count: 0, types: [], isPartlyLoaded: false };

/** The number of selected objects and their types, loaded or not; announced once the selection no longer changes. */
export const Count = observer(function Count() {
  const t = useTranslate('selection');
  const i18n = useI18n();
  const selection = useService(SELECTION);
  const finder = useService(SELECTION_FINDER);
  const projects = useService(PROJECTS);
  const source = useMemo(() => countsOf(selection, projects), [selection, projects]);
  const { count, types, isPartlyLoaded } = useObservable(source, NOTHING);
  const titles = types.map(([typeName, ofType]) => {
    const type = projects.current?.types.get(typeName);
    const title = type ? titleOf(type, i18n) : typeName;
    return count === 1 ? title : `${i18n.number(ofType)} ${title}`;
  });
  const kinds = titles.length > NAMED ? [...titles.slice(0, NAMED), '…'] : titles;
  const words = [t('count', { count }), kinds.join(', ')].filter(Boolean).join(': ');
  const marked = isPartlyLoaded ? ` · ${t('marked')}` : '';
  return (
    <span role="status" title={titles.join(', ')}>
      {finder.isSearching ? t('searching') : count > 0 && words + marked}
    </span>
  );
});

/** Objects that are loaded late, such as those named by a link, tell their type only then. */
function countsOf(selection: Selection, projects: Projects) {
  const loaded$ = projects.current$.pipe(switchMap((open) => open?.document.changes$ ?? EMPTY));
  return merge(selection.ids$, loaded$).pipe(
    startWith(undefined),
    auditTime(PAUSE),
    map((): SelectionCount => {
      const counts = new Map<string, number>();
      for (const id of selection.ids) {
        const typeName = selection.typeOf(id);
        if (typeName !== undefined) counts.set(typeName, (counts.get(typeName) ?? 0) + 1);
      }
      return {
        count: selection.ids.length,
        types: [...counts].sort((a, b) => b[1] - a[1]),
        isPartlyLoaded: selection.missing > 0,
      };
    }),
  );
}
