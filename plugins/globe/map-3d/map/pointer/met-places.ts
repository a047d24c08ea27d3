import type { Position } from '#core/protocol';

/** So many places that the pointer met are remembered: some seconds of its way. */
const MOST = 1_000;

/**
 * What places were met on, by their coordinates: tools hand them on, and copy them. What was asked for once is asked for
 * again when a neighbour of it is moved, so that is kept.
 */
export class MetPlaces {
  readonly #met = new Map<string, string>();
  readonly #kept = new Map<string, string>();

  note(place: Position, surface: string): void {
    const key = place.join();
    this.#met.delete(key);
    this.#met.set(key, surface);
    if (this.#met.size > MOST) this.#met.delete(this.#met.keys().next().value!);
  }

  surfaceOf(place: Position): string | undefined {
    const key = place.join();
    const surface = this.#kept.get(key) ?? this.#met.get(key);
    if (surface !== undefined) this.#kept.set(key, surface);
    return surface;
  }
}
