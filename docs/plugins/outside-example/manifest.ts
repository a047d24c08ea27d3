/** Data only: it is read once when the plugin is packed, and written as JSON. */
export default {
  id: 'example-wells',
  version: '1.0.0',
  groma: '^1.4',
  title: { en: 'Wells', it: 'Pozzi' },
  description: {
    en: 'Places wells with a number that counts on, lists them with their depth, reads lists of wells, and keeps notes.',
    it: 'Colloca pozzi con un numero progressivo, li elenca con la loro profondità, legge elenchi di pozzi e conserva note.',
  },
  permissions: ['files.read', 'objects.read:Well', 'objects.write:Well', 'selection', 'store'],
  tools: [
    {
      id: 'place',
      title: { en: 'Place well', it: 'Colloca pozzo' },
      icon: 'point',
      draws: 'point',
      hint: {
        en: 'Click where the well is, or type its place.',
        it: 'Fai clic dove si trova il pozzo, o scrivine la posizione.',
      },
    },
  ],
  panels: [{ id: 'list', title: { en: 'Wells', it: 'Pozzi' }, icon: 'table' }],
  pages: [{ id: 'notes', title: { en: 'Notes on wells', it: 'Note sui pozzi' }, icon: 'table' }],
  importers: [{ id: 'list', title: { en: 'List of wells', it: 'Elenco di pozzi' }, extensions: ['.wells'] }],
  commands: [
    {
      id: 'select',
      title: { en: 'Select all wells', it: 'Seleziona tutti i pozzi' },
      icon: 'select',
      workspace: true,
    },
  ],
};
