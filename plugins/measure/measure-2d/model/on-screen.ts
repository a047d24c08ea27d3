import { runsOf } from '#core/document';
import type { MapView } from '#core/mapview';
import type { Geometry } from '#core/protocol';

/** Vertices of a figure with more of them are everywhere: no bubble gets out of their way. */
const MOST = 2000;

/** The lines of geometries on a viewer, CSS pixels, x and y in turns; they break where a vertex is not seen. */
export function linesOnScreen(geometries: readonly Geometry[], view: Pick<MapView, 'toPixel'>): number[][] {
  const runs = geometries.flatMap(runsOf).filter(({ positions }) => positions.length > 1);
  if (runs.reduce((sum, { positions }) => sum + positions.length, 0) > MOST) return [];
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
