import { measured, trials } from '#tests/journeys/trial';

export default trials(() => ({
  'measure-2d.distance': measured([[-40, 40], [20, 40]], 'Distance', 60, 'pixels', true), // prettier-ignore
  'measure-2d.area': measured([[20, -28], [80, -28], [80, 8]], 'Area', (60 * 36) / 2, 'area', true), // prettier-ignore
  'measure-2d.coordinates': measured([[40, 60]], 'Coordinates', 0, 'degrees'),
  'measure-2d.angle': measured([[80, 60], [40, 60], [40, 80]], 'Angle', 90, 'degrees'), // prettier-ignore
  'measure-2d.azimuth': measured([[20, 60], [60, 60]], 'Azimuth', 90, 'degrees'), // prettier-ignore
  'measure-2d.radius': measured([[40, 60], [60, 60]], 'Radius', 20, 'pixels'), // prettier-ignore
  'measure-2d.arc': measured([[20, 60], [40, 40], [60, 60]], 'Arc', 20, 'pixels'), // prettier-ignore
  'measure-2d.chainage': measured([[100, 80], [80, 60]], 'Chainage', 140, 'pixels'), // prettier-ignore
}));
