import { observer } from 'mobx-react-lite';
import { Icon, IconButton, LengthField, Switch, usePrinter, useService, useTranslate } from '#core/react';
import { PROFILE } from '../model/profile.ts';

/** Metres between cross-sections when the series is switched on. */
const FIRST = 10;

/** The profile along the line, or one of the cross-sections every n metres. */
export const Series = observer(function Series() {
  const t = useTranslate('cloud-profile');
  const profile = useService(PROFILE);
  const printer = usePrinter();
  const { every, half, section, series, unit, isSeriesCoarser } = profile;
  return (
    <div className="cpf-series">
      <Switch
        isSelected={every !== undefined}
        onChange={(on) => profile.choose({ every: on ? FIRST : undefined, section: 0 })}
      >
        {t('series')}
      </Switch>
      {every !== undefined && (
        <>
          <div className="cpf-pair">
            <LengthField
              label={t('series.every')}
              min={0.1}
              max={10_000}
              value={every}
              onChange={(next) => next !== undefined && profile.choose({ every: next })}
            />
            <LengthField
              label={t('series.half')}
              min={0.1}
              max={1000}
              value={half}
              onChange={(next) => next !== undefined && profile.choose({ half: next })}
            />
          </div>
          <div className="cpf-step">
            <IconButton
              label={t('series.before')}
              icon={<Icon name={{ path: 'M15 5l-7 7 7 7' }} />}
              isDisabled={section === 0}
              onPress={() => profile.choose({ section: section - 1 })}
            />
            <span className="g-figures" aria-live="polite">
              {t('series.at', {
                number: section + 1,
                count: series.length,
                chainage: printer.length((series[section]?.chainage ?? 0) * unit),
              })}
            </span>
            <IconButton
              label={t('series.next')}
              icon={<Icon name={{ path: 'M9 5l7 7-7 7' }} />}
              isDisabled={section >= series.length - 1}
              onPress={() => profile.choose({ section: section + 1 })}
            />
          </div>
          {isSeriesCoarser && <p className="g-muted">{t('series.coarser', { count: series.length })}</p>}
        </>
      )}
    </div>
  );
});
