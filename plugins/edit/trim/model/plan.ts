import type { Change, MapObject } from '#core/document';
import { copiedProperties } from '#core/fields';
import { newUuid } from '#core/kernel';
import type { ObjectType, Position } from '#core/protocol';
import type { LineGeometry } from '#core/shapes';

/** An object and one of its lines. */
export interface TrimTarget {
  readonly object: MapObject;
  readonly line: LineGeometry;
  readonly index: number;
}

export function lineOf({ location }: MapObject): LineGeometry | undefined {
  return location.type === 'LineString' || location.type === 'MultiLineString' ? location : undefined;
}

export function runsOf(line: LineGeometry): readonly Position[][] {
  return line.type === 'LineString' ? [line.coordinates] : line.coordinates;
}

/**
 * Replaces a line by pieces. A multipart line gets all of them; for a single one the longest keeps the id, and the
 * other becomes a new object with the same attributes.
 */
export function replaceRun(
  { object, line, index }: TrimTarget,
  pieces: readonly Position[][],
  type: ObjectType | undefined,
): Change[] {
  const changeTo = (location: LineGeometry): Change => ({
    id: object.id,
    before: object,
    after: { ...object, location },
  });
  if (line.type === 'MultiLineString')
    return [changeTo({ ...line, coordinates: line.coordinates.toSpliced(index, 1, ...pieces) })];
  const [longest, ...others] = pieces.toSorted((a, b) => extentOfRun(b) - extentOfRun(a));
  const changes = [changeTo({ type: 'LineString', coordinates: longest! })];
  for (const coordinates of others) {
    const properties = copiedProperties(object.properties, type);
    const after: MapObject = {
      ...object,
      id: newUuid(),
      location: { type: 'LineString', coordinates },
      properties,
      labelAt: undefined,
    };
    changes.push({ id: after.id, before: undefined, after });
  }
  return changes;
}

/** Used to compare lengths. */
function extentOfRun(run: readonly Position[]): number {
  return run.slice(1).reduce((sum, [x, y], i) => sum + Math.hypot(x - run[i]![0], y - run[i]![1]), 0);
}
