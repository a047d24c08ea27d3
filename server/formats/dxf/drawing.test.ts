import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadProjections, unproject } from '#core/geodesy';
import type { Geometry, Position, Properties, Style } from '#core/protocol';
import { Findings } from '../../base/problems.ts';
import { gdal } from '../../testing/gdal.ts';
import { readingFolder } from '../../testing/reading.ts';
import { ColumnSurvey } from '../columns.ts';
import type { ExportLayer } from '../layer-writer.ts';
import { ExportNotes } from '../notes.ts';
import { familyOf, hasHeights, mapPositions } from '../shapes.ts';
import { Dxf } from './dxf.ts';
import { weightOf } from './look.ts';

const { own, objects } = readingFolder();
const ring = (x: number, y: number, side: number) => [
  [x, y],
  [x + side, y],
  [x + side, y + side],
  [x, y + side],
  [x, y],
];
const THINGS: readonly {
  type: string;
  style: Style;
  location: Geometry;
  properties: Properties;
  labelAt?: Position;
}[] = [
  {
    type: 'well',
    style: { stroke: '#0000ff', width: 1, shape: 'well', radius: 4, label: 'name' },
    location: { type: 'Point', coordinates: [291_000, 4_640_000, 57.25] },
    properties: { name: 'W 1 città', 'depth m': 12.5, depth_m: 3 },
  },
  {
    type: 'pipe',
    style: { stroke: '#ff0000', width: 2, dash: [6, 3], label: 'name' },
    location: { type: 'LineString', coordinates: [[291_000, 4_640_000], [291_080, 4_640_080]] }, // prettier-ignore
    properties: { name: 'DN 300' },
  },
  {
    type: 'parcel',
    style: {
      stroke: '#00aa00',
      width: 1,
      fill: '#ffff0080',
      hatch: { kind: 'cross', colour: '#222222', spacing: 10, width: 1 },
      labels: { text: 'name', dimensions: true },
    },
    location: {
      type: 'Polygon',
      coordinates: [ring(291_000, 4_640_100, 60), ring(291_010, 4_640_105, 5)],
    } as Geometry,
    properties: { name: '12/3' },
  },
  {
    type: 'tower',
    style: { stroke: '#000000', width: 1, labels: { text: 'name', leader: { colour: '#ff0000' } } },
    location: { type: 'Point', coordinates: [291_200, 4_640_000] },
    properties: { name: 'T' },
    labelAt: [291_250, 4_640_000],
  },
];

let text: string;
let file: string;

beforeAll(async () => {
  await loadProjections();
  const layers = THINGS.map(({ type, style, location, properties }): ExportLayer => {
    const columns = new ColumnSurvey([]);
    columns.add(properties);
    const shapes = new Map([[familyOf(location), { flat: 1, high: 0, multi: 0 }]]);
    return { typeName: type, label: type, title: undefined, file: '', count: 1, fields: [], style, columns: columns.columns(), shapes }; // prettier-ignore
  });
  const folder = own();
  const writer = new Dxf({
    folder,
    name: 'plan',
    title: 'plan',
    crs: { code: 'EPSG:32633', number: 32633, name: '', geographic: false, identity: false, unit: 'metre', wkt: '', operation: '', accuracy: null, findings: new Findings(), apply: (geometry) => geometry }, // prettier-ignore
    layers,
    notes: new ExportNotes('en'),
    language: 'en',
    at: '2026-01-02T03:04:05Z',
    csvGeometry: 'wkt',
    drawingScale: 500,
  });
  for (const [n, { location, properties, labelAt }] of THINGS.entries()) {
    writer.layer(layers[n]!);
    writer.add({ id: `id-${n}`, properties, stored: mapPositions(location, ([x, y, z]) => [...unproject('EPSG:32633', [x, y]), ...(z === undefined ? [] : [z])] as Position), placed: location, family: familyOf(location), high: hasHeights(location), labelAt }); // prettier-ignore
  }
  writer.close();
  file = path.join(folder, readdirSync(folder)[0]!);
  text = readFileSync(file, 'utf8');
});

/** The group codes and values of the entities of a kind. */
const entities = (kind: string) =>
  text
    .split('\nENTITIES\n')[1]!
    .split(/\n?0\n(?=[A-Z]{3})/)
    .filter((one) => one.startsWith(`${kind}\n`));

/** A CSS pixel at 1:500: 25.4 mm / 96 × 500. */
const PIXEL = ((25.4 / 96) * 500) / 1000;

