import type { SnapKind } from '#core/mapview';
import { traceMarker } from './brush.ts';

/**
 * Traces the marker of a kind of snap with radius `r`: square vertex, cross intersection, triangle midpoint,
 * hourglass edge, right angle perpendicular, circle and point centre, three dots extension.
 */
export function traceSnapMarker(
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
      return traceMarker(context, 'square', x, y, r);
    case 'midpoint':
      return traceMarker(context, 'triangle', x, y, r * 1.15);
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
      traceMarker(context, 'circle', x, y, r);
      return traceMarker(context, 'circle', x, y, r / 8);
    case 'extension':
      for (const dx of [-0.9, 0, 0.9]) traceMarker(context, 'circle', x + dx * r, y, r / 6);
  }
}
