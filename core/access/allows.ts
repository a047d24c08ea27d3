import { grants } from '#core/protocol';
import type { Guarded } from '#core/plugin';

/** The facts about the person that decide what they may use. */
export interface Person {
  readonly authorizations: readonly string[];
  readonly blockedLayers: readonly string[];
}

/**
 * May this person use what carries `guard`? `grant` is the switch an administrator sets per role
 * (`tool:<id>`, `plugin:<id>`), where there is one.
 */
export function allows(
  person: Person,
  guard: Guarded,
  grant?: `tool:${string}` | `plugin:${string}`,
): boolean {
  if (grant && !grants(person.authorizations, grant)) return false;
  if (!(guard.needs ?? []).every((needed) => grants(person.authorizations, needed))) return false;
  const layers = guard.layers ?? [];
  return layers.length === 0 || layers.some((layer) => !person.blockedLayers.includes(layer));
}
