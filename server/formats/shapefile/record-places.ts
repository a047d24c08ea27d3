import type { ByteFile } from '../byte-file.ts';
import type { Findings } from '../../base/problems.ts';

/** Bytes of the header of .shp and .shx. */
export const HEADER = 100;

/** Offset of each record, and the most bytes its content may have. */
export interface Places {
  count: number;
  start(i: number): number;
  length(i: number): number;
}

/** From the .shx, when all it says agrees with the .shp. */
function placesOfIndex(shp: ByteFile, shx: ByteFile): { places: Places; sound: boolean } {
  const count = Math.max(0, Math.floor((shx.size - HEADER) / 8));
  const starts = new Float64Array(count);
  const lengths = new Float64Array(count);
  let sound = shx.size >= HEADER;
  for (let i = 0; i < count; i++) {
    const at = shx.at(HEADER + i * 8, 8);
    starts[i] = shx.view.getUint32(at) * 2;
    lengths[i] = shx.view.getUint32(at + 4) * 2;
    if (starts[i]! < HEADER || starts[i]! + 8 > shp.size) {
      // A complete index of a truncated file: its later records are missing, its offsets are not wrong.
      if (starts[i]! < HEADER || (i > 0 && starts[i]! <= starts[i - 1]!)) sound = false;
    } else if (i > 0 && starts[i]! < starts[i - 1]! + 8) sound = false;
  }
  return { places: { count, start: (i) => starts[i]!, length: (i) => lengths[i]! }, sound };
}

/** By scanning the .shp from record to record. */
function placesByWalking(shp: ByteFile): Places {
  const starts: number[] = [];
  const lengths: number[] = [];
  for (let start = HEADER; start + 8 <= shp.size;) {
    const at = shp.at(start, 8);
    const length = shp.view.getUint32(at + 4) * 2;
    if (length < 4) break;
    starts.push(start);
    lengths.push(length);
    start += 8 + length;
  }
  return { count: starts.length, start: (i) => starts[i]!, length: (i) => lengths[i]! };
}

/**
 * Locates the records by the index if it is valid, else by scanning; problems go to `findings`. `whole` resolves when all of the
 * .shp can be read.
 */
export async function placesOf(
  shp: ByteFile,
  shx: ByteFile | undefined,
  findings: Findings,
  whole: () => Promise<void>,
): Promise<Places> {
  if (!shx) {
    findings.once('shx-missing');
    await whole();
    return placesByWalking(shp);
  }
  const { places, sound } = placesOfIndex(shp, shx);
  if (sound) return places;
  await whole();
  const walked = placesByWalking(shp);
  findings.once('shx-unsound', { indexed: places.count, found: walked.count });
  return walked;
}
