import type { AuthoredManifest } from '#core/protocol';

const manifest: AuthoredManifest = {
  id: 'example-inventory',
  kind: 'full',
  version: '1.0.0',
  groma: '^1.2',
  title: { en: 'Inventory', it: 'Inventario' },
  description: {
    en: 'Counts the loaded objects of each type, and selects those of one type.',
    it: 'Conta gli oggetti caricati di ogni tipo, e seleziona quelli di un tipo.',
  },
  requires: ['selection'],
  contributes: {
    panels: [
      {
        id: 'example-inventory.panel',
        title: 'panel',
        icon: 'table',
        render: 'example-inventory.Panel',
        order: 900,
        needs: ['geometries.read'],
      },
    ],
    commands: [{ id: 'example-inventory.same-type', title: 'same-type', workspace: true }],
    settings: [
      {
        key: 'example-inventory.share',
        title: 'share',
        section: 'workbench:settings.map',
        kind: 'boolean',
        default: true,
        order: 900,
      },
    ],
  },
  texts: {
    en: {
      panel: 'Inventory',
      none: 'No objects are loaded.',
      list: 'Loaded objects by type',
      select: 'Select {{type}}',
      'same-type': 'Select all loaded objects of the same type',
      'nothing-selected': 'Select an object first.',
      share: 'Shares in the inventory',
    },
    it: {
      panel: 'Inventario',
      none: 'Nessun oggetto caricato.',
      list: 'Oggetti caricati per tipo',
      select: 'Seleziona {{type}}',
      'same-type': 'Seleziona tutti gli oggetti caricati dello stesso tipo',
      'nothing-selected': 'Seleziona prima un oggetto.',
      share: 'Quote nell’inventario',
    },
  },
};
export default manifest;
