import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CloudHeader } from '#core/protocol';
import { HttpError } from '../../base/http-error.ts';
import { smallE57 } from '../../testing/e57.ts';
import { smallCopc } from '../../testing/copc.ts';
import { pointsAt } from '../../testing/points.ts';
import { readHeader, readWhole } from './examine.ts';
import { readCloudHeader } from './header.ts';
import { smallLas } from '../../testing/las.ts';

const read = (file: Buffer): Promise<CloudHeader> =>
  readCloudHeader(
    async (start, end) => file.subarray(start, end + 1),
    file.length,
    file.subarray(0, 65_536),
    'x.las',
  );

async function refused(file: Buffer): Promise<[string, Record<string, string | number>]> {
  const thrown = await read(file).then(
    () => undefined,
    (failure: unknown) => failure,
  );
  expect(thrown).toBeInstanceOf(HttpError);
  return [(thrown as HttpError).key, (thrown as HttpError).values];
}

function changed(change: (file: Buffer) => void, file = smallLas()): Buffer {
  change(file);
  return file;
}

describe('the header of a point cloud', () => {
  it('has version, points, bounds and CRS', async () => {
    expect(await read(smallLas({ points: 5, epsg: 7792 }))).toEqual({
      format: 'las',
      version: '1.2',
      pointFormat: 0,
      pointCount: 5,
      min: [0, 0, 0],
      max: [1, 2, 3],
      scale: [0.001, 0.001, 0.001],
      hasColour: false,
      crs: 'EPSG:7792',
      crsName: 'RDN2008 / UTM zone 33N',
      verticalCrs: null,
      unit: null,
      heightUnit: null,
      scans: 0,
      images: 0,
      columns: null,
      lines: [],
      program: 'a test',
    });
  });

  it('has a CRS stored after the points', async () => {
    const wkt = 'PROJCS["x",GEOGCS["y",DATUM["z",SPHEROID["s",6378137,298.2]]],AUTHORITY["EPSG","32632"]]';
    expect(await read(smallLas({ minor: 4, wkt }))).toMatchObject({ version: '1.4', crs: 'EPSG:32632' });
  });

  it.each([
    ['of UTM, with heights above the ellipsoid', 'EPSG:32632', null],
    ['with heights above a geoid', 'EPSG:32632', 'EPSG:5773'],
    ['in degrees, which E57 never is', null, null],
    ['that is no text of one', null, null],
  ])('of E57 has the CRS in its XML: %s', async (of, crs, verticalCrs) => {
    const utm =
      'PROJCS["WGS 84 / UTM zone 32N",GEOGCS["y",DATUM["z",SPHEROID["s",6378137,298.2]]],UNIT["metre",1],AUTHORITY["EPSG","32632"]]';
    const wkt = of.startsWith('in degrees')
      ? 'GEOGCS["WGS 84",DATUM["z",SPHEROID["s",6378137,298.2]],AUTHORITY["EPSG","4326"]]'
      : of.startsWith('that')
        ? 'as the scanner has it'
        : verticalCrs
          ? `COMPD_CS["both",${utm},VERT_CS["EGM96 height",VERT_DATUM["g",2005],UNIT["metre",1],AUTHORITY["EPSG","5773"]]]`
          : utm;
    const change = (xml: string) =>
      xml.replace('<data3D', `<coordinateMetadata type="String"><![CDATA[${wkt}]]></coordinateMetadata>$&`);
    const file = smallE57({ points: 10, change });
    const bytes = async (start: number, end: number) => file.subarray(start, end + 1);
    const header = await readHeader(bytes, file.length, file.subarray(0, 65_536), 'hall.e57');
    expect(header).toMatchObject({ format: 'e57', crs, verticalCrs, unit: 1 });
  });

  it.each<[string, Buffer, string, Record<string, unknown>]>([
    ['other content', Buffer.from('only words'), 'not-las', {}],
    ['nothing but the mark', Buffer.from('LASF'), 'cut-off', {}],
    ['version 1.9', changed((file) => (file[25] = 9)), 'other-version', { version: '1.9' }],
    ['point format 30', changed((file) => (file[104] = 30)), 'other-format', { format: 30 }],
    ['points too short for their format', changed((file) => file.writeUInt16LE(19, 105)), 'other-format', {}],
    ['no points', smallLas({ points: 0 }), 'empty', {}],
    ['least above most', changed((file) => file.writeDoubleLE(7, 187)), 'damaged', {}],
    ['bounds that are no numbers', changed((file) => file.writeDoubleLE(NaN, 179)), 'damaged', {}],
    ['points inside its header', changed((file) => file.writeUInt32LE(0, 96)), 'damaged', {}],
    ['steps of zero', changed((file) => file.writeDoubleLE(0, 131)), 'damaged', {}],
    ['compression without its record', changed((file) => (file[104] = 0x80)), 'damaged', {}],
    // 227 bytes of header, then 2.5 points of 20 bytes.
    ['points cut off', smallLas().subarray(0, 227 + 50), 'cut-off-points', { stated: 3, there: 2 }],
    ['points beyond the end', changed((file) => file.writeUInt32LE(1e9, 96)), 'cut-off-points', { there: 0 }],
  ])('with %s is refused', async (_, file, key, values) => {
    const [output, filled] = await refused(file);
    expect(output).toBe(`pointcloud.${key}`);
    expect(filled).toMatchObject(values);
  });

  it('is parsed or refused, and never read beyond its end, whatever bytes are changed', async () => {
    const whole = smallLas({ minor: 4, epsg: 7792, wkt: 'GEOGCS["x"]' });
    for (let at = 0; at < whole.length; at++)
      for (const value of [0, 255]) {
        const file = Buffer.from(whole);
        file[at] = value;
        await read(file).catch((failure: unknown) => expect(failure).toBeInstanceOf(HttpError));
      }
  });

  const CENTIMETRE: [number, number, number] = [0.01, 0.01, 0.01];
  /** Offset and length of the hierarchy are in the first record, after 54 bytes of its head and 40 of other facts. */
  const HIERARCHY = 375 + 54 + 40;
  it.each<[string, 'copc' | 'laz', (file: Buffer) => Buffer | void]>([
    ['that is sound', 'copc', () => {}],
    ['that is cut off', 'laz', (file) => file.subarray(0, file.length - 40)],
    ['whose hierarchy is beyond its end', 'laz', (file) => void file.writeBigUInt64LE(2n ** 50n, HIERARCHY)],
    ['whose hierarchy has another length', 'laz', (file) => void file.writeBigUInt64LE(33n, HIERARCHY + 8)],
    [
      'whose hierarchy refers to itself',
      'laz',
      (file) => {
        const [at, bytes] = [file.readBigUInt64LE(HIERARCHY), file.readBigUInt64LE(HIERARCHY + 8)];
        file.writeBigUInt64LE(at, Number(at) + 16);
        file.writeInt32LE(Number(bytes), Number(at) + 24);
        file.writeInt32LE(-1, Number(at) + 28);
      },
    ],
  ])('of a COPC %s is read as %s', async (_, format, change) => {
    const whole = smallCopc(pointsAt([[0, 0, 0], [1, 1, 1], [2, 2, 2], [9, 9, 9]], CENTIMETRE, [0, 0, 0]), CENTIMETRE, [0, 0, 0]); // prettier-ignore
    const file = change(whole) ?? whole;
    const bytes = async (start: number, end: number) => file.subarray(start, end + 1);
    const header = await readWhole(bytes, file.length, file.subarray(0, 65_536), 'x.copc.laz');
    expect(header.format).toBe(format);
  });

  it('whose points are not those that were compressed is refused', async () => {
    const file = smallCopc(pointsAt([[0, 0, 0], [1, 1, 1]], CENTIMETRE, [0, 0, 0]), CENTIMETRE, [0, 0, 0]); // prettier-ignore
    file.writeUInt16LE(65_535, 105);
    expect(await refused(file)).toEqual(['pointcloud.damaged', { name: 'x.las' }]);
  });

  const REAL = path.resolve(import.meta.dirname, '../../../../shared/data/las');
  // From their headers, read by hand: GeoTIFF key 3072 or 2048, or the WKT's AUTHORITY. autzen's is user-defined;
  // lone-star names EPSG:4326 although its x is 515,401, which is not a longitude.
  it.skipIf(!existsSync(REAL)).each([
    ['1.2-with-color.las', 'las', '1.2', 3, 1065, null],
    ['autzen_trim.las', 'las', '1.2', 3, 110_000, null],
    ['autzen_trim.laz', 'laz', '1.2', 3, 110_000, null],
    ['ellipsoid.copc.laz', 'copc', '1.4', 7, 100_000, 'EPSG:3857'],
    ['ellipsoid.laz', 'laz', '1.2', 3, 100_000, 'EPSG:3857'],
    ['epsg_4326.las', 'las', '1.2', 0, 5380, 'EPSG:4326'],
    ['lone-star.laz', 'laz', '1.1', 1, 518_862, null],
  ])('of %s is read', async (name, format, version, pointFormat, pointCount, crs) => {
    const header = await read(readFileSync(path.join(REAL, name)));
    expect(header).toMatchObject({ format, version, pointFormat, pointCount });
    expect(header.crs, String(header.crsName)).toBe(crs);
  });
});
