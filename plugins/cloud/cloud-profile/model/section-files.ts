import type { SectionPoints } from './section-points.ts';

/** CSV (RFC 4180): one line per loaded point that is shown. */
export function pointsCsv(points: SectionPoints, shown: (index: number) => boolean): string {
  const lines = ['chainage,offset,height,east,north,class,intensity'];
  for (let i = 0; i < points.count; i++)
    if (shown(i))
      lines.push(
        [
          points.chainage[i]!.toFixed(4),
          points.offset[i]!.toFixed(4),
          points.height[i],
          points.x[i],
          points.y[i],
          points.classes[i],
          points.intensity[i],
        ].join(','),
      );
  return `${lines.join('\r\n')}\r\n`;
}
