import type { PaletteItem, PaletteProvider } from '#core/plugin';
import { searchResults } from './messages.ts';
import type { RunningPlugin } from './runtime.ts';

const FEWEST_LETTERS = 3;

/** Searches for the palette by a plugin from outside, which gets no text of fewer than three letters. */
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
    const results = searchResults.safeParse(answer);
    if (!results.success) return [];
    return results.data.map(({ id, title, detail }) => ({
      id,
      title,
      ...(detail !== undefined && { detail }),
      run: () => this.#running.send({ name: 'chosen', of: this.#finder, part: id }),
    }));
  }
}
