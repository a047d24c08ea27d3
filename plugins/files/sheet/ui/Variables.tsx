import { SHEET_VARIABLES } from '#core/protocol';
import { useTranslate } from '#core/react';

/** What texts can name in braces. */
export function Variables() {
  const t = useTranslate('sheet');
  return (
    <p className="g-muted sheet-variables">
      {t('variables')}{' '}
      {SHEET_VARIABLES.map((name, n) => (
        <span key={name}>
          {n > 0 && ', '}
          <code>{`{${name}}`}</code> {t(`variable.${name}`)}
        </span>
      ))}
    </p>
  );
}
