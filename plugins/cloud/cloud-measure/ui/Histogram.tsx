import { useI18n, useTranslate } from '#core/react';
import type { Bins } from '../model/histogram.ts';

const [WIDTH, HEIGHT] = [300, 90];

/** How many points deviate by how much. */
export function Histogram({ from, step, counts, print }: Bins & { print: (value: number) => string }) {
  const t = useTranslate('cloud-measure');
  const i18n = useI18n();
  const most = Math.max(1, ...counts);
  const bar = WIDTH / Math.max(1, counts.length);
  return (
    <figure className="cms-histogram">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={t('deviation.histogram')}>
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
