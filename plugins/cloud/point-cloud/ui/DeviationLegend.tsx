import { useI18n, useObservable, useService, useTranslate } from '#core/react';
import type { CloudComparison } from '../api.ts';
import { colourAt, NO_VALUE_COLOUR, WITHIN_COLOUR } from '../model/colours.ts';
import { PROJECT_CLOUDS } from '../model/stage.ts';
import { Stripe } from './Stripe.tsx';
import './clouds.css';

const [WIDTH, HEIGHT] = [300, 60];

/** What the colours of deviations mean: how many points deviate so much, and from what. */
export function DeviationLegend() {
  const t = useTranslate('point-cloud');
  const i18n = useI18n();
  const stage = useService(PROJECT_CLOUDS);
  const { comparison } = useObservable(stage.look$, stage.look);
  const thinned = useObservable(stage.thinned$, undefined);
  if (!comparison) return null;
  const metres = (value: number) => i18n.number(value, { maximumSignificantDigits: 2 });
  return (
    <div className="cloud-deviation">
      <Bars comparison={comparison} />
      <Stripe colour="deviation" />
      {comparison.tolerance !== undefined && comparison.withinShare !== undefined && (
        <p className="cloud-keys">
          <span className="cloud-key" style={{ background: WITHIN_COLOUR }} />
          {t('legend.deviation.within', {
            tolerance: metres(comparison.tolerance),
            share: i18n.number(comparison.withinShare, { style: 'percent', maximumFractionDigits: 1 }),
          })}
        </p>
      )}
      <p className="cloud-keys">
        <span className="cloud-key" style={{ background: NO_VALUE_COLOUR }} />
        {t('legend.deviation.none', { most: metres(comparison.most) })}
      </p>
      {thinned !== undefined && (
        <p className="g-muted">{t('legend.deviation.thinned', { spacing: metres(thinned) })}</p>
      )}
      {comparison.source.map((sentence) => (
        <p key={sentence} className="g-muted">
          {sentence}
        </p>
      ))}
    </div>
  );
}

/** The histogram over the range of the palette, in its colours. */
function Bars({ comparison: { histogram, range, tolerance = -1 } }: { comparison: CloudComparison }) {
  const t = useTranslate('point-cloud');
  const stage = useService(PROJECT_CLOUDS);
  const look = useObservable(stage.look$, stage.look);
  const [low, high] = look.range ?? range;
  const { from, step, counts } = histogram;
  const bars = counts
    .map((count, i) => ({
      count,
      left: (from + i * step - low) / (high - low),
      isWithin: Math.abs(from + (i + 0.5) * step) <= tolerance,
    }))
    .filter(({ left }) => left > -step / (high - low) && left < 1);
  const most = Math.max(1, ...bars.map(({ count }) => count));
  const width = step / (high - low);
  return (
    <svg
      className="cloud-bars"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t('legend.deviation.histogram')}
    >
      {bars.map(({ count, left, isWithin }) => {
        const height = (count / most) * HEIGHT;
        return (
          <rect
            key={left}
            x={left * WIDTH}
            y={HEIGHT - height}
            width={width * WIDTH}
            height={height}
            fill={isWithin ? WITHIN_COLOUR : colourAt(look.palette, left + width / 2)}
          />
        );
      })}
    </svg>
  );
}
