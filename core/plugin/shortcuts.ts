import { VIEWERS, type TextKey, type ToolViewer } from './contributions.ts';
import { sameKeys } from './keys.ts';
import type { PluginManifest } from './manifest.ts';
import { viewersOf } from './tool-address.ts';

/** Points whose contributions have shortcuts. */
export const SHORTCUT_POINTS = ['commands', 'tools', 'panels'] as const;
export type ShortcutPoint = (typeof SHORTCUT_POINTS)[number];

/** Keys of the workbench itself, of every tool, and of the map with the focus. */
export const FRAME_KEYS: readonly string[] = [
  ...['Ctrl+K', '?', 'Shift+?', 'F6', 'Esc', 'Escape', 'Enter', 'Backspace', 'Tab', 'Shift+Tab', 'Space'],
  ...['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Up', 'Down', 'Left', 'Right'],
];

/** A tool, command or panel that may have a shortcut. */
export interface ShortcutItem {
  /** `<point>/<id>`: its name in the person's preferences. */
  readonly name: string;
  readonly plugin: string;
  readonly point: ShortcutPoint;
  readonly id: string;
  readonly title: TextKey;
  /** Viewers on which it is available: commands, and panels without a viewer, on all of them. */
  readonly viewers: readonly ToolViewer[];
  /** As its manifest wants it. */
  readonly wanted: string | undefined;
}

/** A shortcut that an item does not get. */
export interface ShortcutLoss {
  readonly item: ShortcutItem;
  readonly keys: string;
  /** The item that has it; undefined for a key of the workbench, and for what is no shortcut. */
  readonly holder: ShortcutItem | undefined;
  /** For the developer: the plugin, the relation, and the remedy. */
  readonly message: string;
}

export interface ShortcutAssignment {
  /** By name; what has none is missing. */
  readonly keys: ReadonlyMap<string, string>;
  readonly losses: readonly ShortcutLoss[];
}

/** Shortcuts that a person has chosen, by name; an empty one takes the shortcut away. */
export type ChosenKeys = Readonly<Record<string, string>>;

export function shortcutItems(manifests: readonly PluginManifest[]): ShortcutItem[] {
  return manifests.flatMap((manifest) => [
    ...(manifest.commands ?? []).map((one) => itemOf(manifest.id, 'commands', one, VIEWERS)),
    ...(manifest.tools ?? []).map((one) => itemOf(manifest.id, 'tools', one, viewersOf(one))),
    ...(manifest.panels ?? []).map((one) =>
      itemOf(manifest.id, 'panels', one, one.viewer ? [one.viewer].flat() : VIEWERS),
    ),
  ]);
}

function itemOf(
  plugin: string,
  point: ShortcutPoint,
  { id, title, keys }: { id: string; title: TextKey; keys?: string },
  viewers: readonly ToolViewer[],
): ShortcutItem {
  return { name: `${point}/${id}`, plugin, point, id, title, viewers, wanted: keys };
}

/**
 * Gives each item its shortcut: first those that the person has chosen, then those of the manifests in the order of
 * the list. An item whose shortcut is taken has none.
 */
export function assignKeys(items: readonly ShortcutItem[], chosen: ChosenKeys = {}): ShortcutAssignment {
  const keys = new Map<string, string>();
  const losses: ShortcutLoss[] = [];
  const holders = new Map<string, ShortcutItem>();
  const give = (item: ShortcutItem, wanted: string): void => {
    const normal = sameKeys(wanted);
    const lose = (holder: ShortcutItem | undefined, message: string): void =>
      void losses.push({ item, keys: normal || wanted, holder, message });
    const claim = `Plugin '${item.plugin}' claims the shortcut '${normal || wanted}' for '${item.id}'`;
    if (normal === '')
      return lose(undefined, `${claim}, which is no shortcut: write it like D, Alt+D or Ctrl+Shift+Z.`);
    if (FRAME_KEYS.includes(normal))
      return lose(
        undefined,
        `${claim}, which the workbench has itself: choose another one in '${item.plugin}'.`,
      );
    const holder = item.viewers.map((viewer) => holders.get(`${viewer} ${normal}`)).find(Boolean);
    if (holder)
      return lose(
        holder,
        `${claim}, which plugin '${holder.plugin}' has already for '${holder.id}': choose another one in '${item.plugin}', such as Alt and a letter.`,
      );
    for (const viewer of item.viewers) holders.set(`${viewer} ${normal}`, item);
    keys.set(item.name, normal);
  };
  for (const item of items) if (chosen[item.name]) give(item, chosen[item.name]!);
  for (const item of items) if (chosen[item.name] === undefined && item.wanted) give(item, item.wanted);
  return { keys, losses };
}

/** Reads chosen shortcuts from their text in the preferences. Whatever is none is left out. */
export function readChosenKeys(text: string): ChosenKeys {
  let stored: unknown;
  try {
    stored = JSON.parse(text || '{}');
  } catch {
    return {};
  }
  const entries = typeof stored === 'object' && stored !== null ? Object.entries(stored) : [];
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
