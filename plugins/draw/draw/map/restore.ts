import type { Command } from '#core/plugin';
import type { Tools } from '#core/tools';

/** Restores the path that was cancelled last, with the active tool. */
export function restoreSketch(tools: Tools): Command {
  const session = () => tools.active?.session.capture;
  return {
    run: () => void session()?.path.restore(),
    disabled: () => (session()?.path.canRestore ? undefined : 'restore.nothing'),
  };
}
