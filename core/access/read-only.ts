import { AUTHORIZATIONS, CHANGING_PROJECTS } from '#core/protocol';

/** What remains of the authorizations `held` in an archived project, which can be read and not changed. */
export function readOnly(held: readonly string[]): readonly string[] {
  const each = held.includes('*') ? [...AUTHORIZATIONS, 'tool:*', 'plugin:*'] : held;
  return each.filter((one) => !CHANGING_PROJECTS.has(one));
}
