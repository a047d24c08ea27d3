import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CloudHeader } from '#core/protocol';
import { HttpError } from '../../base/http-error.ts';
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

  it.each<[string, Buffer, string, Record<string, unknown>]>([
    ['other content', Buffer.from('only words'), 'not-las', {}],
    ['nothing but the mark', Buffer.from('LASF'), 'cut-off', {}],
    ['version 1.9', changed((file) => (file[25] = 9)), 'other-version', { version: '1.9' }],
    ['point format 30', changed((file) => (file[104] = 30)), 'other-format', { format: 30 }],
    ['points too short for their format', changed((file) => file.writeUInt16LE(19, 105)), 'other-format', {}],
    ['no points', smallLas({ points: 0 }), 'empty', {}],
    ['least above most', changed((file) => file.writeDoubleLE(7, 187)), 'damaged', {}],
    ['bounds that are no numbers', changed((file) => file.writeDoubleLE(NaN, 179)), 'damaged', {}],
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
