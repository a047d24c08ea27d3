import { definePlugin } from '#core/plugin';
// for: importer
import type {} from '#plugins/files/import/api';
// end

export default definePlugin({
  id: 'template',
  requires: [
    // for: tool panel
    'map-2d',
    // end
    // for: tool
    'attributes',
    // end
    // for: importer
    'import',
    // end
  ],
  // for: page
  routes: [{ path: '/template', render: 'template.Page', title: 'title' }],
  menu: [{ id: 'template.page', title: 'title', icon: 'tools', path: '/template', order: 70 }],
  // end
  // for: command
  commands: [{ id: 'template.add', title: 'add' }],
  // end
  // for: tool
  tools: [
    {
      id: 'template.parallel',
      viewer: '2d',
      group: 'draw',
      icon: 'line',
      title: 'tool.parallel',
      order: 90,
      route: '2ddrawtools/template',
      needs: ['geometries.write'],
      layers: ['map-2d'],
    },
  ],
  // end
  // for: panel
  panels: [
    {
      id: 'template.panel',
      title: 'title',
      icon: 'tools',
      render: 'template.Panel',
      order: 90,
      needs: ['geometries.read'],
    },
  ],
  // end
  // for: importer
  importers: [
    {
      id: 'template.points',
      title: 'importer',
      extensions: ['.template'],
      service: 'template.Importer',
      needs: ['import'],
    },
  ],
  // end
  load: () => import('./plugin.ts'),
});
