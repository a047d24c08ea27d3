import { X } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { IconButton, MetricText, useI18n, useTranslate } from '#core/react';
import type { Tape } from '../model/tape.ts';

/** Decimals of metres. */
const MILLIMETRES = { minimumFractionDigits: 3, maximumFractionDigits: 3 };

interface ReadingProps {
  tape: Tape;
  /** Undefined: nobody has placed the cloud. */
  crs: string | undefined;
  /** Metres per unit of its coordinates. */
  unit: number;
}

/** What the tape says, and what to do next. */
export const Reading = observer(function Reading({ tape, crs, unit }: ReadingProps) {
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
            {crs && (
              <p className="g-muted">
                <MetricText crs={crs} />
              </p>
            )}
          </>
        ) : (
          <p>
            {t(tape.isAsking ? 'measure.asking' : `measure.${tape.ends.length === 0 ? 'first' : 'second'}`)}
          </p>
        )}
        {crs === undefined && tape.ends.length > 0 && (
          <p className="g-muted">{t('measure.own', { metres: i18n.number(unit) })}</p>
        )}
        {crs === undefined &&
          tape.ends.map(({ at }, i) => (
            <p key={i} className="g-figures">
              {t('measure.place', {
                x: i18n.number(at[0], MILLIMETRES),
                y: i18n.number(at[1], MILLIMETRES),
                z: i18n.number(at[2], MILLIMETRES),
              })}
            </p>
          ))}
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
