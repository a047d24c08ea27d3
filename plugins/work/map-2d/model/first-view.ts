import { extentOf, type Extent } from '#core/document';
import type { AreaOfUse } from '#core/geodesy';
import type { Position, Project } from '#core/protocol';

/** Zoom level at a place without extent. */
const PLACE_ZOOM = 16;
/** Degrees of longitude from which an area of use is the world. */
const WORLD = 350;

type FirstView = { readonly extent: Extent } | { readonly place: Position; readonly zoom: number };

/**
 * Where a project without objects opens: its own place, else the area of use of its reference system; undefined where
 * that is the world.
 */
export function firstViewOf(
  { extent, location }: Pick<Project, 'extent' | 'location'>,
  area: AreaOfUse | null | undefined,
): FirstView | undefined {
  if (extent) return { extent };
  if (location?.type === 'Point') return { place: location.coordinates, zoom: PLACE_ZOOM };
  if (location) return { extent: extentOf(location) };
  if (!area) return undefined;
  const [west, south, east, north] = area;
  // The map ends at the antimeridian: the wider part of an area across it.
  const part: Extent =
    west <= east ? area : 180 - west > east + 180 ? [west, south, 180, north] : [-180, south, east, north];
  return part[2] - part[0] < WORLD ? { extent: [...part] } : undefined;
}
