import { unproject } from '#core/geodesy';
import type { CloudHeader, CloudLook, CloudSample, Language } from '#core/protocol';
import { HttpError } from '../../base/http-error.ts';
import { sentence } from '../../base/language.ts';
import { registeredCrs } from '../../shared/crs/register.ts';
import { frameOf, type ChosenUnits, type Frame } from './frame.ts';
import type { SampledCloud } from './sample.ts';
import { readyCrs } from '../../shared/crs/registered.ts';

/** Points on each side of the rectangle of a cloud, whose sides are curved on the map. */
const STEPS = 8;
/** Points a square metre below which something is wrong, most often the unit or a point far away. */
const SPARSE = 0.01;
/** Side of a site in metres above which a point far away is likely. */
const WIDE = 200_000;

/** What a point cloud says of itself: where it lies, how dense it is, and what is wrong. */
export async function lookAtCloud(
  header: CloudHeader,
  chosen: ChosenUnits & { crs?: string | undefined },
  language: Language,
): Promise<Omit<CloudLook, 'text'>> {
  const crs = chosen.crs ?? header.crs;
  const say = (key: string, values = {}) => sentence(language, `pointcloud.look.${key}`, values);
  const known = crs === null ? undefined : await registeredCrs(Number(crs.replace('EPSG:', '')));
  if (crs !== null && !known) throw new HttpError(422, 'pointcloud.look.no-such-crs', { crs });
  const problems: string[] = [];
  if (!known)
    problems.push(say(header.crsName === null ? 'no-crs' : 'unknown-crs', { name: header.crsName }));
  const { min, max, pointCount } = header;
  const frame = known ? await frameOf(header, crs, chosen) : undefined;
  const unit = frame && !known!.geographic ? frame.fileUnit : null;
  const heightUnit = frame?.heightUnit ?? null;
  if (
    frame &&
    header.heightUnit === null &&
    frame.heightUnit !== 1 &&
    (chosen.heightUnit ?? 'stated') === 'stated'
  )
    problems.push(say('height-unit'));
  const looked = { header, crs, unit, heightUnit, problems };
  if (!min || !max) return { ...looked, outline: null, size: null, density: null };
  const inCrs = frame ? frame.fileUnit / frame.unit : 1;
  const outline = known ? await outlineOf(`EPSG:${known.code}`, min, max, inCrs) : null;
  if (known && !outline) problems.push(say('not-placed', { crs: known.name }));
  const inside = (place: readonly number[]) => {
    const [west, south, east, north] = known!.bounds;
    const [lon, lat] = [place[0]!, place[1]!];
    return (
      lat >= south && lat <= north && (west <= east ? lon >= west && lon <= east : lon >= west || lon <= east)
    );
  };
  if (outline && !outline.some(inside))
    problems.push(say('outside-area', { crs: known!.name, area: known!.area }));
  const size = known ? sizeOf(header, known.geographic ? outline : null, frame) : null;
  const area = size ? size[0] * size[1] : 0;
  const density = area > 0 && pointCount !== null ? pointCount / area : null;
  if (size && Math.max(size[0], size[1]) > WIDE)
    problems.push(say('wide', { km: Math.round(Math.max(...size) / 1000) }));
  else if (density !== null && density < SPARSE) problems.push(say('sparse'));
  return { ...looked, outline, size, density };
}

/** Where the points that were read lie, of a file whose header does not say. */
export async function placeOf(
  header: CloudHeader,
  { crs, bounds, points, isWhole }: SampledCloud,
  { fileUnit, heightUnit, degrees }: Frame,
  language: Language,
): Promise<CloudSample['place']> {
  const metres = { ...header, ...bounds, pointCount: isWhole ? points : null };
  const chosen = { crs: crs ?? undefined, unit: 'metre', heightUnit: 'metre' } as const;
  const { outline, size, density, problems } = await lookAtCloud(metres, chosen, language);
  const stored = ([x, y, z]: Corner): [number, number, number] => [
    x / fileUnit,
    y / fileUnit,
    z / heightUnit,
  ];
  const [min, max] = degrees === null && bounds ? [stored(bounds.min), stored(bounds.max)] : [null, null];
  return { min, max, outline, size, density, problems };
}

type Corner = readonly [number, number, number];

/**
 * The rectangle of its coordinates, `units` of the CRS each, as longitudes and latitudes; null where the CRS has no
 * positions.
 */
async function outlineOf(
  code: string,
  min: Corner,
  max: Corner,
  units: number,
): Promise<[number, number][] | null> {
  await readyCrs(code);
  const corners = [
    [min[0], min[1]],
    [max[0], min[1]],
    [max[0], max[1]],
    [min[0], max[1]],
  ] as const;
  const ring: [number, number][] = [];
  for (const [i, [x, y]] of corners.entries()) {
    const [toX, toY] = corners[(i + 1) % 4]!;
    for (let step = 0; step < STEPS; step++) {
      const part = step / STEPS;
      const place = unproject(code, [(x + (toX - x) * part) * units, (y + (toY - y) * part) * units]);
      const [lon, lat] = place;
      if (!Number.isFinite(lon) || !Number.isFinite(lat) || Math.abs(lat) > 90) return null;
      ring.push([lon, lat]);
    }
  }
  return [...ring, ring[0]!];
}

/** Metres to the east, to the north and up. */
function sizeOf(
  { min, max }: CloudHeader,
  degrees: readonly [number, number][] | null,
  { fileUnit: metres, heightUnit } = { fileUnit: 1, heightUnit: 1 },
): [number, number, number] {
  const [dx, dy, dz] = [max![0] - min![0], max![1] - min![1], max![2] - min![2]];
  const height = dz * heightUnit;
  if (!degrees) return [dx * metres, dy * metres, height];
  const middle = ((min![1] + max![1]) / 2) * (Math.PI / 180);
  return [dx * 111_320 * Math.cos(middle), dy * 111_132, height];
}
