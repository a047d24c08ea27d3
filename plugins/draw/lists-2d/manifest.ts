import { definePlugin, type ToolContribution } from '#core/plugin';

function tool(name: string, icon: ToolContribution['icon'], keys: string, order: number): ToolContribution {
  return {
    id: `lists-2d.${name}`,
    viewer: '2d',
    group: 'draw',
    icon,
    title: `tool.${name}`,
    keys,
    order,
    route: `2ddrawtools/${name}`,
    needs: ['geometries.write'],
    layers: ['map-2d'],
  };
}

export default definePlugin({
  id: 'lists-2d',
  requires: ['map-2d', 'draw'],
  tools: [
    tool('coordinates', { path: 'M4 6h.01M8 6h12M4 12h.01M8 12h12M4 18h.01M8 18h7' }, 'Shift+D', 20),
    tool('traverse', { path: 'M4 20 8 8l9 3 3-8M4 20h.01M8 8h.01M17 11h.01M13 20h7M13 17v3' }, 'Shift+T', 21),
  ],
  overlays: [
    { id: 'lists-2d.popup', render: 'lists-2d.Popup', order: 43.8, inHand: true, layers: ['map-2d'] },
  ],
  load: () => import('./plugin.ts'),
});
