import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Geometry } from '#core/protocol';
import type { SpoolType } from '../../../formats/layer-writer.ts';
import { viewOf } from './frame-view.ts';
import { readLogo } from './pictures.ts';
import { drawnIn, readLayers } from './sheet-objects.ts';

describe('The objects of a sheet', () => {
  let folder: string;
  beforeAll(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'groma-sheet-'))));
  afterAll(() => fs.rmSync(folder, { recursive: true }));

  function spooled(typeName: string, locations: readonly Geometry[], count = locations.length): SpoolType {
    const file = path.join(folder, `${typeName}.ndjson`);
    const lines = locations.map((location, n) =>
      JSON.stringify({ id: `${typeName}${n}`, location, properties: {} }),
    );
    fs.writeFileSync(file, `${lines.join('\n')}\n`);
    return { typeName, file, count, title: undefined, fields: [], style: undefined };
  }
  const point = (longitude: number, latitude = 0): Geometry => ({
    type: 'Point',
    coordinates: [longitude, latitude],
  });
  const line: Geometry = {
    type: 'LineString',
    coordinates: [
      [0, 0],
      [0.001, 0],
    ],
  };

  it('are drawn in the order that is asked for, otherwise lines below points', () => {
    const types = [spooled('a-point', [point(0)]), spooled('b-line', [line])];
    const names = (order?: string[]) => readLayers(types, order).map(({ type }) => type.typeName);
    expect(names()).toEqual(['b-line', 'a-point']);
    expect(names(['a-point', 'b-line'])).toEqual(['a-point', 'b-line']);
  });

  it('are refused when there are too many', () => {
    expect(() => readLayers([spooled('many', [point(0)], 100_001)], undefined)).toThrow(
      'export.sheet.too-much',
    );
  });

  it('are found on both sides of the antimeridian', () => {
    const layers = readLayers(
      [spooled('far', [point(179.9995), point(-179.9995), point(179.9), point(0)])],
      undefined,
    );
    // 200 m to each side: 0.0018°.
    const paper = { x: 0, y: 0, width: 400, height: 400 };
    const view = viewOf('EPSG:4326', { centre: [180, 0], rotation: 0, scale: 1000 }, paper);
    const [drawn] = drawnIn(view, layers);
    expect(drawn!.groups.flatMap(({ objects }) => objects.map(({ id }) => id))).toEqual(['far0', 'far1']);
  });
});

describe('A logo', () => {
  it('is PNG or JPEG, not a drawing that could refer to files', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>').toString(
      'base64',
    );
    await expect(readLogo(svg)).rejects.toThrow('export.sheet.logo');
  });
});
