import { METRES, RISE, type Spot } from '#tests/journeys/ground';
import { measured, trials } from '#tests/journeys/trial';

const SQUARE: readonly Spot[] = [[-60, 20], [60, 20], [60, 60], [-60, 60]]; // prettier-ignore

/**
 * In a valley whose bottom runs from north to south through the ground's origin, seen from straight above: results that
 * equal those of the 2D map are described as there.
 */
export default trials(() => ({
  // A slope of one in fifty makes it longer by a five thousandth.
  'measure-3d.distance': measured([[20, 40], [80, 40]], 'Measure a distance in space', 60, 'pixels', true), // prettier-ignore
  'measure-3d.area': measured([[20, -28], [80, -28], [80, 8]], 'Measure an area in space', (60 * 36) / 2, 'area', true), // prettier-ignore
  'measure-3d.point': measured([[40, 60]], 'Read coordinates and height', 0, 'degrees'),
  'measure-3d.angle': measured([[80, 60], [40, 60], [40, 80]], 'Measure an angle in space', 90, 'degrees'), // prettier-ignore
  // The height of the ground above the ground is 0 m.
  'measure-3d.height': measured([[40, 60]], 'Measure the height above the ground', 0, 'pixels'),
  'measure-3d.slope': measured([[20, 0], [80, 0], [80, 40]], 'Measure slope and aspect', (Math.atan(RISE) * 180) / Math.PI, 'degrees', true), // prettier-ignore
  'measure-3d.profile': measured(
    [
      [-60, 40],
      [60, 40],
    ],
    'Profile along a line',
    120,
    'pixels',
    true,
  ),
  // On both sides the ground falls from the outline's plane to the bottom: on average half of the rise over 60 pixels
  // deep.
  'measure-3d.volume': measured(SQUARE, 'Measure a volume, cut and fill', 120 * 40 * ((RISE * 60 * METRES) / 2), 'area', true), // prettier-ignore
  // The whole circle is visible from the bottom.
  'measure-3d.viewshed': measured(
    [
      [0, 0],
      [60, 0],
    ],
    'Viewshed from a point',
    Math.PI * 60 ** 2,
    'area',
  ),
}));
