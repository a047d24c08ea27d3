import { definePlugin } from '#core/plugin';

export default definePlugin({
  id: 'geocoding',
  palette: [{ id: 'geocoding.palette', render: 'geocoding.Palette', order: 30, needs: ['geometries.read'] }],
  load: () => import('./plugin.ts'),
});
