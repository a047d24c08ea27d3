import { chord } from '#core/geodesy';
import type { Position, VolumeBase } from '#core/protocol';
import type { Ground } from '#plugins/globe/map-3d/api';
import { climb } from '../../model/profile.ts';
import { gridOver, samplesAlong } from '../../model/sampling.ts';
import { horizontalArea } from '../../model/space.ts';
import { meansOver } from '../../model/surface.ts';

type FormedGround = Pick<Ground, 'heightsAt' | 'profileAlong' | 'volumeWithin' | 'others'>;

/** A ground of known form, with samples in place of cells; `undefined` where the terrain ends. */
export function formedGround(
  form: (place: Position) => number | undefined,
  resolution: number,
  others: Ground['others'] = [],
): FormedGround {
  const heightsOf = (places: readonly Position[]) => places.map((place) => form(place));
  return {
    others,
    heightsAt: (places) => Promise.resolve(heightsOf(places)),
    profileAlong(line) {
      const samples = samplesAlong(line, resolution).map((one) => ({ ...one, height: form(one.place) }));
      const missing = samples.filter(({ height }) => height === undefined).length / samples.length;
      const { length, ascent, descent, steepest } = climb(samples);
      return Promise.resolve({
        samples: samples.map(
          ({ distance, place: [x, y], height }): [number, number, number, number | null] => [
            distance,
            x,
            y,
            height ?? null,
          ],
        ),
        positions: samples.length,
        cell: resolution,
        cellsOf: 'model' as const,
        distance: samples.at(-1)!.distance,
        missing,
        ...(missing > 0
          ? { length: null, ascent: null, descent: null, steepest: null }
          : { length, ascent, descent, steepest }),
      });
    },
    volumeWithin(ring, base) {
      const grid = gridOver(ring, resolution);
      const means = meansOver(grid, heightsOf(grid.places), (place) => heightOf(base, place));
      const area = horizontalArea(ring);
      return Promise.resolve({
        net: (means.above - means.below) * area,
        above: means.above * area,
        below: means.below * area,
        uncertainty: 0.25,
        area,
        surfaceArea: means.ratio * means.known * area,
        missing: 1 - means.known,
        cells: grid.within.filter(Boolean).length,
        cell: resolution,
        cellsOf: 'model',
      });
    },
  };
}

/** Of a plane, near its place; other terrains are level at 0 m. */
function heightOf(base: VolumeBase, [x, y]: Position): number {
  if ('terrain' in base) return 0;
  const [longitude, latitude, height] = base.at;
  const east = chord([longitude, latitude, 0], [x, latitude, 0]) * Math.sign(x - longitude);
  const north = chord([longitude, latitude, 0], [longitude, y, 0]) * Math.sign(y - latitude);
  return height + base.east * east + base.north * north;
}
