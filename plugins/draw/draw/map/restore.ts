import type { Command } from '#core/plugin';
import type { Tools } from '#core/tools';

/** Takes up again the path that was cancelled last, with the tool that is still in hand. */
export function restoreSketch(tools: Tools): Command {
  const session = () => tools.active?.session.capture;
  return {
    run: () => void session()?.path.restore(),
    disabled: () => (session()?.path.canRestore ? undefined : 'restore.nothing'),
  };
}
