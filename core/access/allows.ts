import { grants } from '#core/protocol';
import type { Guarded } from '#core/plugin';

/** What decides what a person may use. */
export interface PersonRights {
  readonly authorizations: readonly string[];
  readonly blockedLayers: readonly string[];
  /** Whether every object type there is is blocked. Default: false. */
  readonly everyTypeBlocked?: boolean;
}

/**
 * Returns whether this person may use what carries `guard`. `grant`: the switch that an administrator sets per role
 * (`tool:<id>`, `plugin:<id>`), if there is one.
 */
export function allows(
  person: PersonRights,
  guard: Guarded,
  grant?: `tool:${string}` | `plugin:${string}`,
): boolean {
  if (grant && !grants(person.authorizations, grant)) return false;
  if (!(guard.needs ?? []).every((needed) => grants(person.authorizations, needed))) return false;
  if (guard.needsAny && !guard.needsAny.some((one) => grants(person.authorizations, one))) return false;
  if (guard.objects && person.everyTypeBlocked) return false;
  const layers = guard.layers ?? [];
  return layers.length === 0 || layers.some((layer) => !person.blockedLayers.includes(layer));
}
