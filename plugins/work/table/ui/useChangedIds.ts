import { useEffect, useState } from 'react';
import { sentenceOf } from '#core/kernel';
import { MAX_SELECTED } from '#core/protocol';
import { useI18n, useTranslate } from '#core/react';
import type { TableRows } from '../model/table.ts';

/** All rows of the table, or the selected objects of its type. */
export type ChangedRows = 'rows' | 'selected';
const SCOPES: readonly ChangedRows[] = ['rows', 'selected'];
const NONE: readonly string[] = [];

/** Which objects a dialog changes: chosen by the person, listed by the server. */
export function useChangedIds(table: TableRows, selected: readonly string[]) {
  const t = useTranslate('table');
  const i18n = useI18n();
  const [scope, setScope] = useState<ChangedRows>(selected.length > 0 ? 'selected' : 'rows');
  const [rowIds, setRowIds] = useState<readonly string[]>(NONE);
  const [rowError, setRowError] = useState<string>();
  const needsRows = scope === 'rows';
  useEffect(() => {
    if (!needsRows) return undefined;
    let isCurrent = true;
    table.allIds().then(
      ({ ids: all, count }) => {
        if (!isCurrent) return;
        if (all) setRowIds(all);
        else setRowError(t('all.many', { count, most: i18n.number(MAX_SELECTED) }));
      },
      (failure: unknown) => isCurrent && setRowError(sentenceOf(failure)),
    );
    return () => {
      isCurrent = false;
    };
  }, [table, needsRows, t, i18n]);
  return {
    scope,
    setScope: (next: string) => setScope(next as ChangedRows),
    options: SCOPES.filter((value) => value === 'rows' || selected.length > 0).map((value) => ({
      value,
      title: t(`scope.${value}`),
    })),
    /** Empty until they are known. */
    ids: needsRows ? rowIds : selected,
    /** Why the rows are not known. */
    error: needsRows ? rowError : undefined,
  };
}
