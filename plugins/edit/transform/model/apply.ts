import { add, replace, type MapObject } from '#core/document';
import type { OpenProject } from '#core/project';
import type { NewValues } from '#plugins/work/attributes/api';
import type { EditTargets } from '#plugins/work/selection/api';
import { copiesOf } from './copies.ts';
import type { TransformKind } from './form.ts';
import { transformed, type VertexTransform } from './transforms.ts';

export interface TransformPlan {
  readonly kind: TransformKind;
  readonly before: readonly MapObject[];
  readonly after: readonly MapObject[];
  /** Keep the originals; the copies are selected afterwards. */
  readonly keeps: boolean;
}

/** `flips`: left and right are exchanged. Returns the transformed objects, or why they cannot be transformed, as a text key. */
export function plan(
  project: OpenProject,
  kind: TransformKind,
  objects: readonly MapObject[],
  place: VertexTransform,
  { keeps, flips = kind === 'mirror' }: { keeps: boolean; flips?: boolean },
): TransformPlan | string {
  const given = keeps ? copiesOf(objects, project.types) : objects;
  const after = transformed(given, place, flips);
  return after ? { kind, before: objects, after, keeps } : 'transform:problem.outside';
}

/** Performs the plan as one step of the history; nothing if an object has changed since. */
export function perform(
  project: OpenProject,
  { targets, newValues }: { readonly targets: EditTargets; readonly newValues: NewValues },
  { kind, before, after, keeps }: TransformPlan,
): void {
  const label = {
    label: `transform:step.${keeps ? 'copy' : kind}`,
    values: { count: before.length },
    code: keeps ? 'copy' : kind,
  };
  if (!keeps) project.history.perform(replace(before, after), label);
  else newValues.perform(project, add(after), label, () => targets.selection.set(after.map(({ id }) => id)));
}
