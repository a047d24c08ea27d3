import { useEffect } from 'react';
import { from, switchMap } from 'rxjs';
import { sentenceOf } from '#core/kernel';
import { HOST } from '#core/plugin';
import { useContributions, useService, useTextsOf } from '#core/react';
import { TOASTS } from '#core/toasts';
import type { ObjectTexts } from '../api.ts';
import type { TableRows } from '../model/table.ts';

/** Adds the columns of other plugins to the table, and keeps their texts up to date. */
export function useContributedColumns(table: TableRows, projectId: string): void {
  const host = useService(HOST);
  const toasts = useService(TOASTS);
  const columns = useContributions('objectColumns');
  useTextsOf(columns);
  useEffect(() => {
    const following = columns.map(({ plugin, source, field, title }) =>
      from(host.service<ObjectTexts>(plugin, source))
        .pipe(switchMap((service) => service.of(projectId)))
        .subscribe({
          next: (texts) => table.contribute({ key: field, title: keyIn(plugin, title), texts }),
          error: (failure: unknown) => toasts.show('error', sentenceOf(failure)),
        }),
    );
    return () => {
      for (const one of following) one.unsubscribe();
    };
  }, [table, columns, host, toasts, projectId]);
}

const keyIn = (plugin: string, key: string): string => (key.includes(':') ? key : `${plugin}:${key}`);
