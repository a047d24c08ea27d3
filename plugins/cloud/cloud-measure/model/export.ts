import type { CloudFigure } from './cloud-measures.ts';

const UNITS = { m: 'm', 'm²': 'm2', 'm³': 'm3', '°': 'degree', '%': 'percent' } as const;
export const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** CSV (RFC 4180): one line per value, with its ±, the place found, in local coordinates or the CRS of the cloud, and what it was computed from. */
export function csvOf(figures: readonly CloudFigure[]): string {
  const lines = figures.flatMap(({ kind, cloud, reading }, i) =>
    (reading?.values ?? []).map(({ quantity, amount, unit, within }) => {
      const { content, edits, points, complete } = reading!.measured.source;
      const place = reading!.place ?? ['', '', ''];
      return [
        i + 1,
        kind,
        quantity,
        amount,
        UNITS[unit],
        within ?? '',
        ...place,
        reading!.isLocal ? 'local' : 'cloud',
        quoted(cloud.name),
        content,
        edits,
        points,
        complete,
      ].join(',');
    }),
  );
  const head =
    'measure,kind,quantity,value,unit,within,east,north,height,coordinates,cloud,version,edits,points,complete';
  return [head, ...lines, ''].join('\r\n');
}
