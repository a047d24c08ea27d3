import type { Sketch } from '#core/mapview';
import type { Position } from '#core/protocol';
import { interpolate } from '#core/shapes';
import type { ToolState } from '#core/tools';
import type { CapturedPath, PathKind } from './capture.ts';
import { isLed, type Lead } from './lead.ts';
import type { Metric } from './metric.ts';
import type { Printer } from './printer.ts';

/**
 * Returns the live values: length and azimuth of the current segment, and the totals including it. Without a cursor
 * (touch has no hover), those of the existing vertices.
 */
export function readoutOf(
  { vertices, cursor, between }: CapturedPath,
  kind: PathKind,
  metric: Metric,
  printer: Printer,
  t: (key: string) => string,
  lead?: Lead,
): NonNullable<ToolState['readout']> {
  const all = cursor ? [...vertices, ...between, cursor] : vertices;
  const [from, to] = all.slice(-2);
  if (!from || !to || vertices.length === 0) return [];
  const { length, azimuth } = metric.segment(from, to);
  // A leg with a lead has other values.
  const isLeading = cursor !== undefined && between.length > 0;
  const values = isLeading
    ? (lead?.readout?.(printer) ?? []).map(({ label, value }) => ({ label: t(label), value }))
    : [{ label: t('sketch:readout.length'), value: printer.length(length) }];
  if (length > 0 && !isLeading)
    values.push({ label: t('sketch:readout.azimuth'), value: printer.azimuth(azimuth) });
  if (kind === 'line' && all.length > 2)
    values.push({ label: t('sketch:readout.total'), value: printer.length(metric.length(all)) });
  if (kind === 'ring' && all.length > 2) {
    values.push({
      label: t('sketch:readout.perimeter'),
      value: printer.length(metric.length([...all, all[0]!])),
    });
    values.push({ label: t('sketch:readout.area'), value: printer.area(metric.area(all)) });
  }
  if (metric.crs) values.push({ label: t('sketch:readout.plane'), value: metric.crs });
  return values;
}

/**
 * Returns the length of each straight leg, placed in its middle. `closed`: also that of the leg back to the first
 * vertex.
 */
export function segmentLabels(
  vertices: readonly Position[],
  closed: boolean,
  metric: Metric,
  printer: Printer,
): NonNullable<Sketch['labels']> {
  const ends = closed && vertices.length > 2 ? [...vertices, vertices[0]!] : vertices;
  return ends.slice(1).flatMap((to, i) => {
    const from = ends[i]!;
    if (isLed(from) || isLed(to)) return [];
    const text = printer.length(metric.segment(from, to).length);
    return [{ position: interpolate(from, to, 0.5), text, on: [from, to] }];
  });
}
