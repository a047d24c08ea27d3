import { rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { PATIENCE } from './patience.ts';

/**
 * Removes a folder that processes which are about to end may still write to, such as the profile of a browser: its other processes
 * end after the first one. All of it is tried again; `maxRetries` of Node tries only to remove the folder, not what is new in it.
 */
export async function removeFolder(folder: string): Promise<void> {
  const end = Date.now() + PATIENCE;
  for (;;) {
    try {
      return rmSync(folder, { recursive: true, force: true });
    } catch (failure) {
      if (Date.now() > end) throw failure;
      await wait(200);
    }
  }
}
