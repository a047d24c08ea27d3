import { loadCrs } from '#core/geodesy';
import type { RasterDisplay, SourceOf } from '#core/protocol';
import { scaleDenominator } from '#core/styles';
import type { RasterFile } from './raster-file.ts';
import { pixelSizeOf } from './paint-raster.ts';

/** Values that are looked at for the stretch. */
const SAMPLE = 100_000;
/** Shares of the values that become black and white. */
const [LOW, HIGH] = [0.02, 0.98];

/** How a file is drawn unless the person chooses otherwise, and what is known of it. */
export interface ProposedRaster {
  readonly source: SourceOf<'geotiff'>;
  readonly width: number;
  readonly height: number;
  /** Metres on the ground. */
  readonly pixelSize: number;
  /** Scale denominator from which on it can be drawn; null: at any scale. */
  readonly maxScale: number | null;
}

/** Throws AppError where the file cannot be read. */
export async function proposeRaster(
  file: RasterFile,
  url: string,
  signal: AbortSignal,
): Promise<ProposedRaster> {
  await loadCrs(file.crs);
  const [west, , , north] = file.extent;
  const whole = {
    west,
    north,
    dx: (file.extent[2] - west) / file.width,
    dy: (north - file.extent[1]) / file.height,
  };
  const { across } = pixelSizeOf(file.crs, { ...whole, width: file.width, height: file.height });
  const coarsest = file.coarsestPixel;
  return {
    source: {
      kind: 'geotiff',
      url,
      crs: file.crs,
      bandCount: file.bandCount,
      display: await displayOf(file, signal),
    },
    width: file.width,
    height: file.height,
    pixelSize: across,
    maxScale: coarsest === undefined ? null : Math.round(scaleDenominator((across * coarsest) / whole.dx)),
  };
}

async function displayOf(file: RasterFile, signal: AbortSignal): Promise<RasterDisplay> {
  const bands = file.bandCount >= 3 ? ([1, 2, 3] as const) : ([1] as const);
  const stretch = file.isEightBit ? null : await stretchOf(file, bands, signal);
  return bands.length === 3
    ? { kind: 'colours', bands: [...bands], stretch }
    : { kind: 'grey', band: bands[0], stretch };
}

/** The range of values without the few that are far outside; null where there are none. */
async function stretchOf(
  file: RasterFile,
  bands: readonly number[],
  signal: AbortSignal,
): Promise<[number, number] | null> {
  const windows =
    file.coarsestPixel === undefined
      ? [await file.overview(bands, signal)]
      : await file.samples(bands, signal);
  const parts = windows.filter((window) => window !== undefined);
  const count = parts.reduce((sum, { width, height }) => sum + width * height * bands.length, 0);
  const step = Math.max(1, Math.floor(count / SAMPLE));
  const values: number[] = [];
  for (const { bands: read, opacity } of parts)
    for (const band of read)
      for (let n = 0; n < band.length; n += step) {
        const value = band[n]!;
        const isThere = Number.isFinite(value) && value !== file.missing && opacity?.shares[n] !== 0;
        if (isThere) values.push(value);
      }
  if (values.length === 0) return null;
  values.sort((a, b) => a - b);
  const at = (share: number) => values.at(Math.floor(share * (values.length - 1)))!;
  return [at(LOW), at(HIGH)];
}
