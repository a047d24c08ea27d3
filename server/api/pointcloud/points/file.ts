import { rmSync } from 'node:fs';
import type { CloudSelection } from '#core/protocol';
import type { LasFormat } from '../../../formats/pointcloud/las-layout.ts';
import { LazEncoder } from '../../../formats/pointcloud/laz/laz-encoder.ts';
import { LasWriter } from '../../../formats/pointcloud/las-writer.ts';
import type { NodePoints, Vector3 } from '../../../formats/pointcloud/source.ts';
import { Unusable } from '../../../base/unusable.ts';
import { useGridFiles } from '../../../shared/crs/grids.ts';
import type { Cloud } from './cloud.ts';
import { extrasOf, ExtraBytes } from './extra-bytes.ts';
import { thinning } from './thin.ts';
import type { CloudFile, NotKept, WrittenCloud } from './task.ts';
import { frameIn, isMoved, moverOf, type Mover } from './to-crs.ts';
import { Walk } from './walk.ts';

const SECONDS = 1500;
/** The channel of the scanner among the flags; LAS 1.2 has no place for it, nor for the flag of overlaps. */
const NOT_IN_1_2 = 0x38;

/** Writes the points of a selection to one LAS or LAZ file, with all that the format can hold. */
export async function writeCloudFile(
  clouds: readonly Cloud[],
  selection: CloudSelection,
  file: CloudFile,
): Promise<WrittenCloud> {
  const [first] = clouds;
  const format = formatOf(clouds, file.version);
  const extras = extrasOf(clouds.map(({ source }) => source.rest));
  const extraBytes = extras.reduce((sum, { size }) => sum + size, 0);
  // Compressed files are LAS 1.4: the compression of the older point formats is another.
  const encoder =
    file.format === 'laz' && format >= 6 ? new LazEncoder(format as 6 | 7 | 8, extraBytes) : undefined;
  if (file.format === 'laz' && !encoder) throw new Unusable('pointcloud.laz-version');
  const { movers, scale, offset } = await frameOf(clouds, file);
  const { version, wkt, epsg, isGeographic, verticalEpsg } = file;
  const { encoding } = first!.source.rest;
  const writer = new LasWriter(file.path, {
    version,
    format,
    scale,
    offset,
    wkt,
    epsg,
    isGeographic,
    verticalEpsg,
    encoder,
    extras,
    encoding,
  });
  const keep = thinning(file.thin);
  const losses = new LossRecord(clouds, format);
  let stoppedBy: WrittenCloud['stoppedBy'] = null;
  try {
    for (const [n, cloud] of clouds.entries()) {
      const limits = {
        seconds: SECONDS,
        points: file.limit - writer.count,
        level: file.level,
        spacing: file.spacing,
        whole: true,
      };
      const walk = new Walk(cloud, selection, limits);
      const place = placing(cloud, scale, offset, movers?.[n]);
      const extra = extraBytes > 0 ? new ExtraBytes(cloud.source.rest.extras, extras) : undefined;
      const view = cloud.source;
      for await (const { points, chosen } of walk.selected())
        for (const i of chosen) {
          const at = (axis: 0 | 1 | 2) =>
            points.positions[3 * i + axis]! * view.scale[axis] + view.offset[axis];
          if (!keep(at(0), at(1), at(2))) continue;
          losses.see(points, i);
          writer.add(points, i, place(points.positions, i), extra?.of(points, i));
        }
      stoppedBy ??= walk.stoppedBy;
    }
    writer.close();
  } catch (failure) {
    writer.abandon();
    rmSync(file.path, { force: true });
    throw failure;
  }
  const { count: points, lostClasses } = writer;
  const otherGeoid = movers?.find((mover) => mover?.otherGeoid)?.otherGeoid ?? null;
  return { points, stoppedBy, lostClasses, notKept: losses.list(), otherGeoid };
}

function formatOf(clouds: readonly Cloud[], version: CloudFile['version']): LasFormat {
  const infrared = clouds.some(({ source }) => source.rest.nir);
  const colour = clouds.some(({ source }) => source.hasColour);
  if (version === '1.4') return infrared ? 8 : colour ? 7 : 6;
  return colour ? 3 : 1;
}

