import type { Change, MapObject } from '#core/document';
import { copiedProperties } from '#core/fields';
import { newUuid } from '#core/kernel';
import type { ObjectType, Position } from '#core/protocol';
import type { Line } from '#core/shapes';

/** The line of an object and that of its runs which is meant. */
export interface Target {
  readonly object: MapObject;
  readonly line: Line;
  readonly index: number;
}

export function lineOf({ location }: MapObject): Line | undefined {
  return location.type === 'LineString' || location.type === 'MultiLineString' ? location : undefined;
}

export function runsOf(line: Line): readonly Position[][] {
  return line.type === 'LineString' ? [line.coordinates] : line.coordinates;
}

/**
 * Puts pieces in the place of a run. A line of several takes them all; of a single one the longest keeps the object, and
 * the other becomes one of its own with the same attributes.
 */
export function putFor(
  { object, line, index }: Target,
  pieces: readonly Position[][],
  type: ObjectType | undefined,
): Change[] {
  const changeTo = (location: Line): Change => ({
    id: object.id,
    before: object,
    after: { ...object, location },
  });
  if (line.type === 'MultiLineString')
    return [changeTo({ ...line, coordinates: line.coordinates.toSpliced(index, 1, ...pieces) })];
  const [kept, ...others] = pieces.toSorted((a, b) => extentOfRun(b) - extentOfRun(a));
  const changes = [changeTo({ type: 'LineString', coordinates: kept! })];
  for (const coordinates of others) {
    const properties = copiedProperties(object.properties, type);
    const after: MapObject = {
      ...object,
      id: newUuid(),
      location: { type: 'LineString', coordinates },
      properties,
    };
    changes.push({ id: after.id, before: undefined, after });
  }
  return changes;
}

/** To tell the longer by. */
function extentOfRun(run: readonly Position[]): number {
  return run.slice(1).reduce((sum, [x, y], i) => sum + Math.hypot(x - run[i]![0], y - run[i]![1]), 0);
}
