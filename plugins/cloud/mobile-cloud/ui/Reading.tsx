import { X } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { IconButton, MetricText, useI18n, useTranslate } from '#core/react';
import type { Tape } from '../model/tape.ts';

/** Decimals of metres. */
const MILLIMETRES = { minimumFractionDigits: 3, maximumFractionDigits: 3 };

/** What the tape says, and what to do next. */
export const Reading = observer(function Reading({ tape, crs }: { tape: Tape; crs: string }) {
  const t = useTranslate('mobile-cloud');
  const i18n = useI18n();
  const { length, why } = tape;
  const metres = (value: number) => `${i18n.number(value, MILLIMETRES)} m`;
  const spacing = Math.max(...tape.ends.map((end) => end.spacing));
  return (
    <section className="mobile-cloud-reading" aria-label={t('measure')}>
      <div role="status">
        {length ? (
          <>
            <output className="mobile-cloud-distance g-figures">{metres(length.distance)}</output>
            <p className="g-figures">
              {t('measure.parts', {
                horizontal: metres(length.horizontal),
                rise: `${i18n.number(length.rise, { ...MILLIMETRES, signDisplay: 'exceptZero' })} m`,
              })}
            </p>
            <p className="g-muted">
              <MetricText crs={crs} />
            </p>
          </>
        ) : (
          <p>
            {t(tape.isAsking ? 'measure.asking' : `measure.${tape.ends.length === 0 ? 'first' : 'second'}`)}
          </p>
        )}
        {tape.missed && <p className="mobile-cloud-warning">{t('measure.missed')}</p>}
        {length && why === undefined && <p className="g-muted">{t('measure.exact')}</p>}
        {why !== undefined && (
          <p className="mobile-cloud-warning">
            {t('measure.loaded', {
              spacing: i18n.number(spacing, { maximumSignificantDigits: 2 }),
              reason: why,
            })}
          </p>
        )}
      </div>
      {tape.ends.length > 0 && (
        <IconButton label={t('measure.clear')} icon={<X />} onPress={() => tape.clear()} />
      )}
    </section>
  );
});