describe('A DXF drawn for 1:500', () => {
  it('has a handle of its own for each entity and record', () => {
    const handles = [...text.matchAll(/\n(?<!\n330\n)(?:5|105)\n([0-9A-F]+)\n/g)].map(([, handle]) => handle);
    expect(handles.filter((one, n) => handles.indexOf(one) !== n)).toEqual([]);
  });

  it('points are blocks whose attributes are those of the object, at the size of the marker', async () => {
    const [insert] = entities('INSERT');
    expect(insert).toContain('\n2\nwell\n');
    expect(Number(/\n41\n([\d.]+)/.exec(insert!)![1])).toBeCloseTo(4 * PIXEL, 9);
    const found = await objects('plan.dxf', text);
    const well = found.find(({ properties }) => properties['Block'] === 'well');
    expect(well!.places).toEqual([[291_000, 4_640_000, 57.25]]);
    // Two attributes must not have the same tag.
    expect(well!.properties).toMatchObject({ name: 'W 1 città', depth_m: '12.5', depth_m_2: '3' });
  });

  it('labels are texts on a layer of their own: beside points, along lines, inside areas', () => {
    const texts = entities('TEXT').map((one) => ({
      layer: /\n8\n(.*)\n/.exec(one)![1],
      text: /\n1\n(.*)\n/.exec(one)![1],
      at: [11, 21].map((code) => Number(new RegExp(`\n${code}\n([-\\d.]+)`).exec(one)![1])),
      angle: Number(/\n50\n([-\d.]+)/.exec(one)?.[1] ?? 0),
    }));
    const [well, pipe, parcel, ...edges] = texts;
    expect(well).toMatchObject({ layer: 'well-TEXT', text: 'W 1 città' });
    expect(well!.at[0]).toBeCloseTo(291_000 + 9 * PIXEL, 6);
    // The pipe runs to the north-east; its label is above it.
    expect(pipe).toMatchObject({ layer: 'pipe-TEXT', text: 'DN 300', angle: expect.closeTo(45, 6) });
    expect(pipe!.at[1]! - 4_640_000).toBeGreaterThan(pipe!.at[0]! - 291_000);
    expect(parcel).toMatchObject({ layer: 'parcel-TEXT', text: '12/3' });
    expect(parcel!.at[1]).toBeCloseTo(4_640_130, 6);
    // 60 m by the scale of the grid there, 1.00014.
    expect(edges.map(({ text }) => text).slice(0, 4)).toEqual(Array.from({ length: 4 }, () => '59.99'));
  });

  it('a label moved by hand is at its place, with a line to its object', () => {
    const [line] = entities('LINE');
    const at = (code: number) => Number(new RegExp(`\n${code}\n([-\\d.]+)`).exec(line!)![1]);
    expect(line).toContain('\n8\ntower-TEXT\n420\n16711680\n');
    // To 6 pixels from the point; from 2 beside the text, which is a letter of 0.55 × 11.5 pixels.
    expect(at(11)).toBeCloseTo(291_200 + 6 * PIXEL, 6);
    expect(at(10)).toBeCloseTo(291_250 - ((0.55 * 11.5) / 2 + 2) * PIXEL, 6);
    expect([at(20), at(21)]).toEqual([expect.closeTo(4_640_000, 6), expect.closeTo(4_640_000, 6)]);
    const text = entities('TEXT').find((one) => one.includes('\n8\ntower-TEXT\n'));
    expect(text).toContain('\n11\n291250');
  });

  it('areas are filled and hatched on a layer of their own, with their holes', () => {
    const [solid, lines] = entities('HATCH');
    expect(solid).toContain('\n8\nparcel-HATCH\n');
    expect(solid).toContain('\n2\nSOLID\n70\n1\n71\n0\n91\n2\n');
    // Yellow, of which 128 / 255 are opaque.
    expect(solid).toContain(`\n420\n${0xffff00}\n440\n${0x02000000 + 128}\n`);
    expect(lines).toContain('\n2\nGROMA_CROSS\n70\n0\n');
    expect(lines).toContain('\n78\n2\n');
    // 10 pixels apart.
    expect(Number(/\n46\n([\d.]+)/.exec(lines!)![1])).toBeCloseTo(10 * PIXEL, 9);
  });

  it('layers have the colour, weight and line type of their style', () => {
    const layers = text.split('\nLAYER\n').map((one) => one.slice(0, 200));
    const pipe = layers.find((one) => one.includes('\n2\npipe\n'))!;
    expect(pipe).toContain(`\n420\n${0xff0000}\n6\nDASHES_1\n370\n53\n`);
    const dashes = text.split('\n2\nDASHES_1\n')[1]!;
    expect([...dashes.matchAll(/\n49\n([-\d.]+)/g)].slice(0, 2).map(([, one]) => Number(one))).toEqual([
      expect.closeTo(6 * PIXEL, 9),
      expect.closeTo(-3 * PIXEL, 9),
    ]);
  });

  it.runIf(gdal)('GDAL reads blocks, texts and hatches', () => {
    const info = execFileSync('ogrinfo', ['-al', file], { encoding: 'utf8' });
    for (const part of [
      'Text (String) = DN 300',
      'AcDbHatch',
      'AcDbBlockReference',
      'parcel-HATCH',
      'LABEL(f:"Arial"',
    ])
      expect(info).toContain(part);
    // 60² − 5² of the outline without its hole.
    const area = execFileSync(
      'ogrinfo',
      ['-q', '-dialect', 'SQLite', '-sql', "select st_area(geometry) as a from entities where SubClasses like '%AcDbHatch%' and Layer = 'parcel-HATCH' limit 1", file], // prettier-ignore
      { encoding: 'utf8' },
    );
    expect(Number(/a \(Real\) = ([\d.]+)/.exec(area)![1])).toBeCloseTo(3575, 6);
  });
});

it.each([
  [{ width: 2 }, 53], // 2 px are 0.529 mm
  [{ width: 1 }, 25], // 0.265 mm
  [{ width: 0.5, unit: 'm' as const }, 100], // 1 mm at 1:500
  [{ width: 40 }, 211],
])('the line weight of %j is %d', (symbol, weight) => {
  expect(weightOf(symbol, 500)).toBe(weight);
});
