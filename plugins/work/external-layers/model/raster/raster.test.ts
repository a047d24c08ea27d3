import { writeArrayBuffer } from 'geotiff';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadCrs, project } from '#core/geodesy';
import { northingOf, eastingOf } from '#core/canvas';
import { AppError } from '#core/kernel';
import type { RasterDisplay } from '#core/protocol';
import { bandsOf, paintRaster } from './paint-raster.ts';
import { PixelGrid } from './pixel-grid.ts';
import { proposeRaster } from './propose.ts';
import { RasterFile } from './raster-file.ts';
import type { ReadBytes } from './remote-bytes.ts';

const UTM = 'EPSG:32633';
const [WIDTH, HEIGHT] = [200, 120];
/** North-western corner and size of a pixel, metres. */
const CORNER = [305_000, 4_757_000] as const;
const PIXEL = 10;

class FakeImageData {
  readonly data: Uint8ClampedArray;
  constructor(
    readonly width: number,
    readonly height: number,
  ) {
    this.data = new Uint8ClampedArray(4 * width * height);
  }
}

beforeAll(async () => {
  globalThis.ImageData ??= FakeImageData as unknown as typeof ImageData;
  await loadCrs(UTM);
});

function fileOf(
  valueAt: (column: number, row: number) => number,
  geoKeys: object = {},
  noData?: string,
): ArrayBuffer {
  const values = new Float32Array(WIDTH * HEIGHT);
  for (let n = 0; n < values.length; n++) values[n] = valueAt(n % WIDTH, Math.floor(n / WIDTH));
  return writeArrayBuffer(values, {
    width: WIDTH,
    height: HEIGHT,
    ModelPixelScale: [PIXEL, PIXEL, 0],
    ModelTiepoint: [0, 0, 0, CORNER[0], CORNER[1], 0],
    GTModelTypeGeoKey: 1,
    GTRasterTypeGeoKey: 1,
    ProjectedCSTypeGeoKey: 32_633,
    ...(noData === undefined ? {} : { GDAL_NODATA: noData }),
    ...geoKeys,
  });
}

function reading(bytes: ArrayBuffer): { read: ReadBytes; requested: () => number } {
  let requested = 0;
  const read: ReadBytes = async (from, to) => {
    const part = bytes.slice(from, to + 1);
    requested += part.byteLength;
    return part;
  };
  return { read, requested: () => requested };
}

/** The image of 64 by 64 pixels around a place, one pixel for `metres`. */
async function painted(
  bytes: ArrayBuffer,
  display: RasterDisplay,
  [lon, lat]: readonly [number, number],
  metres = 4,
) {
  const file = await RasterFile.open(reading(bytes).read);
  const [x, y] = [eastingOf(lon), northingOf(lat)];
  const half = (32 * metres) / Math.cos((lat * Math.PI) / 180);
  const image = { extent: [x - half, y - half, x + half, y + half] as const, width: 64, height: 64 };
  const grid = new PixelGrid(image, file.crs);
  const window = await file.read(grid.extent!, grid.pixelSize, bandsOf(display));
  if (!window) return { file, grid, at: () => undefined };
  const { data } = paintRaster(grid, window, display, file.missing, { across: PIXEL, down: PIXEL });
  return {
    file,
    grid,
    at: (column: number, row: number) => [...data.subarray(4 * (64 * row + column)).subarray(0, 4)],
  };
}

/** Some 300 m east of the western edge. */
const PLACE = [12.614, 42.936] as const;

