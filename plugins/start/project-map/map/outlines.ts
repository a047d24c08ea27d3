import { currentTheme, themeColours } from '#core/canvas';
import type { MapView, SketchShape } from '#core/mapview';
import type { Geometry, Position } from '#core/protocol';
import { meets, type MapProject } from '../model/map-project.ts';

/** CSS pixels: smaller extents are not drawn. */
const MIN_SIZE = 24;
/** More than this on the screen would hide the map. */
const MAX_OUTLINES = 100;

/** The extents of projects in view; dashed where they are not those of objects. The marked one is always drawn. */
export function outlinesOf(
  projects: readonly MapProject[],
  view: Pick<MapView, 'camera' | 'toPixel'>,
  marked: string | undefined,
): SketchShape[] {
  const { extent } = view.camera;
  const colours = themeColours(currentTheme());
  const large = projects.filter(
    (project) => (meets(project, extent) && sizeOf(project, view) >= MIN_SIZE) || project.id === marked,
  );
  const drawn = large.length > MAX_OUTLINES ? large.filter(({ id }) => id === marked) : large;
  // The marked one is on top.
  drawn.sort((a, b) => Number(a.id === marked) - Number(b.id === marked));
  return drawn.flatMap(({ id, extent: box, from }) =>
    box === null
      ? []
      : {
          geometry: rectangle(box),
          dashed: from !== 'objects',
          style:
            id === marked
              ? { stroke: colours.selected, width: 2.5, fill: `${colours.selected}22` }
              : { stroke: colours.selected, width: 1, fill: 'transparent' },
        },
  );
}

function sizeOf({ extent }: MapProject, view: Pick<MapView, 'toPixel'>): number {
  if (!extent) return 0;
  const from = view.toPixel([extent[0], extent[1]]);
  const to = view.toPixel([extent[2], extent[3]]);
  return from && to ? Math.max(Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1])) : 0;
}

/** In two parts across the antimeridian, where the map ends. */
function rectangle([west, south, east, north]: NonNullable<MapProject['extent']>): Geometry {
  const ring = (left: number, right: number): Position[][] => [
    [
      [left, south],
      [right, south],
      [right, north],
      [left, north],
      [left, south],
    ],
  ];
  if (west <= east) return { type: 'Polygon', coordinates: ring(west, east) };
  return { type: 'MultiPolygon', coordinates: [ring(west, 180), ring(-180, east)] };
}
