import type { KeptDeviation } from '#core/protocol';
import { quoted } from './export.ts';

type Comparison = Pick<
  KeptDeviation,
  'cloudName' | 'otherName' | 'source' | 'other' | 'unit' | 'most' | 'tolerance' | 'deviation'
>;

/**
 * CSV (RFC 4180) of a comparison: its figures in metres, then the histogram, a line per step with points. `from` and `to`
 * are of the histogram only.
 */
export function deviationCsv({
  cloudName,
  otherName,
  source,
  other,
  unit,
  most,
  tolerance,
  deviation,
}: Comparison): string {
  const { histogram } = deviation;
  const figure = (quantity: string, value: number | string, of = 'm') => [quantity, '', '', value, of];
  const length = (quantity: string, value: number) => figure(quantity, value * unit);
  const steps = histogram.counts.flatMap((count, i) => {
    const from = histogram.from + i * histogram.step;
    return count === 0 ? [] : [['points', from * unit, (from + histogram.step) * unit, count, 'count']];
  });
  const lines = [
    ['quantity', 'from', 'to', 'value', 'unit'],
    figure('surface', quoted(`${otherName}, version ${other.content}`), ''),
    figure('cloud', quoted(`${cloudName}, version ${source.content}, classes ${source.edits}`), ''),
    figure('complete', String(source.complete && other.complete), ''),
    length('mean', deviation.mean),
    length('median', deviation.median),
    length('rms', deviation.rms),
    length('plusMinus', deviation.plusMinus),
    length('most', most),
    figure('compared', deviation.compared, 'count'),
    figure('beyond', deviation.beyond, 'count'),
    ...(tolerance === null ? [] : [length('tolerance', tolerance)]),
    ...(deviation.within === null ? [] : [figure('within', deviation.within, 'count')]),
    ...steps,
  ];
  return [...lines.map((line) => line.join(',')), ''].join('\r\n');
}
