import type { Observable } from 'rxjs';

/** What a command contribution runs. */
export interface Command {
  run(): void | Promise<void>;
  /** Why it cannot run now, as a text key of its plugin; undefined when it can. */
  disabled?(): string | undefined;
  /** Emits when `disabled()` may answer differently, beyond changes of history and autosave, which are watched anyway. */
  readonly changes$?: Observable<unknown>;
}

/** One answer of the command palette. */
export interface PaletteItem {
  id: string;
  /** Already translated. */
  title: string;
  detail?: string;
  icon?: string;
  keys?: string;
  /** Where it leads... */
  href?: string;
  /** ...or what it does. */
  run?(): void | Promise<void>;
}

/** Finds things for the command palette: objects, projects, places. Its plugin's text `palette` heads what it finds. */
export interface PaletteProvider {
  find(text: string, signal: AbortSignal): Promise<readonly PaletteItem[]>;
}
