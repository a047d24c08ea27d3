import { AppError } from '#core/kernel';
import { crsOf as systemOf, geoidHeight, inverse, project, unproject } from '#core/geodesy';
import type { HeightsAbove, Position } from '#core/protocol';
import { readyCrs } from '../../../shared/crs/registered.ts';
import { apply } from '../../../formats/geotiff/affine.ts';
import type { Dem } from '../../../formats/geotiff/dem.ts';
import type { Under } from './resample.ts';
import { UnusableDem } from '../../../formats/geotiff/unusable.ts';

const EDGE_SAMPLES = 32;

/** CRS of the file, else the one given. Throws UnusableDem. */
export async function crsOf({ systems }: Dem, stated: string | undefined): Promise<string> {
  const code = systems.crs ?? stated;
  if (!code) throw new UnusableDem('crs-unsaid');
  if (!(await readyCrs(code))) throw new UnusableDem('crs-unknown', { crs: code });
  return code;
}

/** The one given, else the file's: height keys are often wrong. Throws UnusableDem. */
export function heightsOf({ systems }: Dem, stated: HeightsAbove | undefined): HeightsAbove {
  const heights = stated ?? systems.heights;
  if (heights) return heights;
  if (systems.otherVertical) throw new UnusableDem('heights-other', { crs: systems.otherVertical });
  throw new UnusableDem('heights-unsaid');
}

export function underOf(dem: Dem, crs: string, heights: HeightsAbove): Under {
  const middle = apply(dem.affine, dem.width / 2, dem.height / 2)[0];
  const turns = systemOf(crs)?.geographic
    ? (x: number) => x + 360 * Math.round((middle - x) / 360)
    : (x: number) => x;
  return {
    toModel: (longitude, latitude) => {
      const place = attempt(() => project(crs, [longitude, latitude]));
      return place ? [turns(place[0]), place[1]] : [NaN, NaN];
    },
    lift: heights === 'egm96' ? geoidHeight : () => 0,
  };
}

/**
 * West, south, east, north, from points along its edges. Throws UnusableDem where it is off the globe or crosses
 * 180°.
 */
export function extentOf(dem: Dem, crs: string): [number, number, number, number] {
  const places: Position[] = [];
  for (let n = 0; n <= EDGE_SAMPLES; n++) {
    const [x, y] = [(n / EDGE_SAMPLES) * dem.width - 0.5, (n / EDGE_SAMPLES) * dem.height - 0.5];
    for (const at of [
      [x, -0.5],
      [x, dem.height - 0.5],
      [-0.5, y],
      [dem.width - 0.5, y],
    ] as const)
      places.push(placeOf(dem, crs, at[0], at[1]));
  }
  const [longitudes, latitudes] = [
    places.map(([longitude]) => longitude),
    places.map(([, latitude]) => latitude),
  ];
  const turn = 360 * Math.round((Math.min(...longitudes) + Math.max(...longitudes)) / 720);
  const west = Math.min(...longitudes) - turn;
  const east = Math.max(...longitudes) - turn;
  const [south, north] = [Math.min(...latitudes), Math.max(...latitudes)];
  // Global models extend half a pixel beyond the poles.
  if (south < -91 || north > 91 || south >= north || west >= east)
    throw new UnusableDem('off-earth', { crs });
  if (west < -181 || east > 181) throw new UnusableDem('antimeridian');
  return [Math.max(-180, west), Math.max(-90, south), Math.min(180, east), Math.min(90, north)];
}

/**
 * Ground distance in metres between neighbouring heights at the centre: the side of a square with the pixel's area.
 */
export function resolutionOf(dem: Dem, crs: string): number {
  const [x, y] = [Math.floor(dem.width / 2) - 0.5, Math.floor(dem.height / 2) - 0.5];
  const [at, right, down] = [
    placeOf(dem, crs, x, y),
    placeOf(dem, crs, x + 1, y),
    placeOf(dem, crs, x, y + 1),
  ];
  const [across, along] = [inverse(at, right), inverse(at, down)];
  const turn = Math.sin(((along.azimuth - across.azimuth) * Math.PI) / 180);
  const metres = Math.sqrt(across.distance * along.distance * Math.abs(turn));
  if (!(metres > 0)) throw new UnusableDem('off-earth', { crs });
  return metres;
}

export function placeOf(dem: Dem, crs: string, column: number, row: number): Position {
  const place = attempt(() => unproject(crs, apply(dem.affine, column, row)));
  if (!place) throw new UnusableDem('off-earth', { crs });
  return place;
}

function attempt(compute: () => [number, number]): [number, number] | undefined {
  try {
    return compute();
  } catch (thrown) {
    if (thrown instanceof AppError) return undefined;
    throw thrown;
  }
}
