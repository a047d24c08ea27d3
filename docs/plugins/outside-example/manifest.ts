/** Data only; `npm run groma-plugin -- pack` reads it once and writes it as JSON. */
export default {
  id: 'example-wells',
  version: '1.0.0',
  groma: '^1',
  title: { en: 'Wells', it: 'Pozzi' },
  description: {
    en: 'Places wells with a number that counts on, and lists them with their depth.',
    it: 'Colloca pozzi con un numero progressivo e li elenca con la loro profondità.',
  },
  permissions: ['objects.read:Well', 'objects.write:Well', 'selection', 'store'],
  tools: [
    {
      id: 'place',
      title: { en: 'Place well', it: 'Colloca pozzo' },
      icon: 'point',
      hint: { en: 'Click where the well is.', it: 'Fai clic dove si trova il pozzo.' },
    },
  ],
  panels: [{ id: 'list', title: { en: 'Wells', it: 'Pozzi' }, icon: 'table' }],
  commands: [
    {
      id: 'select',
      title: { en: 'Select all wells', it: 'Seleziona tutti i pozzi' },
      icon: 'select',
      workspace: true,
    },
  ],
};
