import type { FieldValues, StyleRange } from '#core/protocol';
import { useTranslate } from '#core/react';

const HEIGHT = 72;

/** How many objects have which number, in the colours of the ranges; lines are the limits between them. */
export function Histogram({
  numbers,
  ranges,
}: {
  numbers: NonNullable<FieldValues['numbers']>;
  ranges: readonly StyleRange[];
}) {
  const t = useTranslate('object-types');
  const { histogram, min, max } = numbers;
  const most = Math.max(1, ...histogram);
  const wide = 100 / histogram.length;
  const colourAt = (n: number) => {
    const middle = min + ((n + 0.5) / histogram.length) * (max - min);
    const range = ranges.find(({ from, to }) => middle >= from && middle < to);
    return range ? (range.symbol.fill ?? range.symbol.stroke).slice(0, 7) : 'var(--line-strong)';
  };
  const limits = ranges.slice(1).map(({ from }) => ((from - min) / (max - min || 1)) * 100);
  return (
    <svg
      className="types-histogram"
      viewBox={`0 0 100 ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t('histogram')}
    >
      {histogram.map((count, n) => (
        <rect
          key={n}
          x={n * wide + 0.1}
          width={wide - 0.2}
          y={HEIGHT - (count / most) * HEIGHT}
          height={(count / most) * HEIGHT}
          fill={colourAt(n)}
        />
      ))}
      {limits
        .filter((at) => at > 0 && at < 100)
        .map((at) => (
          <line key={at} x1={at} x2={at} y1={0} y2={HEIGHT} className="types-limit" />
        ))}
    </svg>
  );
}
