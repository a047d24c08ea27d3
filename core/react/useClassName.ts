import { POINT_CLASSES } from '#core/protocol';
import { useTranslate } from './useTranslate.ts';

/** Returns what names the class of points by its code: `2 Ground`. */
export function useClassName(): (code: number) => string {
  const t = useTranslate('point-classes');
  return (code) => (POINT_CLASSES.has(code) ? `${code} ${t(`class.${code}`)}` : t('own', { code }));
}
