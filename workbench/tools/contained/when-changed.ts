import { watch } from 'node:fs';

/** An editor writes a file in several steps. */
const CALM = 150;

/** Does the work after each change in the folder of a plugin, once at a time. */
export function whenChanged(folder: string, work: () => Promise<void>): { close(): Promise<void> } {
  let waiting: NodeJS.Timeout | undefined;
  let working = Promise.resolve();
  const watcher = watch(folder, { recursive: true }, (_kind, name) => {
    if (name && (/(^|[/\\])(node_modules|\.git)([/\\]|$)/.test(name) || name.endsWith('.zip'))) return;
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      working = working.then(work);
    }, CALM);
  });
  return {
    close: () => {
      watcher.close();
      clearTimeout(waiting);
      return working;
    },
  };
}
