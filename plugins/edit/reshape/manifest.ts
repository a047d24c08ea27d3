import { definePlugin, type ToolContribution } from '#core/plugin';

/** The tools differ only in name, icon and key. */
function tool(name: string, icon: ToolContribution['icon'], keys: string, order: number): ToolContribution {
  return {
    id: `reshape.${name}`,
    viewer: '2d',
    group: 'modify',
    icon,
    title: `tool.${name}`,
    keys,
    order,
    route: `2dmodifytools/${name}`,
    needs: ['geometries.write'],
    layers: ['map-2d'],
  };
}

export default definePlugin({
  id: 'reshape',
  requires: ['attributes', 'map-2d', 'selection'],
  tools: [
    tool('along', 'reshape', 'Shift+E', 11.5),
    tool('hole', { path: 'M4 5h16v14H4zM10 10h.01M14 10h.01M10 14h.01M14 14h.01M12 9h.01M12 15h.01M9 12h.01M15 12h.01' }, 'Shift+H', 11.7), // prettier-ignore
    tool('offset', { path: 'M3 17c4-9 9-11 18-11M5 21c4-8 8-10 16-10' }, 'Shift+O', 12),
    tool('simplify', { path: 'M3 18 9 6l12 9M3 18l2-6 4-6 5 2 7 7' }, 'Shift+L', 13),
    tool('smooth', { path: 'M3 18C6 4 10 4 12 10s6 8 9 4' }, 'Shift+K', 14),
  ],
  commands: ['reverse', 'explode', 'fill'].map((name) => ({
    id: `reshape.${name}`,
    title: `command.${name}`,
    workspace: true as const,
    needs: ['geometries.write'] as const,
    layers: ['map-2d'],
  })),
  overlays: [
    { id: 'reshape.popup', render: 'reshape.Popup', order: 43.7, whileActive: true, layers: ['map-2d'] },
  ],
  load: () => import('./plugin.ts'),
});
