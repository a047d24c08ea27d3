import { observer } from 'mobx-react-lite';
import { Button, useI18n, useService, useTranslate } from '#core/react';
import { PLACING_DESK } from '../model/placing-desk.ts';

/** Where it was before, with who and when; any can be taken again. */
export const Versions = observer(function Versions() {
  const t = useTranslate('placement');
  const i18n = useI18n();
  const desk = useService(PLACING_DESK);
  const { versions = [], opened, mayPlace } = desk;
  return (
    <ul className="plc-points" aria-label={t('versions')}>
      {versions.map((version) => (
        <li key={version.version}>
          <div className="plc-row">
            <strong>
              {version.version === 0 ? t('version.file') : t('version', { number: version.version })}
            </strong>
            {version.version === opened?.saved.version && <span>{t('version.now')}</span>}
          </div>
          <p className="g-muted">
            {[
              t(`found.${version.found}`),
              version.crs ?? t('crs.none'),
              version.by,
              version.at && i18n.date(version.at, { dateStyle: 'medium', timeStyle: 'short' }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
          {mayPlace && version.version !== opened?.saved.version && (
            <Button size="s" onPress={() => desk.restore(version)}>
              {t('version.take')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
});
