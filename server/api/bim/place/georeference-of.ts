import { crsOf, loadVerticalCrs, seenFrom, type Located as OnEarth } from '#core/geodesy';
import type { BimGeoreference, BimLevel, Language } from '#core/protocol';
import { sentence } from '../../../base/language.ts';
import type { PlaceNote } from '../../../formats/ifc/georeference/found-level.ts';
import { readyCrs } from '../../../shared/crs/registered.ts';
import { utmAt } from './utm.ts';
import { isFar, judge, markDouble, middleOf, type Judged, type Located } from './judged.ts';
import {
  extentOf,
  headingOf,
  isOnEarth,
  onEarth,
  placingFrom,
  toEcef,
  transformAt,
  transformOf,
  type Heights,
  type Placing,
  type Triple,
} from './placed.ts';

/** Where a model stands, and how that is computed. */
export interface Placement {
  georeference: BimGeoreference;
  placing: Placing | null;
  onEarth: OnEarth | null;
}

/** The order in which a level of the file is taken. */
const ORDER = ['rigid-operation', 'map-conversion', 'pset', 'placement', 'context', 'site'] as const;
/** Where a model stands by what its file says and what a person has chosen, and why. */
export async function placementOf(located: Located, language: Language): Promise<Placement> {
  const { levels, box, center, placement, set } = located;
  await loadVerticalCrs();
  const judged: Judged[] = [];
  for (const found of levels) judged.push(await judge(found, located, levels));
  const isDouble = markDouble(judged, box);
  const notes: PlaceNote[] = isDouble ? [{ note: 'double', values: {} }] : [];
  const chosen = await choose(judged, located, isDouble);
  const middle = middleOf(box);
  const earth = chosen && (await onEarth(chosen.placing, middle).catch(() => null));
  const isPlaced = earth !== null && isOnEarth(earth, middle);
  const { applied, placing } = chosen && isPlaced ? chosen : { applied: null, placing: null };
  if (placing?.heights === 'unknown') notes.push({ note: 'heights', values: {} });
  if (!placing)
    notes.push({ note: chosen || center || placement || set ? 'unplaceable' : 'nowhere', values: {} });
  const say = ({ note, values }: PlaceNote) => sentence(language, `bim.place.${note}`, values);
  const answered: BimLevel[] = [];
  for (const one of judged) answered.push(await levelOf(one, isPlaced ? earth : null, middle, say));
  const on = isPlaced ? earth : null;
  const georeference: BimGeoreference = {
    levels: answered,
    applied,
    transform: placing && transformOf(placing),
    heights: placing?.heights ?? 'unknown',
    position: on && on.toPosition([0, 0, 0]),
    heading: on && headingOf(on, middle),
    toEcef: on && toEcef(on, middle),
    extent: on && box && extentOf(on, box),
    isDouble,
    notes: notes.map(say),
  };
  return { georeference, placing, onEarth: on };
}

async function choose(
  judged: readonly Judged[],
  { placement, center, box, set }: Located,
  isDouble: boolean,
): Promise<{ applied: BimGeoreference['applied']; placing: Placing } | null> {
  if (set) {
    const { crs, verticalCrs, transform } = set;
    if (crs === null || !(await readyCrs(crs))) return null;
    const heights = verticalCrs === null ? 'ellipsoid' : 'geoid';
    return { applied: 'transform', placing: { place: { crs, verticalCrs, transform }, heights } };
  }
  if (placement?.by === 'transform') {
    const { transform } = placement;
    const known = await readyCrs(transform.crs);
    if (!known || known.geographic) return null;
    const heights = transform.verticalCrs === null ? 'ellipsoid' : 'geoid';
    return { applied: 'transform', placing: placingFrom(transform, heights) };
  }
  if (placement?.by === 'level') {
    const one = judged.find(({ found }) => found.level === placement.level);
    return one?.placing ? { applied: placement.level, placing: one.placing } : null;
  }
  if (center) {
    const north = judged.find(({ found }) => found.rotation?.from === 'true')?.found.rotation?.degrees ?? 0;
    const [longitude, latitude, height = 0] = center;
    const crs = utmAt(longitude, latitude);
    await readyCrs(crs);
    const transform = transformAt(crs, [longitude, latitude], [0, 0, 0], height, north, height);
    return { applied: 'center', placing: placingFrom(transform, 'ellipsoid') };
  }
  for (const level of ORDER) {
    const one = judged.find(({ found, placing }) => found.level === level && placing && !found.isDoubtful);
    // What is in map coordinates is not where the site's degrees put its origin.
    if (!one || (level === 'site' && !isDouble && isFar(middleOf(box)) && !isFar(one.found.anchor))) continue;
    return { applied: level, placing: one.placing! };
  }
  return null;
}

async function levelOf(
  { found, crs, placing, notes }: Judged,
  applied: OnEarth | null,
  middle: Triple,
  say: (note: PlaceNote) => string,
): Promise<BimLevel> {
  const { level, source, says } = found;
  const own = placing && (await onEarth(placing, middle).catch(() => null));
  const here = own && isOnEarth(own, middle) && isOnEarth(own, [0, 0, 0]) ? own : null;
  const position = here?.toPosition([0, 0, 0]);
  return {
    level,
    source,
    says: says.map((one) => ({ ...one })),
    crs,
    crsName: crs === null ? (found.crs?.name ?? null) : (crsOf(crs)?.name ?? null),
    transform: placing && transformOf(placing),
    position: position ? [position[0], position[1]] : null,
    difference: here && applied && differenceOf(here, applied, middle, placing!.heights),
    notes: notes.map(say),
  };
}

function differenceOf(one: OnEarth, applied: OnEarth, middle: Triple, heights: Heights) {
  const [east, north, up] = seenFrom(applied.toPosition(middle))(one.toPosition(middle));
  const turned = headingOf(applied, middle) - headingOf(one, middle);
  return {
    east,
    north,
    up: heights === 'unknown' ? null : up,
    rotation: ((((turned + 180) % 360) + 360) % 360) - 180,
  };
}
