import { extentOf } from '#core/document';
import type { SketchLabel } from '#core/mapview';
import type { Position } from '#core/protocol';

/** Returns a label in the middle of a closed outline (the mean of its vertices), as wide as the outline is there. */
export function areaLabel(outline: readonly Position[], text: string): SketchLabel {
  const vertices = outline.slice(1);
  const [east, north] = vertices.reduce(([x, y], vertex) => [x + vertex[0], y + vertex[1]], [0, 0]);
  const position: Position = [east / vertices.length, north / vertices.length];
  const [left, , right] = extentOf({ type: 'LineString', coordinates: [...outline] });
  return {
    position,
    text,
    on: [
      [left, position[1]],
      [right, position[1]],
    ],
  };
}
