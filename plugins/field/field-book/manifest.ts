import { definePlugin } from '#core/plugin';
import type {} from '../../files/export/api.ts';
import type {} from '../../files/import/api.ts';

const writing = { needs: ['geometries.write'] } as const;

export default definePlugin({
  id: 'field-book',
  requires: ['selection'],
  optional: ['import', 'export'],
  panels: [
    {
      needs: ['geometries.read'],
      id: 'field-book.panel',
      title: 'title',
      icon: { path: 'M12 4v5m0 0-5 11m5-11 5 11M9 9h6M8.5 4h7M12 9v11' },
      render: 'field-book.Panel',
      order: 45.5,
    },
  ],
  importers: [
    {
      ...writing,
      id: 'field-book.file',
      title: 'importer',
      extensions: [
        '.gsi',
        '.rw5',
        '.sdr',
        '.raw',
        '.are',
        '.job',
        '.jxl',
        '.jobxml',
        '.gt7',
        '.gts',
        '.m5',
        '.r5',
        '.tops',
      ],
      service: 'field-book.Opener',
      opens: true,
    },
  ],
  exporters: [
    {
      needs: ['geometries.read'],
      id: 'field-book.gsi',
      title: 'exporter',
      help: 'exporter.help',
      extension: '.gsi',
      service: 'field-book.GsiExporter',
    },
  ],
  load: () => import('./plugin.ts'),
});
