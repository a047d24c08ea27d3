import { definePlugin, type ToolContribution } from '#core/plugin';

const shape = {
  viewer: '2d',
  group: 'draw',
  needs: ['geometries.write'],
  layers: ['map-2d'],
} as const satisfies Partial<ToolContribution>;

/** A dot of a drawing on the 24 × 24 grid. */
const dot = (x: number, y: number) => `M${x - 2} ${y}a2 2 0 1 0 4 0a2 2 0 1 0-4 0`;

function list(name: string, icon: ToolContribution['icon'], keys: string, order: number): ToolContribution {
  return {
    ...shape,
    id: `shapes.${name}`,
    icon,
    title: `tool.${name}`,
    keys,
    order,
    route: `2ddrawtools/${name}`,
  };
}

export default definePlugin({
  id: 'shapes',
  requires: ['map-2d', 'draw'],
  tools: [
    {
      ...shape,
      id: 'shapes.rectangle',
      icon: { path: 'M3.5 6h17v12h-17z' },
      title: 'tool.rectangle',
      keys: '4',
      order: 10,
      route: '2ddrawtools/rectangle',
    },
    {
      ...shape,
      id: 'shapes.turned',
      icon: { path: 'M3 12.5 15 4l6 7.5L9 20z' },
      title: 'tool.turned',
      keys: '5',
      order: 11,
      route: '2ddrawtools/turnedrectangle',
    },
    {
      ...shape,
      id: 'shapes.circle',
      icon: { path: `M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0M12 12h8.5` },
      title: 'tool.circle',
      keys: '6',
      order: 12,
      route: '2ddrawtools/circle',
    },
    {
      ...shape,
      id: 'shapes.regular',
      icon: { path: 'M7.5 4h9l4.5 8-4.5 8h-9L3 12z' },
      title: 'tool.regular',
      keys: '7',
      order: 13,
      route: '2ddrawtools/regularpolygon',
    },
    {
      ...shape,
      id: 'shapes.freehand',
      icon: { path: 'M3 16c3-9 6-11 8-9s-3 9 0 10 6-9 10-9' },
      title: 'tool.freehand',
      keys: '8',
      order: 14,
      route: '2ddrawtools/freehand',
    },
    {
      ...shape,
      id: 'shapes.continue',
      icon: { path: `M3 18 11 9${dot(12.5, 7.5)}M14.5 8.5l1.5.8M18 10.3l2.5 1.2M17.5 14.5l3.5-3-1-4` },
      title: 'tool.continue',
      keys: '9',
      order: 15,
      route: '2ddrawtools/continue',
    },
    list('coordinates', { path: 'M4 6h.01M8 6h12M4 12h.01M8 12h12M4 18h.01M8 18h7' }, 'Shift+D', 20),
    list('traverse', { path: 'M4 20 8 8l9 3 3-8M4 20h.01M8 8h.01M17 11h.01M13 20h7M13 17v3' }, 'Shift+T', 21),
  ],
  panels: [
    {
      id: 'shapes.options',
      title: 'options.title',
      icon: 'shapes',
      render: 'shapes.ShapesPanel',
      order: 40.7,
      needs: ['geometries.write'],
      layers: ['map-2d'],
    },
  ],
  overlays: [
    { id: 'shapes.list', render: 'shapes.ListPopup', order: 43.8, whileActive: true, layers: ['map-2d'] },
  ],
  load: () => import('./plugin.ts'),
});
