import { loadCrs, project } from '#core/geodesy';
import { featuresAddress, HIT_TOLERANCE, wmsInfoAddress, type LayerExtent } from '#core/mapview';
import type { Position, SourceOf } from '#core/protocol';

/** Side of the image that is asked about, pixels; the place is in its middle. */
const SIDE = 101;
/** Metres of a degree of latitude. */
const DEGREE = 111_320;

/** Address of what a layer has at a place; at most `count` objects. `resolution`: ground metres per CSS pixel. */
export async function addressOf(
  source: SourceOf<'wms' | 'features'>,
  place: Position,
  resolution: number,
  count: number,
): Promise<string> {
  if (source.kind === 'features') return featuresAddress(source, extentNear(place, resolution), count);
  await loadCrs(source.crs);
  return infoAddress(source, place, resolution, count);
}

/** Address of what is at a place, with pixels as large as on the screen: servers search within a few pixels. */
function infoAddress(
  source: SourceOf<'wms'>,
  [longitude, latitude]: Position,
  resolution: number,
  count: number,
): string {
  const [x, y] = project(source.crs, [longitude, latitude]);
  const towards = latitude < 89 ? 1 : -1;
  const [x2, y2] = project(source.crs, [longitude, latitude + (towards * resolution) / DEGREE]);
  const half = (SIDE / 2) * Math.hypot(x2 - x, y2 - y);
  const middle = (SIDE - 1) / 2;
  return wmsInfoAddress(
    source,
    { extent: [x - half, y - half, x + half, y + half], width: SIDE, height: SIDE },
    [middle, middle],
    count,
  );
}

/** What lies within a few pixels of a place. `resolution`: ground metres per CSS pixel. */
export function extentNear([longitude, latitude]: Position, resolution: number): LayerExtent {
  const north = (HIT_TOLERANCE.mouse * resolution) / DEGREE;
  const east = north / Math.max(0.01, Math.cos((latitude * Math.PI) / 180));
  return [longitude - east, latitude - north, longitude + east, latitude + north];
}
