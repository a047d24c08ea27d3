import type { Printer } from '#core/sketch';
import type { Measure } from './measures.ts';
import { metricOf } from './metric-of.ts';
import { valuesOf } from './values.ts';

/** What a measure says, printed. */
export interface MeasureText {
  /** `Distance 123.45 m`. */
  readonly title: string;
  readonly value: string;
  /** Of an area its perimeter; of one leg its azimuth. */
  readonly second: string | undefined;
  /** What kind of value it is: geodesic, or plane in a CRS. */
  readonly basis: string;
  /** Each leg: length and azimuth. */
  readonly segments: readonly string[];
  /** All of it, line by line, as it is copied. */
  readonly whole: string;
}

/** `t` translates keys of this plugin. */
export function measureText(
  measure: Measure,
  print: Printer,
  t: (key: string, values?: Readonly<Record<string, unknown>>) => string,
): MeasureText {
  const metric = metricOf(measure.crs);
  const { segments, length, area } = valuesOf(measure, metric);
  const value = area === undefined ? print.length(length) : print.area(area);
  const title = `${t(`kind.${measure.kind}`)} ${value}`;
  const azimuth =
    segments.length === 1 ? t('value.azimuth', { value: print.azimuth(segments[0]!.azimuth) }) : undefined;
  const second = area === undefined ? azimuth : t('value.perimeter', { value: print.length(length) });
  const basis = metric.crs === undefined ? t('basis.geodesic') : t('basis.plane', { crs: metric.crs });
  const legs = segments.map((leg) => `${print.length(leg.length)} · ${print.azimuth(leg.azimuth)}`);
  const numbered = legs.length > 1 ? legs.map((leg, i) => `${i + 1}. ${leg}`) : [];
  return {
    title,
    value,
    second,
    basis,
    segments: legs,
    whole: [title, second, basis, ...numbered].filter((line) => line !== undefined).join('\n'),
  };
}
