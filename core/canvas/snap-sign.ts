import type { SnapKind } from '#core/mapview';
import { traceSign } from './brush.ts';

/**
 * The sign of a kind of snap, `r` from its middle: square vertex, cross intersection, triangle midpoint, hourglass edge,
 * right angle perpendicular, circle and point centre, three dots extension.
 */
export function traceSnap(
  context: CanvasRenderingContext2D,
  kind: SnapKind,
  x: number,
  y: number,
  r: number,
): void {
  const path = (...points: readonly (readonly [number, number])[]): void =>
    points.forEach(([dx, dy], i) => context[i === 0 ? 'moveTo' : 'lineTo'](x + dx * r, y + dy * r));
  switch (kind) {
    case 'vertex':
      return traceSign(context, 'square', x, y, r);
    case 'midpoint':
      return traceSign(context, 'triangle', x, y, r * 1.15);
    case 'intersection':
      path([-1, -1], [1, 1]);
      return path([1, -1], [-1, 1]);
    case 'edge':
      path([-1, -1], [1, -1], [-1, 1], [1, 1]);
      return context.closePath();
    case 'perpendicular':
      path([-1, -1], [-1, 1], [1, 1]);
      return path([-1, 0.1], [-0.1, 0.1], [-0.1, 1]);
    case 'centre':
      traceSign(context, 'circle', x, y, r);
      return traceSign(context, 'circle', x, y, r / 8);
    case 'extension':
      for (const dx of [-0.9, 0, 0.9]) traceSign(context, 'circle', x + dx * r, y, r / 6);
  }
}
