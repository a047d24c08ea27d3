import { describe, expect, it } from 'vitest';
import type { MapObject } from '#core/document';
import type { ObjectType } from '#core/protocol';
import { compareStaked, stakedCsv } from './compare.ts';
import { designOf, type DesignPoint } from './design.ts';
import { gsiExporter } from './gsi-exporter.ts';
import { writeList } from './write-list.ts';

const object = (type: string, coordinates: unknown, properties: MapObject['properties'] = {}): MapObject => ({
  id: JSON.stringify(coordinates),
  typeName: 'Axes',
  location: { type, coordinates } as MapObject['location'],
  properties,
  relatesTo: [],
});
const types = new Map<string, ObjectType>();
const target = { crs: 'EPSG:32633', heights: 'ellipsoid' } as const;
const point = (name: string, east: number, north: number, height: number | null): DesignPoint => ({
  name,
  east,
  north,
  height,
  position: [15, 42],
});

describe('a list to stake out', () => {
  it('has points by their names, and the corners of lines and areas numbered', async () => {
    const ring = [
      [15, 0],
      [15.001, 0],
      [15.001, 0.001],
      [15, 0],
    ];
    const { points, twice } = await designOf(
      [
        object('Point', [15, 0, 12.5], { name: 'K1' }),
        object('Polygon', [ring]),
        object('Point', [15, 0], { name: 'K1' }),
      ],
      types,
      target,
    );
    expect(points.map(({ name }) => name)).toEqual(['K1', 'Axes 2-1', 'Axes 2-2', 'Axes 2-3', 'K1']);
    expect(twice).toEqual(['K1']);
    // On the central meridian and the equator.
    expect(points[0]!.east).toBeCloseTo(500_000, 6);
    expect(points[0]!.north).toBeCloseTo(0, 6);
    expect(points.map(({ height }) => height)).toEqual([12.5, null, null, null, null]);
  });

  it('is written as instruments and drawings read it', () => {
    const points = [point('Bäume 1', 291_100.12345, -5.5, 20), point('=A', 1, 2, null)];
    const of = (format: 'csv' | 'gsi' | 'xml' | 'dxf') =>
      writeList(points, format, { crs: 'EPSG:32633', name: 'A & B' });
    expect(of('csv').split('\r\n').slice(1, 3)).toEqual([
      'Bäume 1,291100.1235,-5.5000,20.0000',
      "'=A,1.0000,2.0000,",
    ]);
    expect(of('gsi').split('\r\n')[0]).toBe(
      '*110001+000000000Baume 1 81..16+0000002911001235 82..16-0000000000055000 83..16+0000000000200000 ',
    );
    expect(of('xml')).toContain('<CgPoint name="Bäume 1">-5.5000 291100.1235 20.0000</CgPoint>');
    expect(of('xml')).toContain('<CgPoint name="=A">2.0000 1.0000</CgPoint>');
    expect(of('xml')).toContain('<Project name="A &amp; B"/>');
    expect(of('dxf').split('\r\n').slice(4, 14)).toEqual([
      ...['0', 'POINT', '8', 'STAKEOUT', '10', '291100.1235', '20', '-5.5000', '30', '20.0000'],
    ]);
  });
});

describe('points as staked', () => {
  const design = [
    point('K1', 100, 200, 10),
    point('K2', 0, 0, 5),
    point('K3', 1, 1, null),
    point('K4', 0, 0, 0),
  ];
  const measured = [
    { name: '0000k1', east: 100.003, north: 200.004, height: 10.001 },
    { name: 'K2', east: 0.03, north: -0.04, height: 5 },
    { name: 'K3', east: 1, north: 1, height: 7 },
  ];
  const compared = compareStaked(design, measured, { plan: 0.02, height: 0.01 });

  it('are told by how much they miss the design, the worst first', () => {
    expect(compared.staked.map(({ name, isWithin }) => [name, isWithin])).toEqual([
      ['K2', false],
      ['K1', true],
      ['K3', true],
    ]);
    const [worst, second, third] = compared.staked;
    // 3-4-5.
    expect(worst!.plan).toBeCloseTo(0.05, 12);
    expect(second!.plan).toBeCloseTo(0.005, 9);
    expect(second!.height).toBeCloseTo(0.001, 9);
    expect(third!.height).toBeNull();
    expect(compared.missing).toEqual(['K4']);
  });

  it('are written as a report', () => {
    const rows = stakedCsv(compared, { plan: 0.02, height: 0.01 }).split('\r\n');
    expect(rows[1]).toBe('K2,0.0000,0.0000,5.0000,0.0300,-0.0400,0.0500,0.0000,0.0200,0.0100,no');
    expect(rows[4]).toBe('K4,,,,,,,,,,missing');
  });
});

describe('an export for total stations', () => {
  const said: string[] = [];
  const exporterIn = (crs: string) =>
    gsiExporter({
      settings: { get: () => crs as never },
      projects: { current: undefined },
      toasts: { show: (_kind, text) => (said.push(text), { dispose: () => undefined }) },
      i18n: { t: (key, values) => `${key} ${String(values?.['crs'])}` },
    });
  const points = [object('Point', [15, 42], { name: 'K1' })];

  it('has points in the working reference system, and says in which', async () => {
    const text = await (await exporterIn('EPSG:32633').write(points, ['Axes'])).text();
    expect(text).toBe('*110001+00000000000000K1 81..16+0000005000000000 82..16+0000046497762248 \r\n');
    expect(said).toEqual(['field-book:exporter.written EPSG:32633']);
  });

  it.each(['', 'EPSG:4326'])('is refused without a plane (%j)', async (crs) => {
    await expect(exporterIn(crs).write(points, ['Axes'])).rejects.toThrow('field-book:exporter.no-plane');
  });
});
