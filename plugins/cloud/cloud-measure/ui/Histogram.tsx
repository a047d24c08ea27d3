import { useI18n, useTranslate } from '#core/react';
import type { Bins } from '../model/histogram.ts';

const [WIDTH, HEIGHT] = [300, 90];

interface HistogramProps extends Bins {
  /** On both sides of zero: it is marked. */
  readonly tolerance?: number | undefined;
  readonly print: (value: number) => string;
}

/** How many points deviate by how much. */
export function Histogram({ from, step, counts, tolerance, print }: HistogramProps) {
  const t = useTranslate('cloud-measure');
  const i18n = useI18n();
  const most = Math.max(1, ...counts);
  const bar = WIDTH / Math.max(1, counts.length);
  const at = (value: number) => ((value - from) / step) * bar;
  return (
    <figure className="cms-histogram">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={t('deviation.histogram')}>
        {tolerance !== undefined && (
          <rect
            className="cms-within"
            x={Math.max(0, at(-tolerance))}
            y={0}
            width={Math.min(WIDTH, at(tolerance)) - Math.max(0, at(-tolerance))}
            height={HEIGHT}
          />
        )}
        {counts.map((count, i) => {
          const height = (count / most) * HEIGHT;
          return (
            <rect key={i} x={i * bar} y={HEIGHT - height} width={Math.max(0.5, bar - 0.5)} height={height}>
              <title>{`${print(from + i * step)} – ${print(from + (i + 1) * step)}: ${i18n.number(count)}`}</title>
            </rect>
          );
        })}
      </svg>
      <figcaption className="g-figures">
        <span>{print(from)}</span>
        <span>{print(from + step * counts.length)}</span>
      </figcaption>
    </figure>
  );
}
