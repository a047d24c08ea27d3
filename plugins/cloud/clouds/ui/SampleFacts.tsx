import type { CloudSample } from '#core/protocol';
import { useClassName, useI18n, useTranslate } from '#core/react';

/** Classes, returns and density of the points of a file, with how many of them were read. */
export function SampleFacts({ sample }: { sample: CloudSample }) {
  const t = useTranslate('clouds');
  const i18n = useI18n();
  const className = useClassName();
  const { points, isWhole, isSpread, classes, returns, density } = sample;
  const share = (count: number) =>
    i18n.number(count / points, { style: 'percent', maximumSignificantDigits: 2 });
  const said = (count: number) => (isWhole ? `${i18n.number(count)} (${share(count)})` : share(count));
  const kind = isWhole ? 'sample.whole' : isSpread ? 'sample.spread' : 'sample.first';
  return (
    <section className="clouds-sample" aria-label={t('sample')}>
      <h3 className="g-label">{t('sample')}</h3>
      <p className="g-muted">{t(kind, { points: i18n.number(points) })}</p>
      {classes.length > 0 ? (
        <dl className="clouds-table g-figures">
          {classes.map(({ class: code, count }) => (
            <div key={code}>
              <dt>
                {className(code)}
                <meter min={0} max={points} value={count} aria-hidden="true" />
              </dt>
              <dd>{said(count)}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className="g-muted">{t('sample.none')}</p>
      )}
      <dl className="clouds-table g-figures">
        {returns.map(({ return: number, count }) => (
          <div key={number}>
            <dt>{t('sample.return', { number })}</dt>
            <dd>{said(count)}</dd>
          </div>
        ))}
        {density !== null && (
          <div>
            <dt>{t('sample.density')}</dt>
            <dd>{t('look.perArea', { density: i18n.number(density, { maximumSignificantDigits: 3 }) })}</dd>
          </div>
        )}
      </dl>
    </section>
  );
}
