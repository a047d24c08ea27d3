import { runsOf } from '#core/document';
import type { MapView } from '#core/mapview';
import type { Geometry } from '#core/protocol';

/** Figures with more vertices cover everything: bubbles do not avoid them. */
const MAX_VERTICES = 2000;

/** The lines of geometries on a viewer, CSS pixels, x and y alternating; they break where a vertex is not visible. */
export function linesOnScreen(geometries: readonly Geometry[], view: Pick<MapView, 'toPixel'>): number[][] {
  const runs = geometries.flatMap(runsOf).filter(({ positions }) => positions.length > 1);
  if (runs.reduce((sum, { positions }) => sum + positions.length, 0) > MAX_VERTICES) return [];
  return runs.flatMap(({ positions }) => {
    const lines: number[][] = [];
    let line: number[] | undefined;
    for (const position of positions) {
      const pixel = view.toPixel(position);
      if (!pixel) line = undefined;
      else if (line) line.push(...pixel);
      else lines.push((line = [...pixel]));
    }
    return lines;
  });
}
