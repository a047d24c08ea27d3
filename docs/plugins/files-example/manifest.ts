/** Data only: it is read once when the plugin is packed, and written as JSON. */
export default {
  id: 'example-stations',
  version: '1.0.0',
  groma: '^1.1',
  title: { en: 'Stations', it: 'Stazioni' },
  description: {
    en: 'Reads and writes station lists, shows the heights of stations in a chart, and finds them by name.',
    it: 'Legge e scrive elenchi di stazioni, mostra le loro quote in un grafico e le trova per nome.',
  },
  permissions: ['files.read', 'files.write', 'objects.read:Station', 'search', 'selection', 'view'],
  importers: [{ id: 'list', title: { en: 'Station list', it: 'Elenco di stazioni' }, extensions: ['.stn'] }],
  exporters: [
    {
      id: 'list',
      title: { en: 'Station list', it: 'Elenco di stazioni' },
      extension: '.stn',
      help: { en: 'Name, longitude, latitude and height', it: 'Nome, longitudine, latitudine e quota' },
    },
  ],
  pages: [{ id: 'heights', title: { en: 'Stations', it: 'Stazioni' }, icon: 'chart' }],
  panels: [
    { id: 'profile', title: { en: 'Heights of stations', it: 'Quote delle stazioni' }, icon: 'chart' },
  ],
  finders: [{ id: 'stations', title: { en: 'Stations', it: 'Stazioni' } }],
};
