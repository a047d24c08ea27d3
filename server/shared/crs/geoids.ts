import { GeoTIFF } from 'geotiff';
import { GeoidGrid, gtxOf } from '#core/geodesy';
import { MAX_GRID_BYTES } from '#core/protocol';
import { HttpError } from '../../base/http-error.ts';
import { boundDecoders } from '../../formats/geotiff/decoders.ts';
import { Dem } from '../../formats/geotiff/dem.ts';
import { FileBytes } from '../../formats/geotiff/file-bytes.ts';
import { UnusableDem } from '../../formats/geotiff/unusable.ts';
import { sound } from './fitting.ts';
import { readyCrs } from './registered.ts';

/** Number of heights in the largest grid. */
const MAX_NODES = MAX_GRID_BYTES / 4 - 10;
/** Bits of the tag NewSubfileType: a smaller version of the first image, or a mask of it. */
const NEIGHBOURS = 1 | 4;

export interface Geoid {
  readonly grid: GeoidGrid;
  /** As GTX, which pages read. */
  readonly bytes: ArrayBuffer;
}

/** Throws HttpError 422 for a file that is not GTX. */
export function readGtx(bytes: ArrayBuffer, file: string): Geoid {
  return { grid: sound(() => new GeoidGrid(bytes), file), bytes };
}

/** A geoid as GeoTIFF, as PROJ distributes them. Throws HttpError 422 when none can be read from it. */
export async function readGeoidTiff(path: string, file: string): Promise<Geoid> {
  await boundDecoders();
  try {
    await refuseParts(path, file);
    const dem = await Dem.open(path);
    try {
      return readGtx(await gtxOfDem(dem, file), file);
    } finally {
      await dem.close();
    }
  } catch (thrown) {
    if (thrown instanceof UnusableDem)
      throw new HttpError(422, `terrain.refused.${thrown.key}`, thrown.values);
    throw thrown;
  }
}

/** Several grids in one file: only the program that wrote it knows which one applies where they overlap. */
async function refuseParts(path: string, file: string): Promise<void> {
  const bytes = await FileBytes.open(path);
  try {
    const tiff = await GeoTIFF.fromSource(bytes).catch(() => Promise.reject(new UnusableDem('no-tiff')));
    const second = await tiff.getImage(1).catch(() => undefined);
    if (second && (Number(second.fileDirectory.getValue('NewSubfileType') ?? 0) & NEIGHBOURS) === 0)
      throw new HttpError(422, 'crs.grid.geoid-parts', { file });
  } finally {
    await bytes.close();
  }
}

async function gtxOfDem(dem: Dem, file: string): Promise<ArrayBuffer> {
  const { width, height, affine, systems } = dem;
  const geographic = systems.crs === undefined || (await readyCrs(systems.crs))?.geographic;
  if (!geographic || affine.b !== 0 || affine.d !== 0 || affine.a < 0)
    throw new HttpError(422, 'crs.grid.geoid-lattice', { file });
  if (width * height > MAX_NODES)
    throw new HttpError(422, 'crs.grid.geoid-large', { file, nodes: width * height, most: MAX_NODES });
  const heights = await dem.window(0, 0, width, height);
  const northwards = affine.e > 0;
  return gtxOf({
    west: affine.c,
    south: northwards ? affine.f : affine.f + (height - 1) * affine.e,
    eastStep: affine.a,
    northStep: Math.abs(affine.e),
    columns: width,
    rows: height,
    heights: northwards ? heights : turnedOver(heights, width),
  });
}

function turnedOver(heights: Float32Array, width: number): Float32Array {
  const turned = new Float32Array(heights.length);
  for (let at = 0; at < heights.length; at += width)
    turned.set(heights.subarray(at, at + width), heights.length - at - width);
  return turned;
}
