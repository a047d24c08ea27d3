import { Button, useI18n, useTranslate } from '#core/react';

/** Shows more rows of a list, where there are more. */
export function More({ left, onPress }: { left: number; onPress: () => void }) {
  const t = useTranslate('bim-checks');
  const i18n = useI18n();
  if (left === 0) return null;
  return (
    <Button size="s" onPress={onPress}>
      {t('more', { count: left, rows: i18n.number(left) })}
    </Button>
  );
}
