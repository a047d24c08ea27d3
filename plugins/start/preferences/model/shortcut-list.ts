import {
  assignKeys,
  FRAME_KEYS,
  readChosenKeys,
  sameKeys,
  type ChosenKeys,
  type ShortcutItem,
} from '#core/plugin';

/** Longest text that the preferences store. */
const MAX_TEXT = 4000;

/** A tool, command or panel with its shortcut, and why it has none where it wants one. */
export interface ShortcutRow {
  readonly item: ShortcutItem;
  readonly keys: string | undefined;
  readonly isChanged: boolean;
  /** The shortcut that it would have, and who has it; `undefined` as holder: the workbench itself. */
  readonly lost: { readonly keys: string; readonly holder: ShortcutItem | undefined } | undefined;
}

export function shortcutRows(items: readonly ShortcutItem[], text: string): ShortcutRow[] {
  const chosen = readChosenKeys(text);
  const { keys, losses } = assignKeys(items, chosen);
  return items.map((item) => ({
    item,
    keys: keys.get(item.name),
    isChanged: chosen[item.name] !== undefined,
    lost: losses.find((loss) => loss.item.name === item.name),
  }));
}

/** The item that has these keys on a viewer of `item`; `workbench` if they are its own; undefined if they are free. */
export function holderOf(
  rows: readonly ShortcutRow[],
  item: ShortcutItem,
  keys: string,
): ShortcutItem | 'workbench' | undefined {
  if (FRAME_KEYS.includes(sameKeys(keys))) return 'workbench';
  return rows.find(
    (row) =>
      row.item.name !== item.name &&
      row.keys === sameKeys(keys) &&
      row.item.viewers.some((viewer) => item.viewers.includes(viewer)),
  )?.item;
}

/**
 * Returns the text of the preference after `item` gets `keys` (empty: none; undefined: back to its own), and `from`
 * loses them. Undefined if that is more than the preferences store.
 */
export function withKeys(
  text: string,
  item: ShortcutItem,
  keys: string | undefined,
  from?: ShortcutItem,
): string | undefined {
  const { [item.name]: _before, ...others } = readChosenKeys(text);
  const chosen: ChosenKeys = {
    ...others,
    ...(keys !== undefined && { [item.name]: keys }),
    ...(from && { [from.name]: '' }),
  };
  const next = Object.keys(chosen).length === 0 ? '' : JSON.stringify(chosen);
  return next.length > MAX_TEXT ? undefined : next;
}
