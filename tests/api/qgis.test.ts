import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GeometryType, ObjectType, Style } from '#core/protocol';
// The very text that the dialog of the workbench saves.
import { layerDefinition } from '../../plugins/files/qgis/model/qlr.ts';
import { ADMIN, apiAs, SHARED_SERVER } from '../journeys/harness.ts';
import { inQgis, python } from './qgis.ts';

interface Layer {
  name: string;
  isValid: boolean;
  provider: string;
  crs: string;
  geometry: string;
  fields: Record<string, string>;
  count: number;
  inWestHalf: number;
  wkt: string[];
  attributes: Record<string, string | null>[];
  symbol: { kind: string; color: string; properties: Record<string, string> }[] | null;
  label: string | null;
}

describe.runIf(python)('QGIS', () => {
  let found: { isLoaded: boolean; message: string; groups: string[]; layers: Layer[] };
  const layer = (name: string) => found.layers.find((each) => each.name === name)!;
  const folder = mkdtempSync(join(tmpdir(), 'groma-qgis-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  beforeAll(async () => {
    const url = process.env[SHARED_SERVER]!;
    const api = apiAs(url, ADMIN);
    const { id } = await api<{ id: string }>('POST', '/projects', {
      projectName: `QGIS ${randomUUID()}`,
      crs: 'EPSG:32633',
    });
    const field = (name: string, type: string) => ({
      ...{ name, title: { en: name, it: name }, type, required: false },
    });
    const fields = [
      field('code', 'text'),
      field('depth', 'number'),
      field('made', 'date'),
      field('open', 'boolean'),
      field('parts', 'integer'),
    ];
    const type = (name: string, geometryType: GeometryType, style: Style) =>
      api('POST', '/attributes', {
        name,
        title: { en: name, it: name },
        geometryType,
        style,
        fields,
        projectIds: [id],
      });
    const area = { stroke: '#11223344', width: 3, fill: '#e69f0040', dash: [8, 4] };
    await type('Via Appia & "co"', 'Polygon', area);
    const marker = { stroke: '#000000', width: 1, radius: 6, shape: 'square', fill: '#009e73' } as const;
    await type('wells', 'Point', { ...marker, label: 'code' });
    await type('roads', 'MultiLineString', { stroke: '#0072b2', width: 2 });
    const put = (typeName: string, geometry: string, coordinates: unknown, properties = {}) => {
      const object = { typeName, location: { type: geometry, coordinates }, properties };
      return api('POST', '/geometries', object, { projectid: id });
    };
    const ring = [[12, 42], [12.1, 42], [12.1, 42.1], [12, 42]]; // prettier-ignore
    await put('Via Appia & "co"', 'Polygon', [ring], {
      code: 'A',
      depth: 1.5,
      made: '2026-01-02',
      open: true,
      parts: 3,
    });
    await put('wells', 'Point', [12, 42, 100.25], { code: 'W1' });
    await put('wells', 'Point', [12.2, 42, 100.5], { code: 'W2' });
    const lines = [[[12, 42], [12.1, 42]], [[12.2, 42], [12.3, 42.1]]]; // prettier-ignore
    await put('roads', 'MultiLineString', lines);
    const types = await api<ObjectType[]>('GET', '/attributes/project', undefined, { projectid: id });
    const { token } = await api<{ token: string }>('POST', '/users/me/tokens', { name: 'QGIS', days: 1 });
    const file = join(folder, 'all.qlr');
    const address = `${url}/ogcapi/${id}`;
    const group = 'Scavi <2026>';
    const own = types.filter(({ projectIds }) => projectIds.includes(id));
    writeFileSync(file, layerDefinition({ group, address, types: own, titleOf: ({ title }) => title.en }));
    found = inQgis('load-layers.py', file, token);
  });

  it('loads a layer definition file: a group with a valid layer for each type, points on top', () => {
    expect(found).toMatchObject({ isLoaded: true, message: '', groups: ['Scavi <2026>'] });
    expect(found.layers.map(({ name }) => name)).toEqual(['wells', 'roads', 'Via Appia & "co"']);
    for (const each of found.layers)
      expect(each).toMatchObject({ isValid: true, provider: 'OAPIF', crs: 'EPSG:4326' });
  });

  it('reads the objects with heights, all at once and in a box', () => {
    expect(layer('wells').wkt).toEqual(['PointZ (12 42 100.25)', 'PointZ (12.2 42 100.5)']);
    expect([layer('wells').count, layer('wells').inWestHalf]).toEqual([2, 1]);
    expect(layer('roads').wkt).toEqual(['MultiLineString ((12 42, 12.1 42),(12.2 42, 12.3 42.1))']);
    expect(layer('Via Appia & "co"').wkt).toEqual(['Polygon ((12 42, 12.1 42, 12.1 42.1, 12 42))']);
  });

  it('has all fields of a type, also those without a value, and their kinds where there are values', () => {
    const names = ['code', 'depth', 'id', 'made', 'open', 'parts'];
    for (const { fields } of found.layers) expect(Object.keys(fields).sort()).toEqual(names);
    const { fields, attributes } = layer('Via Appia & "co"');
    expect(fields).toMatchObject({
      depth: 'Real',
      made: 'Date',
      open: 'Boolean',
      parts: 'Integer',
      code: 'String',
    });
    expect(attributes).toMatchObject([{ code: 'A', depth: '1.5', open: 'True', parts: '3' }]);
    expect(layer('roads').attributes).toMatchObject([{ code: null, depth: null }]);
  });

  it('draws and labels them as Groma does', () => {
    const [marker] = layer('wells').symbol!;
    expect(marker).toMatchObject({ kind: 'SimpleMarker', color: '#009e73' });
    expect(marker!.properties).toMatchObject({ name: 'square', size: '12', size_unit: 'Pixel' });
    expect(layer('wells').label).toBe('"code"');
    expect(layer('roads').symbol).toMatchObject([
      {
        kind: 'SimpleLine',
        properties: { line_color: '0,114,178,255', line_width: '2', line_width_unit: 'Pixel' },
      },
    ]);
    expect(layer('Via Appia & "co"').symbol).toMatchObject([
      { kind: 'SimpleFill', properties: { color: '230,159,0,64' } },
      {
        kind: 'SimpleLine',
        properties: { line_color: '17,34,51,68', use_custom_dash: '1', customdash: '8;4' },
      },
    ]);
  });
});
