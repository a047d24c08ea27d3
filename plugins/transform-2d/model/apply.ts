import { add, replace, type MapObject } from '#core/document';
import type { OpenProject } from '#core/project';
import type { Selection } from '#plugins/selection/api';
import { copiesOf } from './copies.ts';
import type { TransformKind } from './form.ts';
import { transformed, type Place } from './transforms.ts';

export interface Plan {
  readonly kind: TransformKind;
  readonly before: readonly MapObject[];
  readonly after: readonly MapObject[];
  /** The originals stay; the copies are selected afterwards. */
  readonly keeps: boolean;
}

/** What objects would become; or why they cannot, as a text key. */
export function plan(
  project: OpenProject,
  kind: TransformKind,
  objects: readonly MapObject[],
  place: Place,
  keeps: boolean,
): Plan | string {
  const given = keeps ? copiesOf(objects, project.types) : objects;
  if (given === 'unique') return 'transform-2d:problem.unique';
  const after = transformed(given, place, kind === 'mirror');
  return after ? { kind, before: objects, after, keeps } : 'transform-2d:problem.outside';
}

/** Does it, as one step of the history; false where an object has changed since it was planned. */
export function perform(
  project: OpenProject,
  selection: Selection,
  { kind, before, after, keeps }: Plan,
): boolean {
  const done = project.history.perform(keeps ? add(after) : replace(before, after), {
    label: `transform-2d:step.${keeps ? 'copy' : kind}`,
    values: { count: before.length },
    code: keeps ? 'copy' : kind,
  });
  if (done && keeps) selection.set(after.map(({ id }) => id));
  return done;
}
