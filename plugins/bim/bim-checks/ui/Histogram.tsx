import { useI18n, useTranslate } from '#core/react';
import { colourOfDeviation, hexOf } from '../model/colours.ts';

const HEIGHT = 60;

interface HistogramProps {
  bars: readonly number[];
  /** Metres at the ends. */
  reach: number;
  /** Metres at the ends of the colours, which are those of the view. */
  scale: number;
}

/** How many points deviate by how much, from `-reach` to `reach` metres. */
export function Histogram({ bars, reach, scale }: HistogramProps) {
  const t = useTranslate('bim-checks');
  const i18n = useI18n();
  const most = Math.max(1, ...bars);
  const millimetres = i18n.number(reach * 1000, { maximumFractionDigits: 1 });
  return (
    <figure className="bck-histogram">
      <svg
        viewBox={`0 0 ${bars.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('histogram', { reach: millimetres })}
      >
        {bars.map((count, i) => {
          const height = (count / most) * HEIGHT;
          const colour = hexOf(colourOfDeviation(((((i + 0.5) / bars.length) * 2 - 1) * reach) / scale));
          return <rect key={i} x={i} width={1} y={HEIGHT - height} height={height} fill={colour} />;
        })}
      </svg>
      <figcaption className="bck-ends g-muted g-figures">
        <span>−{millimetres} mm</span>
        <span>0</span>
        <span>+{millimetres} mm</span>
      </figcaption>
    </figure>
  );
}
