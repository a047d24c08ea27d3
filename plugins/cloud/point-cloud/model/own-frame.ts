import { learnCrs } from '#core/geodesy';
import type { Pointcloud } from '#core/protocol';
import { ownCrsOf } from './own-crs.ts';
import { placedOf } from './placing.ts';
import type { Triple } from './points.ts';
import { crsOfView, sourceOf } from './stage.ts';

/**
 * A cloud as it is drawn: one that nobody has placed in a CRS that only this page knows, whose coordinates are those of the
 * cloud. Longitude and latitude of such a cloud lie around zero and mean nothing: nobody may be shown or store them.
 */
export function inSomeCrs(cloud: Pointcloud, middle: Triple): Pointcloud & { readonly viewCrs: string } {
  const crs = crsOfView(cloud);
  if (crs !== null) return { ...cloud, viewCrs: crs };
  const code = ownCrsOf(cloud.id);
  const unit = cloud.metresPerUnit;
  // Metres from zero to its middle, so that the projection is true to a micrometre wherever its zero is.
  const metres = sourceOf(cloud)?.kind === 'octree' ? 1 : unit;
  const [x, y] = placedOf(cloud).toMap(middle);
  learnCrs({
    code,
    name: cloud.name,
    proj4: `+proj=tmerc +k=1 +x_0=${x * metres} +y_0=${y * metres} +datum=WGS84 +to_meter=${unit}`,
    accuracy: null,
  });
  return { ...cloud, viewCrs: code };
}
