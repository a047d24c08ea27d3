import type { Observable } from 'rxjs';
import { serviceToken } from '#core/kernel';
import type { OutsidePlugin } from '#core/protocol';
import type { PluginCode } from './manifest.ts';

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

/** A plugin from outside in this page. */
export interface UsedPlugin extends OutsidePlugin {
  /** Of a plugin that its author is writing; that of an installed one is fetched. */
  readonly code?: string;
}

/** Runs plugins from outside, each contained for itself. */
export interface OutsideRuntime {
  /** What binds the services that the manifest of a plugin names. The plugin itself starts with its first use. */
  codeOf(plugin: UsedPlugin): PluginCode;
  /** Ends every plugin except these. */
  keep(plugins: readonly UsedPlugin[]): void;
}
export const OUTSIDE_RUNTIME = serviceToken<OutsideRuntime>('outside-plugins.Runtime');

/** The name of the service that draws a panel of a plugin from outside: another one for other code or grants. */
export function outsidePanel({ id, manifest, granted }: OutsidePlugin, panel: string): string {
  const grants = [...granted].sort().join(' ');
  return `${manifest.id}.${panel} ${id} ${manifest.version} ${manifest.files['entry.js']} ${grants}`;
}
