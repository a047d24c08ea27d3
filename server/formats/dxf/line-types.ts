import type { MapSymbol } from '#core/protocol';
import { dashesOf, sizeOf, type DrawingScale } from './look.ts';

export const CONTINUOUS = 'Continuous';

/** The line types of dashed symbols, each once. */
export class LineTypes {
  readonly #names = new Map<string, string>();
  readonly #drawing: DrawingScale | undefined;

  /** Without a scale all lines are continuous. */
  constructor(drawing: DrawingScale | undefined) {
    this.#drawing = drawing;
  }

  nameOf(symbol: Pick<MapSymbol, 'dash' | 'unit'>): string {
    const dashes = dashesOf(symbol);
    if (!this.#drawing || dashes.length === 0) return CONTINUOUS;
    const lengths = dashes.map((length) => sizeOf(length, symbol, this.#drawing!));
    const key = lengths.join(' ');
    let name = this.#names.get(key);
    if (name === undefined) this.#names.set(key, (name = `DASHES_${this.#names.size + 1}`));
    return name;
  }

  /** Names with the lengths of strokes and gaps, one after the other. */
  get all(): { name: string; lengths: number[] }[] {
    return [...this.#names].map(([key, name]) => ({ name, lengths: key.split(' ').map(Number) }));
  }
}
