import { definePlugin, type CommandContribution } from '#core/plugin';

function command(name: string, keys: string, icon: CommandContribution['icon']): CommandContribution {
  return {
    id: `drafting.${name}`,
    title: `command.${name}`,
    icon,
    keys,
    workspace: true,
    layers: ['map-2d'],
  };
}

export default definePlugin({
  id: 'drafting',
  requires: ['map-2d'],
  commands: [
    command('arc', 'O', { path: 'M3 18C5 4 19 4 21 18M3 18h.01M12 7.5h.01M21 18h.01' }),
    command('tangent', 'U', { path: 'M3 20V12C3 7 8 4 14 4h7M3 20h.01M3 12h.01M21 4h.01' }),
    command('trace', 'J', { path: 'M4 20V9l8-5 8 5v11M4 20h.01M12 4h.01M20 20h.01M8 20V11l4-2.5 4 2.5v9' }),
    command('parallel', 'W', { path: 'M4 20 14 4M10 20 20 4' }),
    command('perpendicular', 'Shift+W', { path: 'M3 20h18M12 20V4M12 15h5v5' }),
    {
      id: 'drafting.type',
      title: 'command.type',
      workspace: true,
      layers: ['map-2d', 'map-3d', 'point-cloud'],
    },
    command('construct', 'N', {
      path: 'M3 12a6 6 0 1 0 12 0a6 6 0 1 0-12 0M9 12a6 6 0 1 0 12 0a6 6 0 1 0-12 0',
    }),
  ],
  overlays: [
    {
      id: 'drafting.construct',
      render: 'drafting.Construct',
      order: 40.3,
      whileActive: 'any',
      layers: ['map-2d'],
    },
    {
      id: 'drafting.bar',
      render: 'drafting.Bar',
      order: 40.2,
      whileActive: 'any',
      needs: ['geometries.write'],
      layers: ['map-2d'],
    },
    {
      id: 'drafting.fields',
      render: 'drafting.Fields',
      order: 40.5,
      whileActive: 'any',
      layers: ['map-2d', 'map-3d', 'point-cloud'],
    },
  ],
  load: () => import('./plugin.ts'),
});
