import { definePlugin } from '#core/plugin';
import type {} from '../../work/attributes/api.ts';

const needs = ['geometries.read'] as const;

export default definePlugin({
  id: 'documents',
  requires: ['selection'],
  optional: ['attributes'],
  points: ['fileParts'],
  panels: [
    {
      id: 'documents.files',
      title: 'title',
      words: 'words',
      icon: 'file',
      render: 'documents.Files',
      order: 12,
      needs,
    },
    { id: 'documents.photos', title: 'photos', icon: 'camera', render: 'documents.Photos', order: 13, needs },
  ],
  overlays: [{ id: 'documents.dialog', render: 'documents.Dialog', order: 87, onDemand: true, needs }],
  palette: [{ id: 'documents.palette', render: 'documents.Palette', order: 35, needs }],
  fieldPickers: [
    { id: 'documents.image', type: 'image', render: 'documents.ImagePicker', order: 10, needs },
    { id: 'documents.document', type: 'document', render: 'documents.DocumentPicker', order: 20, needs },
  ],
  load: () => import('./plugin.ts'),
});
