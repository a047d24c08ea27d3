import { crsOf, geoidAt, unitOfCrs, unproject, verticalCrsOf, verticalSystems } from '#core/geodesy';
import type { BimPlacement, BimTransform, FilePlace, Georeference } from '#core/protocol';
import type { FoundLevel, PlaceNote } from '../../../formats/ifc/georeference/found-level.ts';
import { readyCrs } from '../../../shared/crs/registered.ts';
import { utmAt } from './utm.ts';
import { crsNamed } from './crs-named.ts';
import {
  isInArea,
  placingFrom,
  transformAt,
  transformOf,
  type Heights,
  type Placing,
  type Triple,
} from './placed.ts';

/** What is needed to say where a model stands. */
export interface Located {
  levels: readonly FoundLevel[];
  box: { min: Triple; max: Triple } | null;
  center: FilePlace | null;
  placement: BimPlacement | null;
  /** Where a person has placed it. */
  set: Pick<Georeference, 'crs' | 'verticalCrs' | 'transform'> | null;
  /** Of the project: taken where coordinates are those of a map and the file does not name it. */
  projectCrs: string | null;
}

/** Coordinates beyond are those of a map, metres. */
const FAR = 10_000;
/** Map coordinates within this of what a map conversion adds are already converted, metres. */
const ALREADY = 100_000;

/** What a level of the file says, and where the model stands by it. */
export interface Judged {
  found: FoundLevel;
  crs: string | null;
  placing: Placing | null;
  notes: PlaceNote[];
}

export const middleOf = (box: Located['box']): Triple =>
  box
    ? [(box.min[0] + box.max[0]) / 2, (box.min[1] + box.max[1]) / 2, (box.min[2] + box.max[2]) / 2]
    : [0, 0, 0];
export const isFar = ([x, y]: Triple) => Math.max(Math.abs(x), Math.abs(y)) >= FAR;

/** Throws nothing: what cannot be computed is a note. */
export async function judge(
  found: FoundLevel,
  { projectCrs, box }: Located,
  levels: readonly FoundLevel[],
): Promise<Judged> {
  const notes = [...found.notes];
  const named = await crsNamed(found.crs);
  // Coordinates of a map whose CRS another level names.
  const other =
    found.eastNorth && !found.crs ? await crsNamed(levels.find(({ crs }) => crs)?.crs ?? null) : null;
  let crs = named ?? other;
  if (found.crs && !named) notes.push({ note: 'crs-unknown', values: { name: found.crs.name ?? '?' } });
  if (crs === null && found.eastNorth && !found.crs && projectCrs !== null && (await readyCrs(projectCrs))) {
    const [x, y] = middleOf(box);
    const at: [number, number] = [found.eastNorth[0] + x, found.eastNorth[1] + y];
    if (!crsOf(projectCrs)!.geographic && isInArea(projectCrs, at)) {
      crs = projectCrs;
      notes.push({ note: 'crs-of-project', values: { crs } });
    } else notes.push({ note: 'crs-missing', values: {} });
  }
  const placing = await placingOf(found, crs, notes).catch(() => {
    notes.push({ note: 'outside', values: { crs: crs ?? '?' } });
    return null;
  });
  return { found, crs: named ?? crs, placing, notes };
}

async function placingOf(found: FoundLevel, crs: string | null, notes: PlaceNote[]): Promise<Placing | null> {
  const heights = heightsOf(found);
  const vertical = verticalOf(found.crs?.verticalDatum ?? null);
  if (heights === 'geoid' && found.crs && vertical === null)
    notes.push({ note: 'vertical-unknown', values: { name: found.crs.verticalDatum! } });
  if (found.lonLat) {
    const [l, b] = crs !== null && crsOf(crs)?.geographic ? unproject(crs, found.lonLat) : found.lonLat;
    const utm = utmAt(l, b);
    await readyCrs(utm);
    const height = found.height ?? 0;
    const above = heights === 'ellipsoid' ? height : height + (await geoidAt(l, b)).height;
    const transform = transformAt(utm, [l, b], found.anchor, height, found.rotation?.degrees ?? 0, above);
    return placingFrom(transform, heights);
  }
  if (!found.eastNorth || crs === null || crsOf(crs)?.geographic) return null;
  let at = found.eastNorth;
  const { otherEastNorth: other } = found;
  if (other && !isInArea(crs, at) && isInArea(crs, other)) {
    at = other;
    notes.push({ note: 'unit-guessed', values: {} });
  }
  let fromEast = found.rotation?.degrees ?? 0;
  if (found.rotation?.from === 'true') {
    const turned = transformAt(crs, unprojectMetres(crs, at), [0, 0, 0], 0, fromEast, 0);
    fromEast = turned.rotation;
  }
  const transform: BimTransform = {
    crs,
    eastings: at[0],
    northings: at[1],
    height: (found.height ?? 0) * (at === other ? heightRatio(found) : 1),
    rotation: fromEast,
    scale: found.scale,
    verticalCrs: vertical,
  };
  return placingFrom(transform, heights);
}

/** Heights are guessed with eastings and northings. */
const heightRatio = ({ eastNorth, otherEastNorth }: FoundLevel): number =>
  eastNorth && otherEastNorth && eastNorth[0] !== 0 ? otherEastNorth[0] / eastNorth[0] : 1;

function unprojectMetres(crs: string, [east, north]: readonly [number, number]): [number, number] {
  const { metres } = unitOfCrs(crs);
  return unproject(crs, [east / metres, north / metres]);
}

/** The vertical system that a file names, by code or in words; null: none, or none that is known. */
function verticalOf(datum: string | null): string | null {
  if (datum === null) return null;
  const code = /(?:^|EPSG\s*[:.\s]+\s*)(\d{4,6})\b/i.exec(datum.trim())?.[1];
  if (code !== undefined && verticalCrsOf(`EPSG:${code}`)) return `EPSG:${code}`;
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replace(/ (height|depth).*$/, '')
      .replaceAll(/[^a-z0-9]/g, '');
  const wanted = plain(datum);
  return (
    verticalSystems().find(({ name, datum: of }) => plain(name) === wanted || plain(of) === wanted)?.code ??
    null
  );
}

function heightsOf({ level, crs, lonLat }: FoundLevel): Heights {
  const datum = crs?.verticalDatum ?? null;
  if (datum !== null) return /ellips/i.test(datum) ? 'ellipsoid' : 'geoid';
  // RefElevation is above mean sea level; a height with a geographic CRS above its ellipsoid.
  if (level === 'site') return 'geoid';
  return lonLat ? 'ellipsoid' : 'unknown';
}

/** A map conversion of what is already in the coordinates of the map is not applied a second time. */
export function markDouble(judged: Judged[], box: Located['box']): boolean {
  const middle = middleOf(box);
  if (!box || !isFar(middle)) return false;
  let isDouble = false;
  for (const one of judged) {
    const { found, placing } = one;
    if (!found.eastNorth || found.level === 'placement' || !placing) continue;
    const transform = transformOf(placing);
    if (!transform || !isFar([transform.eastings, transform.northings, 0])) continue;
    if (Math.hypot(middle[0] - transform.eastings, middle[1] - transform.northings) > ALREADY) continue;
    isDouble = true;
    one.notes.push({ note: 'already', values: {} });
    // Heights may still be those of the building alone.
    const height = Math.abs(middle[2] - transform.height) < Math.abs(middle[2]) ? 0 : transform.height;
    one.placing = placingFrom(
      { ...transform, eastings: 0, northings: 0, height, rotation: 0, scale: 1 },
      placing.heights,
    );
  }
  return isDouble;
}
