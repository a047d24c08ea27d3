import { isAbort, sentenceOf, type Disposable } from '#core/kernel';

export interface PluginRejection {
  readonly plugin: string;
  readonly message: string;
  readonly error: unknown;
}

/** Where the code of a plugin comes from: its chunks (`nameOf` in vite.config.ts), or its files while developing. */
const CHUNK = /\/assets\/(?:plugin|part)\.([\w-]+?)(?:\.[\w-]+)?-[\w-]{8}\.js/;
const FILE = /\/plugins\/[\w-]+\/([\w-]+)\//;

/** Returns the plugin in whose code an error was created: that of the first line of its stack that is a plugin's. */
export function pluginOf(error: unknown): string | undefined {
  const lines = error instanceof Error ? (error.stack ?? '').split('\n') : [];
  for (const line of lines) {
    const [, plugin] = CHUNK.exec(line) ?? FILE.exec(line) ?? [];
    if (plugin) return plugin;
  }
  return undefined;
}

/**
 * Calls `notify` for each promise of a plugin that was rejected and that nobody handles. The plugin stays in use; the
 * same sentence is told once.
 */
export function listenForRejections(
  window: Window,
  notify: (rejection: PluginRejection) => void,
): Disposable {
  const told = new Set<string>();
  const listen = ({ reason }: PromiseRejectionEvent): void => {
    const plugin = isAbort(reason) ? undefined : pluginOf(reason);
    if (plugin === undefined) return;
    const message = sentenceOf(reason);
    if (told.has(`${plugin} ${message}`)) return;
    told.add(`${plugin} ${message}`);
    notify({ plugin, message, error: reason });
  };
  window.addEventListener('unhandledrejection', listen);
  return { dispose: () => window.removeEventListener('unhandledrejection', listen) };
}
