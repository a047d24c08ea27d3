import type { MapObject } from './groma.ts';

/** What is shown with objects and documents that are not real. `shows` is a panel or page of the manifest. */
export default { title: 'Wells' };

const well = (number: number, depth: number): Pick<MapObject, 'typeName' | 'location' | 'properties'> => ({
  typeName: 'Well',
  location: { type: 'Point', coordinates: [12.4924 + number / 1000, 41.8902] },
  properties: { number, depth },
});

export const NoWells = { args: { shows: 'list', objects: [] } };

export const ThreeWells = {
  args: {
    shows: 'list',
    objects: [well(1, 12.5), well(2, 30), well(3, 8)],
    documents: { settings: { count: 3, depth: 25 } },
  },
};

export const Notes = {
  args: { shows: 'notes', documents: { notes: ['Well 2 is dry in August.', 'Well 3 has a new cover.'] } },
};
