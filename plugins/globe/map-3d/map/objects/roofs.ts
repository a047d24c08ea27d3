import type { MapObject } from '#core/document';
import type { SolidEdge } from '#core/mapview';
import type { Position } from '#core/protocol';
import { polygonsOf } from '#core/shapes';
import type { DisplayHeights } from '../../model/heights.ts';
import { roofOver } from './prisms.ts';

/** The edges of an extruded polygon's roof, which has no coordinates of its own. */
export function roofEdges({ id, location }: MapObject, tall: number, heights: DisplayHeights): SolidEdge[] {
  return polygonsOf(location).flatMap((rings) => {
    const drawnOver = roofOver(rings, tall, heights);
    const raised = (place: Position): Position => {
      const height = heights.measuredAt(drawnOver(place));
      return height === undefined ? [place[0], place[1]] : [place[0], place[1], height];
    };
    return rings.flatMap((ring) => {
      const corners = ring.map(raised);
      return corners.slice(1).map((to, i) => ({ from: corners[i]!, to, objectId: id }));
    });
  });
}
