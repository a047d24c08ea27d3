import { useLayoutEffect, useRef, useState } from 'react';
import { classes, Disclosure, Table, useI18n, useTranslate } from '#core/react';
import { placesOf } from '../model/chart-scale.ts';
import type { Chart } from '../model/messages.ts';

const HEIGHT = 200;
/** Until it is measured. */
const WIDTH = 360;
const [LEFT, RIGHT, TOP, BOTTOM] = [48, 8, 8, 24];
const MOST_NAMES = 6;

/** A chart that a plugin has declared, with all of its numbers in a table below. */
export function DeclaredChart({ chart }: { chart: Chart }) {
  const { title, series, across, up } = chart;
  return (
    <figure className="outside-chart">
      <figcaption>
        <strong>{title}</strong>
        {series.length > 1 && (
          <ul>
            {series.map((one, n) => (
              <li key={n}>
                <span className={classes('outside-key', `outside-series-${n}`)} aria-hidden="true" />
                {one.title}
              </li>
            ))}
          </ul>
        )}
      </figcaption>
      {up.title !== '' && <span className="g-muted">{up.title}</span>}
      <Plot chart={chart} />
      {across.title !== '' && <span className="g-muted outside-across">{across.title}</span>}
      <Values chart={chart} />
    </figure>
  );
}

function Plot({ chart }: { chart: Chart }) {
  const i18n = useI18n();
  const [box, width] = useWidth();
  const { across, up, x, y } = placesOf(chart);
  const atX = (share: number) => LEFT + share * (width - LEFT - RIGHT);
  const atY = (share: number) => HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM);
  const share = (value: number, { from, to }: { from: number; to: number }) => (value - from) / (to - from);
  const names = chart.across.values;
  const every = Math.ceil(names.length / MOST_NAMES);
  const labels = across
    ? across.ticks.map((tick) => ({ at: share(tick, across), text: i18n.number(tick) }))
    : names.flatMap((name, n) => (n % every === 0 ? [{ at: x[n]!, text: String(name) }] : []));
  return (
    <svg ref={box} viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label={chart.title}>
      {up.ticks.map((tick) => (
        <g key={tick}>
          <line
            className="outside-grid"
            x1={LEFT}
            x2={width - RIGHT}
            y1={atY(share(tick, up))}
            y2={atY(share(tick, up))}
          />
          <text x={LEFT - 4} y={atY(share(tick, up)) + 4} textAnchor="end">
            {i18n.number(tick)}
          </text>
        </g>
      ))}
      {labels.map(({ at, text }) => (
        <text key={`${at}`} x={atX(at)} y={HEIGHT - 6} textAnchor="middle">
          {text.length > 12 ? `${text.slice(0, 11)}…` : text}
        </text>
      ))}
      {y.map((values, n) => (
        <Marks
          key={n}
          form={chart.form}
          className={`outside-series-${n}`}
          places={values.map((value, at) => (value === null ? null : [atX(x[at]!), atY(value)]))}
          base={atY(share(Math.min(Math.max(0, up.from), up.to), up))}
          slot={{ count: y.length, index: n, width: (0.8 * (width - LEFT - RIGHT)) / names.length }}
        />
      ))}
    </svg>
  );
}

/** The width of a drawing, CSS pixels: its texts keep their size where there is more or less room. */
function useWidth() {
  const box = useRef<SVGSVGElement>(null);
  const [width, setWidth] = useState(WIDTH);
  useLayoutEffect(() => {
    const observer = new ResizeObserver(([entry]) =>
      setWidth(Math.max(120, Math.round(entry!.contentRect.width))),
    );
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, []);
  return [box, width] as const;
}

interface MarksProps {
  form: Chart['form'];
  className: string;
  /** Pixels; null is a gap. */
  places: readonly (readonly [number, number] | null)[];
  /** Where bars stand. */
  base: number;
  /** Bars of several series stand side by side in the width of one place. */
  slot: { count: number; index: number; width: number };
}

function Marks({ form, className, places, base, slot }: MarksProps) {
  const shown = places.flatMap((place, n) => (place ? [{ n, x: place[0], y: place[1] }] : []));
  if (form === 'line') {
    const path = places.map((place, n) =>
      place ? `${n > 0 && places[n - 1] ? 'L' : 'M'}${place[0].toFixed(1)} ${place[1].toFixed(1)}` : '',
    );
    const alone = shown.filter(({ n }) => !places[n - 1] && !places[n + 1]);
    return (
      <>
        <path className={classes('outside-line', className)} d={path.join('')} />
        {alone.map(({ n, x, y }) => (
          <circle key={n} className={classes('outside-mark', className)} cx={x} cy={y} r={2.5} />
        ))}
      </>
    );
  }
  if (form === 'points')
    return shown.map(({ n, x, y }) => (
      <circle key={n} className={classes('outside-mark', className)} cx={x} cy={y} r={2.5} />
    ));
  const width = slot.width / slot.count;
  return shown.map(({ n, x, y }) => (
    <rect
      key={n}
      className={classes('outside-mark', className)}
      x={x - slot.width / 2 + slot.index * width}
      width={width}
      y={Math.min(y, base)}
      height={Math.abs(base - y)}
    />
  ));
}

interface ValueRow {
  id: string;
  name: string;
  values: readonly string[];
}

function Values({ chart: { title, across, series } }: { chart: Chart }) {
  const t = useTranslate('outside-plugins');
  const i18n = useI18n();
  const textOf = (value: string | number | null | undefined) =>
    typeof value === 'number' ? i18n.number(value) : (value ?? t('chart.gap'));
  return (
    <Disclosure title={t('chart.values')}>
      <Table<ValueRow>
        label={title}
        rows={across.values.map((name, n) => ({
          id: `${n}`,
          name: textOf(name),
          values: series.map(({ values }) => textOf(values[n])),
        }))}
        rowId={({ id }) => id}
        columns={[
          { id: 'across', title: across.title || '–', cell: ({ name }) => name },
          ...series.map((one, n) => ({
            id: `series ${n}`,
            title: one.title,
            align: 'end' as const,
            cell: ({ values }: ValueRow) => values[n],
          })),
        ]}
      />
    </Disclosure>
  );
}
