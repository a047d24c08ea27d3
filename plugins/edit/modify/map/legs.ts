import { runsOf } from '#core/document';
import type { I18n } from '#core/i18n';
import type { SketchLabel, VertexPath } from '#core/mapview';
import type { Geometry, Position } from '#core/protocol';
import type { Settings } from '#core/settings';
import { planeIn, printerOf, segmentLabels } from '#core/sketch';
import { samePath } from './handles.ts';

/** Returns labels with the lengths of the segments that meet at a vertex, at their midpoints. */
export function legLabels(
  location: Geometry,
  path: VertexPath,
  settings: Settings,
  i18n: I18n,
): readonly SketchLabel[] {
  const legs = legsAt(location, path);
  return segmentLabels(legs, false, planeIn(settings.get('measureCRS')), printerOf(i18n, settings));
}

/** Returns the vertex between its neighbours; an end of a line has one, a point none. */
function legsAt(location: Geometry, path: VertexPath): Position[] {
  const vertex = path.at(-1);
  const run = runsOf(location).find(
    ({ kind, pathTo }) => kind !== 'points' && vertex !== undefined && samePath(pathTo(vertex), path),
  );
  if (!run || vertex === undefined) return [];
  const last = run.positions.length - 1;
  const isRing = run.kind === 'ring';
  const before = isRing && vertex === 0 ? last - 1 : vertex - 1;
  const after = isRing && vertex === last ? 1 : vertex + 1;
  return [before, vertex, after].map((at) => run.positions[at]).filter((place) => place !== undefined);
}
