import { useI18n, useTranslate } from '#core/react';

/** Says that only one of both sides of a check names what its heights are above. */
export function HeightsApart({ metres }: { metres: number | null | undefined }) {
  const t = useTranslate('bim-checks');
  const i18n = useI18n();
  if (metres === null || metres === undefined) return null;
  const value = i18n.number(Math.abs(metres), { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return <p className="bck-notice">{t('heights-apart', { metres: value })}</p>;
}
