import type { Modifiers } from '#core/mapview';
import type { Selection } from '#plugins/work/selection/api';

/** How the found objects change the selection: replace, add, remove, or toggle. */
export const MODES = ['set', 'add', 'remove', 'toggle'] as const;
export type Mode = (typeof MODES)[number];

/** Shift adds, Ctrl removes, both toggle; otherwise the chosen mode. */
export function modeOf({ shift, ctrl }: Pick<Modifiers, 'shift' | 'ctrl'>, chosen: Mode): Mode {
  if (shift && ctrl) return 'toggle';
  return shift ? 'add' : ctrl ? 'remove' : chosen;
}

export function combine(
  selection: Pick<Selection, 'ids' | 'set'>,
  found: readonly string[],
  mode: Mode,
): void {
  const met = new Set(found);
  const before = selection.ids;
  if (mode === 'set') selection.set(found);
  else if (mode === 'add') selection.set([...before, ...found]);
  else {
    const left = before.filter((id) => !met.has(id));
    const was = new Set(before);
    selection.set(mode === 'remove' ? left : [...left, ...found.filter((id) => !was.has(id))]);
  }
}
