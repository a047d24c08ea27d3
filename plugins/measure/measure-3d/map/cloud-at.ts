import { pixelDistance } from '#core/mapview';
import type { Position } from '#core/protocol';
import type { CloudView } from '#plugins/cloud/point-cloud/api';

/** CSS pixels within which the point that is seen is the one on which a vertex was placed. */
const SAME = 2;

/** The name and version of the point cloud that a vertex was placed on; undefined where no point is seen there. */
export function cloudAt(
  view: Pick<CloudView, 'toPixel' | 'pointAt'> | undefined,
  vertex: Position,
): string | undefined {
  const pixel = vertex[2] === undefined ? undefined : view?.toPixel(vertex);
  const point = pixel && view!.pointAt(pixel);
  const seen = point && view!.toPixel(point.position);
  if (!seen || pixelDistance(seen, pixel) > SAME) return undefined;
  return `${point.cloud.name} (${point.cloud.version})`;
}