describe('A GeoTIFF', () => {
  it('has each pixel where PROJ puts it, between the centres of those of the file', async () => {
    // The value is the column, so that the colour says where between two centres of columns it was drawn.
    const { grid, at } = await painted(
      fileOf((column) => column),
      { kind: 'grey', band: 1, stretch: [0, 255] },
      PLACE,
    );
    const places: [number, number][] = [];
    grid.each((x, y) => places.push([x, y]));
    for (const [column, row] of [
      [0, 0],
      [63, 0],
      [31, 40],
      [63, 63],
    ] as const) {
      const [x, y] = places[64 * row + column]!;
      expect(at(column, row)![0]).toBe(Math.round((x - CORNER[0]) / PIXEL - 0.5));
      const { extent, width, height } = grid.image;
      const lon =
        ((extent[0] + ((column + 0.5) / width) * (extent[2] - extent[0])) / 20_037_508.342789244) * 180;
      const merc = extent[3] - ((row + 0.5) / height) * (extent[3] - extent[1]);
      const lat = (Math.atan(Math.sinh((merc / 20_037_508.342789244) * Math.PI)) * 180) / Math.PI;
      const [east, north] = project(UTM, [lon, lat]);
      expect(Math.hypot(x - east, y - north)).toBeLessThan(0.01);
    }
  });

  it('is transparent where a value is missing and outside', async () => {
    const bytes = fileOf((column) => (column < 60 ? -9999 : 80), {}, '-9999');
    const display: RasterDisplay = { kind: 'grey', band: 1, stretch: [0, 200] };
    const { at } = await painted(bytes, display, PLACE, 20);
    expect([at(5, 32)![3], at(60, 32)]).toEqual([0, [102, 102, 102, 255]]);
    expect((await painted(bytes, display, [13.6, 42.9])).at(0, 0)).toBeUndefined();
  });

  it.each([
    ['a band of opacity', [2], [90, 90, 90, 128]],
    ['a band of anything', [0], [90, 90, 90, 255]],
  ])('with %s', async (_, ExtraSamples, colour) => {
    const values = new Uint8Array(4 * WIDTH * HEIGHT);
    for (let n = 0; n < values.length; n += 4) values.set([90, 90, 90, (n / 4) % WIDTH < 30 ? 0 : 128], n);
    const bytes = writeArrayBuffer(values, {
      width: WIDTH,
      height: HEIGHT,
      SamplesPerPixel: 4,
      BitsPerSample: [8, 8, 8, 8],
      PhotometricInterpretation: 2,
      ExtraSamples,
      ModelPixelScale: [PIXEL, PIXEL, 0],
      ModelTiepoint: [0, 0, 0, CORNER[0], CORNER[1], 0],
      GTModelTypeGeoKey: 1,
      GTRasterTypeGeoKey: 1,
      ProjectedCSTypeGeoKey: 32_633,
    });
    const { at } = await painted(bytes, { kind: 'colours', bands: [1, 2, 3], stretch: null }, PLACE, 10);
    expect(at(60, 32)).toEqual(colour);
    const left = (
      await painted(bytes, { kind: 'colours', bands: [1, 2, 3], stretch: null }, [12.6115, 42.936], 4)
    ).at;
    expect(left(10, 32)![3]).toBe(ExtraSamples[0] === 2 ? 0 : 255);
  });

  it('is known by samples from all over, where it has no overviews', async () => {
    const file = await RasterFile.open(reading(fileOf((column) => column)).read);
    const parts = await file.samples([1]);
    const columns = parts.flatMap((part) => Array.from(part!.bands[0]!));
    expect([Math.min(...columns), Math.max(...columns)]).toEqual([0, WIDTH - 1]);
  });

  it('of a plane that rises to the north has the shade of its slope', async () => {
    const slope = 0.5;
    const { at } = await painted(
      fileOf((_, row) => -row * PIXEL * slope),
      { kind: 'relief', band: 1 },
      PLACE,
    );
    // The sun is in the north-west at 45°: cosine of the angle to the normal (0, −slope, 1).
    const light = (Math.SQRT1_2 - slope * 0.5) / Math.hypot(slope, 1);
    expect(at(30, 30)![0]).toBe(Math.round(255 * light));
  });

  it('is read in parts', async () => {
    const bytes = fileOf((column) => column);
    const { read, requested } = reading(bytes);
    const file = await RasterFile.open(read);
    await file.read([CORNER[0], CORNER[1] - 50, CORNER[0] + 50, CORNER[1]], PIXEL, [1]);
    expect(requested()).toBeLessThan(bytes.byteLength + 2 * 65_536);
    expect([file.width, file.height, file.bandCount, file.crs]).toEqual([WIDTH, HEIGHT, 1, UTM]);
  });

  it('is proposed in grey, without the few values that are far outside', async () => {
    const file = await RasterFile.open(
      reading(fileOf((column, row) => (column === 0 && row === 0 ? 1e6 : column))).read,
    );
    const { source, pixelSize, maxScale } = await proposeRaster(
      file,
      'https://a.test/a.tif',
      new AbortController().signal,
    );
    expect(source.display).toEqual({
      kind: 'grey',
      band: 1,
      stretch: [expect.closeTo(4, -1), expect.closeTo(195, -1)],
    });
    // UTM shortens by 0.04 % in the middle of a zone; here it stretches a little less.
    expect(pixelSize).toBeCloseTo(PIXEL, 1);
    expect(maxScale).toBeNull();
  });

  it.each([
    ['no-crs', fileOf(() => 0, { ProjectedCSTypeGeoKey: 32_767 })],
    ['damaged', new TextEncoder().encode('<html>not found</html>').buffer],
    ['damaged', fileOf(() => 0).slice(0, 100)],
  ])('is refused with a reason: %s', async (reason, bytes) => {
    await expect(RasterFile.open(reading(bytes).read)).rejects.toMatchObject({ id: `raster.${reason}` });
  });

  it('whose server fails is refused with the reason of the server', async () => {
    const failing = () => Promise.reject(new AppError('external-layer', 'a.test has failed.'));
    await expect(RasterFile.open(failing)).rejects.toThrow('a.test has failed.');
  });
});
