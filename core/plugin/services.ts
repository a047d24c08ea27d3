import type { Observable } from 'rxjs';

/** The implementation of a command contribution. */
export interface Command {
  run(): void | Promise<void>;
  /** Returns the reason why it cannot run now, as a text key of its plugin; undefined if it can. */
  disabled?(): string | undefined;
  /** What it would act on now, translated; shown in the tooltip of its button. */
  detail?(): string | undefined;
  /** Emits when the result of `disabled()` or `detail()` may change. Changes of history and autosave are observed anyway. */
  readonly changes$?: Observable<unknown>;
}

/** One result of the command palette. */
export interface PaletteItem {
  id: string;
  /** Already translated. */
  title: string;
  detail?: string;
  icon?: string;
  keys?: string;
  /** The path it links to; either `href` or `run` is set. */
  href?: string;
  /** The action it runs. */
  run?(): void | Promise<void>;
}

/**
 * Searches for the command palette: objects, projects, places. The text `palette` of its plugin is the heading of its
 * results.
 */
export interface PaletteProvider {
  find(text: string, signal: AbortSignal): Promise<readonly PaletteItem[]>;
}
