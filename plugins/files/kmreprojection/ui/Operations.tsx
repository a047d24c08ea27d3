import { crsOf, type Operation } from '#core/geodesy';
import { Badge, useI18n, useTranslate } from '#core/react';
import type { ReprojectionResult } from '../model/reprojection.ts';

/** How the coordinates were computed: operations, accuracy, areas of use, heights. */
export function Operations({ result }: { result: ReprojectionResult }) {
  const t = useTranslate('kmreprojection');
  const i18n = useI18n();
  const { ways, rows, from, to, heights } = result;
  const high = rows.filter(({ height }) => height !== undefined);
  const models = [...new Set(high.flatMap(({ geoid }) => geoid ?? []))];
  const outside = rows.filter((row) => row.outside.length > 0).length;
  const lost = rows.filter(({ placed }) => !placed).length;
  return (
    <section className="kmr-operations" aria-label={t('operations')}>
      <h2>{t('operations')}</h2>
      <ul>
        {ways.map((way, i) => (
          <li key={i}>
            {way.steps.length === 0 ? (
              t(from === to ? 'operation.none' : 'operation.same')
            ) : (
              <Steps steps={way.steps.map(({ crs, operation }) => ({ crs, ...operation }))} />
            )}{' '}
            <Badge kind={way.accuracy === undefined ? 'warning' : 'neutral'}>
              {way.accuracy === undefined
                ? t('accuracy.unknown')
                : t('accuracy', { metres: i18n.number(way.accuracy) })}
            </Badge>
            {ways.length > 1 && (
              <span className="g-muted">
                {' '}
                {t('points', { count: way.count, points: i18n.number(way.count) })}
              </span>
            )}
          </li>
        ))}
      </ul>
      <p>
        {high.length === 0 ? t('heights.none') : t(`heights.${heights}.said`, { models: models.join(', ') })}
      </p>
      <p className="g-muted">
        {[...new Set([from, to])].map((code) => (
          <AreaOfUse key={code} code={code} />
        ))}
      </p>
      {outside > 0 && (
        <p className="kmr-warning">{t('outside', { count: outside, points: i18n.number(outside) })}</p>
      )}
      {lost > 0 && <p className="kmr-warning">{t('lost', { count: lost, points: i18n.number(lost) })}</p>}
    </section>
  );
}

interface Step {
  readonly crs: string;
  readonly kind: Operation['kind'];
  readonly names: readonly string[];
  readonly outside?: readonly string[] | undefined;
}

/** Datum shifts, one after the other. */
export function Steps({ steps }: { steps: readonly Step[] }) {
  const t = useTranslate('kmreprojection');
  return steps.map(({ crs, kind, names, outside }, i) => (
    <span key={i}>
      {i > 0 && ' → '}
      {kind === 'ballpark' ? t('operation.ballpark', { crs }) : names.join(', ') || crs}
      {kind === 'grid' && ` (${t('operation.grid')})`}
      {outside && ` (${t('operation.outside', { grids: outside.join(', ') })})`}
    </span>
  ));
}

/** The area of use of a system whose definition is loaded. */
export function AreaOfUse({ code }: { code: string }) {
  const t = useTranslate('kmreprojection');
  const i18n = useI18n();
  const crs = crsOf(code);
  if (!crs?.bounds) return null;
  const [west, south, east, north] = crs.bounds.map(
    (value) => `${i18n.number(value, { maximumFractionDigits: 2 })}°`,
  );
  return (
    <span className="g-figures">{t('area', { crs: `${code} ${crs.name}`, west, south, east, north })} </span>
  );
}
