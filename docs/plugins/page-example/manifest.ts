/** Data only: it is read once when the plugin is packed, and written as JSON. */
export default {
  id: 'example-levels',
  version: '1.0.0',
  groma: '^1.4',
  title: { en: 'Water levels', it: 'Livelli dell’acqua' },
  description: {
    en: 'Keeps gauges with their water levels for the organization, asks a service for new ones, and shows them over the map.',
    it: 'Conserva per l’organizzazione gli idrometri con i loro livelli, ne chiede di nuovi a un servizio e li mostra sulla mappa.',
  },
  permissions: ['net:levels.example.org', 'overlay', 'store'],
  tools: [
    {
      id: 'gauge',
      title: { en: 'Set gauge', it: 'Colloca idrometro' },
      icon: 'point',
      draws: 'point',
      hint: {
        en: 'Click where the gauge is, or type its place.',
        it: 'Fai clic dove si trova l’idrometro, o scrivine la posizione.',
      },
    },
  ],
  commands: [
    {
      id: 'show',
      title: { en: 'Show gauges over the map', it: 'Mostra gli idrometri sulla mappa' },
      icon: 'layers',
      workspace: true,
    },
    {
      id: 'hide',
      title: { en: 'Hide gauges', it: 'Nascondi gli idrometri' },
      icon: 'layers',
      workspace: true,
    },
  ],
  pages: [{ id: 'levels', title: { en: 'Water levels', it: 'Livelli dell’acqua' }, icon: 'chart' }],
};
