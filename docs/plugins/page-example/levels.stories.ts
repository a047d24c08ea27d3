/** What `npm run stories` shows: the code of the plugin, with documents that are not real. */
export default { title: 'Water levels' };

const gauges = [
  {
    name: 'Bridge',
    location: { type: 'Point', coordinates: [12.47, 41.9] },
    levels: [2.31, 2.4, 2.87, 2.55],
  },
  { name: 'Weir', location: { type: 'Point', coordinates: [12.48, 41.91] }, levels: [1.2, 1.31, 1.9] },
];

export const TwoGauges = { args: { shows: 'levels', documents: { gauges } } };
export const NoGauges = { args: { shows: 'levels' } };
