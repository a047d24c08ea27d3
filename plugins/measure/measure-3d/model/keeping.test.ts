import { describe, expect, it } from 'vitest';
import type { StoredMeasure } from '#core/protocol';
import { HILL, measuresOver } from '../ui/testing/hill.ts';
import { csvOf, geoJsonOf } from './export.ts';
import { spaceRecords } from './space-records.ts';

const STORED: StoredMeasure = {
  id: '6d0a2c39-3a76-4c5e-9a5b-0d6b1a6a0c01',
  kind: 'space',
  of: 'volume',
  vertices: [[-0.0001, -0.0001, 150], [0.0001, -0.0001, 150], [0, 0.0001, 150]], // prettier-ignore
  choices: { eye: 1.7, target: 0, base: 120 },
};
const FLAT: StoredMeasure = {
  id: '6d0a2c39-3a76-4c5e-9a5b-0d6b1a6a0c02',
  kind: 'area',
  vertices: [[0, 0], [1, 0], [1, 1]], // prettier-ignore
  basis: { kind: 'geodesic' },
};

describe('3D measurements stored with a project', () => {
  it('are read as they were written, without those of the flat map', async () => {
    const measures = await spaceRecords.read([FLAT, STORED]);
    expect(measures.map((one) => spaceRecords.write(one))).toEqual([STORED]);
  });

  it('are computed for everyone with the options of whoever stored them', async () => {
    const measures = measuresOver(HILL);
    measures.bring(await spaceRecords.read([STORED]));
    measures.choose({ base: 0 });
    await expect.poll(() => measures.list[0]?.reading).toBeDefined();
    const base = measures.list[0]!.reading!.values.find(({ quantity }) => quantity === 'baseHeight');
    expect(base?.amount).toBe(120);
  });
});

describe('Exported 3D measurements', () => {
  async function measured() {
    const measures = measuresOver(HILL);
    measures.add('distance', [[0, 0], [0.0005, 0, 150]], false); // prettier-ignore
    await expect.poll(() => measures.list[0]?.reading).toBeDefined();
    return measures.list;
  }

  it('are one line per value in CSV, with how it was determined, its terrain and its 3D coordinates', async () => {
    const [head, first] = csvOf(await measured()).split('\r\n');
    expect(head).toBe('measure,kind,quantity,value,unit,how,terrain,wkt,within');
    const [number, kind, quantity, value, unit, how] = first!.split(',');
    expect([number, kind, quantity, unit, how]).toEqual(['1', 'distance', 'slopeDistance', 'm', 'chord']);
    // 0.0005° of the equator are 55.66 m, at 145 m above it 1 mm more; 150 m are 10 m above the top of the hill.
    expect(Number(value)).toBeCloseTo(Math.hypot(55.661, 10), 3);
    expect(first).toMatch(/,"Hill","LINESTRING \(0 0 140, 0\.0005 0 150\)",$/);
  });

  it('are one feature each in GeoJSON, with heights', async () => {
    const { features } = JSON.parse(geoJsonOf(await measured())) as {
      features: { geometry: unknown; properties: { values: { quantity: string }[] } }[];
    };
    expect(features[0]!.geometry).toEqual({ type: 'LineString', coordinates: [[0, 0, 140], [0.0005, 0, 150]] }); // prettier-ignore
    expect(features[0]!.properties.values.map(({ quantity }) => quantity)).toContain('vertical');
  });
});
