import { useEffect, useMemo } from 'react';
import { useI18n } from '#core/react';
import type { MatrixRow } from '../model/matrix.ts';

/** Loads the plugins' texts and returns the titles of plugins and tools. */
export function useGrantTexts(rows: readonly MatrixRow[]) {
  const i18n = useI18n();
  const plugins = useMemo(() => [...new Set(rows.flatMap(({ plugin }) => plugin ?? []))], [rows]);
  useEffect(() => {
    // If its texts cannot be loaded, a plugin is listed by its keys.
    i18n.load(...plugins).catch(() => undefined);
  }, [i18n, plugins]);
  return useMemo(
    () => ({
      plugin: (id: string) => i18n.t(`${id}:title`),
      title: ({ plugin, title }: Pick<MatrixRow, 'plugin' | 'title'>) =>
        i18n.t(`${plugin ?? 'administration'}:${title}`),
    }),
    [i18n],
  );
}
