import type { PaletteItem, PaletteProvider } from '#core/plugin';
import { foundItems } from './messages.ts';
import type { RunningPlugin } from './runtime.ts';

const FEWEST_LETTERS = 3;

/** What a plugin from outside finds for the palette. It is not asked before the third letter. */
export class OutsideFinder implements PaletteProvider {
  readonly #running: RunningPlugin;
  readonly #finder: string;

  constructor(running: RunningPlugin, finder: string) {
    this.#running = running;
    this.#finder = finder;
  }

  async find(text: string, signal: AbortSignal): Promise<readonly PaletteItem[]> {
    if (text.length < FEWEST_LETTERS) return [];
    const answer = await this.#running.ask({ name: 'find', of: this.#finder, text });
    signal.throwIfAborted();
    const found = foundItems.safeParse(answer);
    if (!found.success) return [];
    return found.data.map(({ id, title, detail }) => ({
      id,
      title,
      ...(detail !== undefined && { detail }),
      run: () => this.#running.send({ name: 'found', of: this.#finder, part: id }),
    }));
  }
}
