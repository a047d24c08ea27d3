import { definePlugin } from '#core/plugin';
import type {} from '../../measure/measure-2d/api.ts';

export default definePlugin({
  id: 'geocoding',
  optional: ['measure-2d'],
  palette: [{ id: 'geocoding.palette', render: 'geocoding.Palette', order: 30, needs: ['geometries.read'] }],
  measureParts: [
    { id: 'geocoding.nearest', kinds: ['coordinates'], render: 'geocoding.NearestPlace', order: 10 },
  ],
  load: () => import('./plugin.ts'),
});