/** What the file cannot keep of what it was given. */
class LossRecord {
  readonly #losses = new Set<NotKept>();
  readonly #legacy: boolean;

  constructor(clouds: readonly Cloud[], format: LasFormat) {
    this.#legacy = format < 6;
    for (const { source } of clouds) for (const one of source.rest.leftOut) this.#losses.add(one);
    if (this.#legacy && clouds.some(({ source }) => source.rest.nir)) this.#losses.add('infrared');
    if (new Set(clouds.map(({ source }) => source.rest.encoding & 1)).size > 1) this.#losses.add('times');
  }

  see({ rest }: NodePoints, i: number): void {
    if (this.#legacy && rest && (rest.flags[i]! & NOT_IN_1_2) !== 0) this.#losses.add('channels');
  }

  list(): NotKept[] {
    return [...this.#losses];
  }
}

interface FileFrame {
  scale: Vector3;
  offset: Vector3;
  /** Of each cloud that goes to another CRS. */
  movers: (Mover | undefined)[] | undefined;
}

/** Without another CRS, scale and offset are those of the first cloud, in the units of its CRS. */
async function frameOf(clouds: readonly Cloud[], { to }: CloudFile): Promise<FileFrame> {
  const { place, source } = clouds[0]!;
  const moves = to && clouds.some((cloud) => isMoved(cloud.place, to));
  if (!moves) {
    const factors = [place.units[0], place.units[0], place.units[1]];
    // 15 digits: what was multiplied by a unit comes back as it was.
    const inUnits = (values: Vector3) =>
      values.map((value, axis) =>
        factors[axis] === 1 ? value : Number((value * factors[axis]!).toPrecision(15)),
      ) as Vector3;
    return { scale: inUnits(source.scale), offset: inUnits(source.offset), movers: undefined };
  }
  useGridFiles(to.grids);
  const movers: Mover[] = [];
  const roots = [];
  for (const cloud of clouds) {
    const root = await cloud.root();
    const near = (root?.min ?? cloud.source.offset).map((low, axis) => (low + (root?.max[axis] ?? low)) / 2);
    const mover = await moverOf(cloud.place, to, near as Vector3);
    movers.push(mover);
    if (root) roots.push({ root, move: mover.move });
  }
  return { ...(await frameIn(to.crs, roots)), movers };
}

/** Integers of the file: those of the first cloud as they are, of others by their coordinates. */
function placing(
  { place, source }: Cloud,
  scale: Vector3,
  offset: Vector3,
  mover: Mover | undefined,
): (positions: Int32Array, i: number) => Vector3 {
  const factors = mover ? [1, 1, 1] : [place.units[0], place.units[0], place.units[1]];
  const same = (own: number, axis: number, its: number) =>
    Number((own * factors[axis]!).toPrecision(15)) === Number(its.toPrecision(15));
  const isOwn =
    !mover &&
    [0, 1, 2].every(
      (axis) =>
        same(source.scale[axis]!, axis, scale[axis]!) && same(source.offset[axis]!, axis, offset[axis]!),
    );
  const at: Vector3 = [0, 0, 0];
  const viewed: Vector3 = [0, 0, 0];
  return (positions, i) => {
    if (isOwn) {
      for (let axis = 0; axis < 3; axis++) at[axis] = positions[3 * i + axis]!;
      return at;
    }
    for (let axis = 0; axis < 3; axis++)
      viewed[axis] = (positions[3 * i + axis]! * source.scale[axis]! + source.offset[axis]!) * factors[axis]!;
    const moved = mover ? mover.move(viewed) : viewed;
    for (let axis = 0; axis < 3; axis++) {
      at[axis] = Math.round((moved[axis]! - offset[axis]!) / scale[axis]!);
      if (Math.abs(at[axis]!) >= 2 ** 31) throw new Unusable('pointcloud.too-far-apart');
    }
    return at;
  };
}
