import { expectPaste } from '#core/browser';
import { isAbort, sentenceOf, type Disposable } from '#core/kernel';
import type { Views } from '#core/mapview';
import { worksOn, type PluginHost } from '#core/plugin';
import { keyGestureOf, matchesKeys, type KeyGesture, type Tools } from '#core/tools';

export interface Shortcuts {
  host: Pick<PluginHost, 'current' | 'run'>;
  tools: Pick<Tools, 'activate' | 'key'>;
  /** Whether tools and the commands of the workspace are available. */
  inWorkspace: () => boolean;
  views: Pick<Views, 'active' | 'open'>;
  /** Tells the person why a command did not run: the key of a text, or the sentence itself. */
  notify: (message: { key: string } | { sentence: string }) => void;
}

/**
 * Runs commands and activates tools by their shortcuts. The focused element comes first: nothing runs while typing,
 * in a dialog, or when the key was already handled. Then the active tool, then commands, then other tools.
 */
export function listenForShortcuts(
  window: Window,
  { host, tools, inWorkspace: isInWorkspace, views, notify }: Shortcuts,
): Disposable {
  const press = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing || isTyping(event)) return;
    const pressed = keyGestureOf(event);
    const inWorkspace = isInWorkspace();
    const used =
      (inWorkspace && tools.key(pressed)) ||
      command(pressed, event.repeat, inWorkspace) ||
      (inWorkspace && !event.repeat && tool(pressed));
    // The browser's own paste event then brings the text, for which it asks no permission.
    if (used && !matchesKeys(PASTE, pressed)) event.preventDefault();
  };
  const command = (pressed: KeyGesture, repeated: boolean, inWorkspace: boolean): boolean => {
    const found = host
      .current('commands')
      .find(({ keys, workspace }) => keys && (inWorkspace || !workspace) && matchesKeys(keys, pressed));
    if (!found) return false;
    // A key held down repeats undo and redo, but opens no second dialog.
    if (repeated && !pressed.ctrl) return true;
    const forget = matchesKeys(PASTE, pressed) ? expectPaste() : undefined;
    host
      .run(found.id)
      .finally(forget)
      .then(
        (reason) => {
          if (reason !== undefined) notify({ key: reason });
        },
        (failure: unknown) => {
          if (!isAbort(failure)) notify({ sentence: sentenceOf(failure) });
        },
      );
    return true;
  };
  const tool = (pressed: KeyGesture): boolean => {
    const meant = host.current('tools').filter(({ keys }) => keys && matchesKeys(keys, pressed));
    // Prefer the active viewer: side by side, two viewers may use the same key for different tools.
    const found = [views.active, ...views.open].flatMap(
      (view) => meant.find((one) => worksOn(one, view)) ?? [],
    )[0];
    if (!found) return false;
    tools.activate(found.id).catch((failure: unknown) => {
      if (!isAbort(failure)) notify({ sentence: sentenceOf(failure) });
    });
    return true;
  };
  window.addEventListener('keydown', press);
  return { dispose: () => window.removeEventListener('keydown', press) };
}

const PASTE = 'Ctrl+V';
const TEXT = 'input:not([type=checkbox],[type=radio],[type=range],[type=button]), textarea, select';
const OVERLAYS = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]';
/** Lists in which letters jump to an entry. */
const LISTS = '[role=tree], [role=treegrid], [role=grid]';

/** Returns whether a field, a dialog or a list handles the key instead of the workbench. */
export function isTyping(event: KeyboardEvent): boolean {
  const { target } = event;
  if (!(target instanceof Element)) return false;
  if ((target as HTMLElement).isContentEditable || target.closest(`${TEXT}, ${OVERLAYS}`)) return true;
  const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
  return plain && event.key !== 'Escape' && target.closest(LISTS) !== null;
}
