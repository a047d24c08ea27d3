import { useEffect, useMemo } from 'react';
import { I18N, type I18n } from '#core/i18n';
import { useObservable } from './useObservable.ts';
import { useService } from './services.tsx';

export type Translate = (key: string, values?: Readonly<Record<string, unknown>>) => string;

/**
 * Translates texts of one namespace: `t('list.empty')` reads `namespace:list.empty`, `t('other:key')` reads another
 * namespace. The component re-renders when the language changes, and `t` is then a new function. Loads the namespace
 * if necessary.
 */
export function useTranslate(namespace: string): Translate {
  const i18n = useService(I18N);
  const revision = useObservable(i18n.revision$, 0);
  useEffect(() => {
    // Texts that cannot be loaded show as keys; the next component tries again.
    i18n.load(namespace).catch(() => undefined);
  }, [i18n, namespace]);
  return useMemo(() => translator(i18n, namespace, revision), [i18n, namespace, revision]);
}

/** Loads the texts of plugins whose contributions a component shows. */
export function useTextsOf(...lists: readonly (readonly { readonly plugin: string }[])[]): void {
  const i18n = useI18n();
  const names = [...new Set(lists.flat().map(({ plugin }) => plugin))].sort().join(' ');
  useEffect(() => {
    // If a text file cannot be fetched, keys are shown instead; everything else works.
    if (names) i18n.load(...names.split(' ')).catch(() => undefined);
  }, [i18n, names]);
}

/** A new function for each revision, so that memoized values that depend on `t` follow the language. */
function translator(i18n: I18n, namespace: string, _revision: number): Translate {
  return (key, values) => i18n.t(key.includes(':') ? key : `${namespace}:${key}`, values);
}

/** Returns the service for language, numbers and dates; the component re-renders when they change. */
export function useI18n(): I18n {
  const i18n = useService(I18N);
  useObservable(i18n.revision$, 0);
  return i18n;
}
