import { classes, useI18n } from '#core/react';

export interface Series {
  id: string;
  title: string;
}

interface BarsProps {
  title: string;
  series: readonly Series[];
  /** Positions on the axis, each with the value of every series. */
  places: readonly { title: string; values: readonly number[] }[];
}

/** Values over time as stacked bars; the table beside it has the numbers. */
export function Bars({ title, series, places }: BarsProps) {
  const i18n = useI18n();
  const sums = places.map(({ values }) => values.reduce((sum, value) => sum + value, 0));
  const max = Math.max(1, ...sums);
  const total = sums.reduce((sum, value) => sum + value, 0);
  return (
    <figure className="report-chart">
      <figcaption>
        <strong>{title}</strong>
        <span className="g-figures g-muted">{i18n.number(total)}</span>
        {series.length > 1 && (
          <ul>
            {series.map(({ id, title: name }) => (
              <li key={id}>
                <span className={classes('report-key', `report-${id}`)} aria-hidden="true" />
                {name}
              </li>
            ))}
          </ul>
        )}
      </figcaption>
      <div className="report-plot">
        <span className="report-most g-figures">{i18n.number(max)}</span>
        <svg
          viewBox={`0 0 ${places.length} ${max}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`${title}: ${i18n.number(total)}`}
        >
          {places.map((place, n) => (
            <g key={place.title}>
              <title>{`${place.title}: ${place.values.map((value) => i18n.number(value)).join(' + ')}`}</title>
              <rect className="report-hold" x={n} y={0} width={1} height={max} />
              {place.values.map((value, at) => {
                const below = place.values.slice(0, at).reduce((sum, each) => sum + each, 0);
                return (
                  <rect
                    key={series[at]!.id}
                    className={`report-${series[at]!.id}`}
                    x={n + 0.15}
                    width={0.7}
                    y={max - below - value}
                    height={value}
                  />
                );
              })}
            </g>
          ))}
        </svg>
        <div className="report-axis g-figures">
          <span>{places[0]?.title}</span>
          {places.length > 1 && <span>{places.at(-1)?.title}</span>}
        </div>
      </div>
    </figure>
  );
}
