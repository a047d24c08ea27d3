import { expect, it } from 'vitest';
import { pointsToGeojson } from './points.ts';

it('converts each line to a point with its name', async () => {
  const file = await pointsToGeojson(new File(['A1 12.5 42.25\r\n\nA2 -7 -0.5\n'], 'stations.template'));
  expect(file.name).toBe('stations.template.geojson');
  expect(JSON.parse(await file.text())).toEqual({
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        properties: { name: 'A1' },
        geometry: { type: 'Point', coordinates: [12.5, 42.25] },
      },
      { type: 'Feature', properties: { name: 'A2' }, geometry: { type: 'Point', coordinates: [-7, -0.5] } },
    ],
  });
});

it.each(['A1 east north', 'A1 12', 'A1 42 120', '12 42'])(
  'says which line cannot be read: %s',
  async (line) => {
    await expect(pointsToGeojson(new File(['A0 1 2\n', line], 'a.template'))).rejects.toThrow(
      'Line 2 of a.template cannot be read: write a name, the longitude and the latitude in degrees.',
    );
  },
);
