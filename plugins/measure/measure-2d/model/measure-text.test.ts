import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { learnCrs, loadProjections, project } from '#core/geodesy';
import { I18nextService } from '#core/i18n';
import type { Position } from '#core/protocol';
import { printerOf } from '#core/sketch';
import { desk } from '#core/testing';
import { GEODESIC, type Basis } from './basis.ts';
import type { MeasureKind } from './kinds.ts';
import { measureText, type MeasureTextOptions } from './measure-text.ts';

const LOCALES = join(import.meta.dirname, '../../../../locales');
const words = (language: string) =>
  JSON.parse(readFileSync(join(LOCALES, language, 'measure-2d.json'), 'utf8')) as Record<string, string>;

async function textsIn(
  language: 'en' | 'it',
  more: Partial<MeasureTextOptions> = {},
): Promise<MeasureTextOptions> {
  const i18n = new I18nextService([language], () => Promise.resolve(words(language)));
  await i18n.load('measure-2d');
  return {
    t: (key, values) => i18n.t(`measure-2d:${key}`, values),
    print: printerOf(i18n, desk().settings),
    locale: language,
    units: desk().settings.get('units'),
    display: 'EPSG:4326',
    plane: undefined,
    groundHeight: 0,
    ...more,
  };
}
const measured = (
  kind: MeasureKind,
  vertices: Position[],
  texts: MeasureTextOptions,
  basis: Basis = GEODESIC,
) => measureText({ kind, vertices, basis, line: undefined }, texts);
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

const ROME: Position = [12.49, 41.9];

beforeAll(loadProjections);

describe('The text of a measurement', () => {
  it('names its kind, and the kind of values that differ', async () => {
    const texts = await textsIn('en', { plane: 'EPSG:32633' });
    const { title, others, basis } = measured('azimuth', [ROME, [12.5, 41.9]], texts);
    expect(title).toMatch(/^Azimuth 89\.99\d+°$/);
    expect(basis).toBe('Geodesic on WGS84');
    expect(others.find((line) => line.startsWith('Grid azimuth'))).toMatch(/ \(Plane in EPSG:32633\)$/);
    const high = measured('distance', [ROME, [12.5, 41.9]], texts, { kind: 'ground', height: 250 });
    expect(plain(high.basis)).toBe('On the ground at 250.000 m');
  });

  it('is copied at full precision, in the current language', async () => {
    const texts = await textsIn('it');
    const { whole } = measured('distance', [ROME, [12.5, 41.9]], texts);
    expect(plain(whole)).toMatch(/^Distanza \d{3},\d{6} m\nAzimut 89,\d{10}°\nGeodetica su WGS84$/);
  });

  it('has coordinates in the display CRS and in WGS84, with the operation of the region and its accuracy', async () => {
    const texts = await textsIn('en', { display: 'EPSG:3004' });
    const { value, others, operations, whole } = measured('coordinates', [ROME], texts);
    const [east, north] = project('EPSG:3004', ROME);
    expect(value).toBe(`E ${east.toFixed(3)}, N ${north.toFixed(3)}`);
    expect(others).toContain('EPSG:4326 41.90000000° N, 12.49000000° E');
    expect(others).toContain('EPSG:4326 41°54′00.000″ N, 12°29′24.000″ E');
    expect(operations).toEqual([
      { text: 'EPSG:3004: Monte Mario to WGS 84 (4), accurate to 4 m', ballpark: false },
    ]);
    expect(whole).toContain(`E ${east.toFixed(6)}, N ${north.toFixed(6)}`);
    expect(whole).toContain('accurate to 4 m');
    const palermo = measured('coordinates', [[13.36, 38.12]], texts);
    expect(palermo.operations[0]!.text).toContain('Monte Mario to WGS 84 (3)');
  });

  it('warns about ballpark transformations', async () => {
    learnCrs({ code: 'EPSG:27700', name: 'OSGB36 / British National Grid', proj4: '+proj=tmerc +lat_0=49 +lon_0=-2 +k=0.9996012717 +x_0=400000 +y_0=-100000 +ellps=airy +nadgrids=elsewhere.gsb +units=m', accuracy: 1 }); // prettier-ignore
    const { operations } = measured(
      'coordinates',
      [[-2, 52]],
      await textsIn('it', { display: 'EPSG:27700' }),
    );
    expect(operations).toMatchObject([{ ballpark: true }]);
    expect(operations[0]!.text).toMatch(/centinaia di metri/);
  });

  it('has convergence and factors of coordinates on request, at the height of the position', async () => {
    const texts = await textsIn('en', { plane: 'EPSG:32633' });
    const { factors } = measured('coordinates', [[15, 42, 1000]], texts);
    expect(factors[0]).toMatch(/^Convergence -?0\.00000°$/);
    expect(factors[1]).toBe('Scale factor 0.99960000');
    expect(factors.at(-1)).toMatch(/^Combined factor 0\.99944/);
  });

  it('names the main value where it is not a length', async () => {
    const texts = await textsIn('en');
    const heads = (kind: MeasureKind, ...vertices: Position[]) => measured(kind, vertices, texts).name;
    const [north, east]: Position[] = [
      [12.49, 42],
      [12.6, 41.9],
    ];
    expect(heads('arc', ROME, north!, east!)).toBe('Radius');
    expect(heads('azimuth', ROME, north!)).toBe('True azimuth');
    expect(heads('distance', ROME, north!)).toBeUndefined();
    expect(heads('coordinates', ROME)).toBeUndefined();
  });

  it('shows a dash for unavailable values', async () => {
    expect(measured('arc', [[0, 0], [0, 1], [0, 2]], await textsIn('en')).value).toBe('–'); // prettier-ignore
  });
});
