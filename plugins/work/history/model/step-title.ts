import type { MapObject } from '#core/document';
import { objectTitle, titleOf } from '#core/fields';
import type { Step } from '#core/history';
import type { I18n } from '#core/i18n';
import type { ObjectType } from '#core/protocol';

type Types = ReadonlyMap<string, ObjectType>;

/** What a step did, and to which objects: `Move: Parcels 12`, `Move 3 objects: Parcels`, `Draw: 2 × Parcels`. */
export function stepTitle(step: Step, types: Types, i18n: I18n): string {
  const action = i18n.t(step.label, step.values);
  const objects = titleOfObjects(step, types, i18n);
  return objects === undefined ? action : i18n.t('history:steps.of', { action, objects });
}

function titleOfObjects(step: Step, types: Types, i18n: I18n): string | undefined {
  const objects = objectsOf(step);
  const [first] = objects;
  if (!first) return undefined;
  const type = types.get(first.typeName);
  if (objects.length === 1) return objectTitle(first, type, i18n);
  const isCounted = step.values?.['count'] !== undefined;
  if (objects.some(({ typeName }) => typeName !== first.typeName))
    return isCounted ? undefined : i18n.t('history:steps.objects', { count: objects.length });
  const title = type ? titleOf(type, i18n) : first.typeName;
  return isCounted ? title : `${i18n.number(objects.length)} × ${title}`;
}

/** The objects that a step changed or deleted; those that it created if there are no others. */
function objectsOf({ changes }: Step): MapObject[] {
  const existing = new Map<string, MapObject>();
  const created = new Map<string, MapObject>();
  for (const { id, before, after } of changes) {
    if (before && !created.has(id) && !existing.has(id)) existing.set(id, after ?? before);
    else if (after) (existing.has(id) ? existing : created).set(id, after);
  }
  return [...(existing.size > 0 ? existing : created).values()];
}
