import type { MapObject } from '#core/document';
import type { Position } from '#core/protocol';
import {
  splitLine,
  splitLineAt,
  splitPolygon,
  type LineGeometry,
  type LinePart,
  type PolygonPart,
  type Split,
  type SplitFault,
} from '#core/shapes';

/** An object and the parts that a cut makes; the first part of a line, or the largest of a polygon, comes first. */
export interface CutResult {
  readonly object: MapObject;
  readonly parts: readonly (LinePart | PolygonPart)[];
}

export function lineOf({ location }: MapObject): LineGeometry | undefined {
  return location.type === 'LineString' || location.type === 'MultiLineString' ? location : undefined;
}

export function canBeCut(object: MapObject): boolean {
  return lineOf(object) !== undefined || object.location.type.endsWith('Polygon');
}

/** Cuts a line at its position nearest to `place`, at any distance. */
export function cutAt(object: MapObject, line: LineGeometry, place: Position): CutResult | SplitFault {
  return outcome(object, splitLineAt(line, place, Infinity));
}

/** Cuts along a drawn path; undefined for points. */
export function cutAlong(object: MapObject, path: readonly Position[]): CutResult | SplitFault | undefined {
  const { location } = object;
  const line = lineOf(object);
  if (line) return outcome(object, splitLine(line, [path]));
  if (location.type === 'Polygon' || location.type === 'MultiPolygon')
    return outcome(object, splitPolygon(location, [path]));
  return undefined;
}

export function divides(outcome: CutResult | SplitFault | undefined): outcome is CutResult {
  return outcome !== undefined && 'parts' in outcome;
}

function outcome(object: MapObject, split: Split<LinePart | PolygonPart>): CutResult | SplitFault {
  return 'refused' in split ? split.refused : { object, parts: split.parts };
}
