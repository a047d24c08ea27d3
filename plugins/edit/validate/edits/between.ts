import { extentOf, isEqualJson, type MapObject } from '#core/document';
import { linesOf, polygonsOf, union, difference } from '#core/shapes';
import { haveSameVertices } from '../model/distance.ts';
import { neighboursOf } from '../model/checks/gap.ts';
import { isSliver } from '../model/checks/sliver.ts';
import { shared } from '../model/checks/overlap.ts';
import { looseEnd } from '../model/loose-end.ts';
import { enlarged } from '../model/scene.ts';
import type { Finding } from '../model/finding.ts';
import type { Staged } from '../model/staged.ts';
import { replacePolygons } from './areas.ts';
import type { Repair, RepairOptions } from './repairs.ts';

/** Keeps the older object, or the one named by `to`, and moves references to it. */
export const repairDuplicate: Repair = (finding, stage, options) => {
  const pair = remainingAndOther(finding, stage, options);
  if (!pair) return 'gone';
  const { remaining, other } = pair;
  if (!haveSameVertices(remaining.location, other.location, options.metres)) return 'gone';
  stage.remove(other.id, remaining.id);
  return undefined;
};

/** Gives the overlap to the older object, or to the one named by `to`: it is cut off the other. */
export const repairOverlap: Repair = (finding, stage, options) => {
  const pair = remainingAndOther(finding, stage, options);
  if (!pair) return 'gone';
  const [keeps, gives] = [polygonsOf(pair.remaining.location), polygonsOf(pair.other.location)];
  if (shared(keeps, gives, options.metres).length === 0) return 'gone';
  return replacePolygons(stage, pair.other, difference(gives, keeps));
};

function remainingAndOther(
  { objects }: Finding,
  stage: Staged,
  { to, isOlder }: RepairOptions,
): { remaining: MapObject; other: MapObject } | undefined {
  const [one, two] = objects.map(({ id }) => stage.get(id));
  if (!one || !two) return undefined;
  const first = to === undefined ? isOlder(one, two) : to === one.id;
  return first ? { remaining: one, other: two } : { remaining: two, other: one };
}

/**
 * Gives the gap, as far as it still exists, to the neighbour with the longest common border, or to the one named by
 * `to`.
 */
export const repairGap: Repair = ({ place, objects }, stage, { to }) => {
  const around = stage.index
    .objects(extentOf(place))
    .filter(({ typeName }) => typeName === objects[0]!.typeName);
  const left = difference(
    polygonsOf(place),
    around.flatMap(({ location }) => polygonsOf(location)),
  );
  const [largest] = left;
  if (!largest) return 'gone';
  const owner =
    to === undefined ? neighboursOf(largest, around, objects[0]!.typeName)[0]?.object : stage.get(to);
  if (!owner) return 'neighbour';
  return replacePolygons(stage, owner, union([...polygonsOf(owner.location), ...left]));
};

/** Gives the sliver to the neighbour with the longest common border, or to the one named by `to`. */
export const repairSliver: Repair = ({ objects, place }, stage, { metres, to }) => {
  const object = stage.get(objects[0]!.id);
  if (!object) return 'gone';
  const parts = polygonsOf(object.location);
  const sliver = parts.find((rings) => isSliver(rings, metres) && isEqualJson(rings, polygonsOf(place)[0]));
  if (!sliver) return 'gone';
  const around = stage.index.objects(extentOf(place)).filter(({ id }) => id !== object.id);
  const owner = to === undefined ? neighboursOf(sliver, around, object.typeName)[0]?.object : stage.get(to);
  if (!owner) return 'neighbour';
  const rest = parts.filter((rings) => rings !== sliver);
  if (rest.length === 0) stage.remove(object.id, owner.id);
  else replacePolygons(stage, object, rest);
  return replacePolygons(stage, owner, union([...polygonsOf(owner.location), sliver]));
};

/** Extends the end to the line that it misses, or trims it to where it crossed the line. */
export const repairDangle: Repair = ({ objects, place }, stage, { metres }) => {
  const object = stage.get(objects[0]!.id);
  if (!object || place.type !== 'Point') return 'gone';
  const runs = linesOf(object.location);
  const others = stage.index
    .objects(enlarged(extentOf(place), 2 * metres))
    .filter(({ id, typeName }) => id !== object.id && typeName === object.typeName)
    .flatMap(({ location }) => linesOf(location));
  for (const [i, run] of runs.entries())
    for (const atStart of [true, false]) {
      const [x, y] = atStart ? run[0]! : run.at(-1)!;
      if (x !== place.coordinates[0] || y !== place.coordinates[1]) continue;
      const loose = looseEnd(run, atStart, [...others, ...runs.filter((own) => own !== run)], metres);
      if (!loose) continue;
      const next = runs.with(i, [...loose.run]);
      const location =
        object.location.type === 'LineString'
          ? { type: 'LineString' as const, coordinates: next[0]! }
          : { type: 'MultiLineString' as const, coordinates: next };
      stage.put({ ...object, location });
      return undefined;
    }
  return 'gone';
};
