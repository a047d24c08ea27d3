import { useEffect, useMemo } from 'react';
import { I18N, type I18n } from '#core/i18n';
import { useObservable } from './useObservable.ts';
import { useService } from './services.tsx';

export type Translate = (key: string, values?: Readonly<Record<string, unknown>>) => string;

/**
 * Texts of one namespace: `t('list.empty')` reads `namespace:list.empty`, `t('other:key')` another's. The component
 * follows the language, and `t` is another function after each change. The namespace is loaded when it is not yet here.
 */
export function useTranslate(namespace: string): Translate {
  const i18n = useService(I18N);
  const revision = useObservable(i18n.revision$, 0);
  useEffect(() => {
    // A text file that cannot be fetched shows its keys; the next component that asks tries again.
    i18n.load(namespace).catch(() => undefined);
  }, [i18n, namespace]);
  return useMemo(() => translator(i18n, namespace, revision), [i18n, namespace, revision]);
}

/** A new function for each revision, so that whoever memoizes by `t` follows the language. */
function translator(i18n: I18n, namespace: string, _revision: number): Translate {
  return (key, values) => i18n.t(key.includes(':') ? key : `${namespace}:${key}`, values);
}

/** Language, numbers and dates; the component follows them. */
export function useI18n(): I18n {
  const i18n = useService(I18N);
  useObservable(i18n.revision$, 0);
  return i18n;
}
