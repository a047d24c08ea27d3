import type { Position } from '#core/protocol';

/** Most hit places remembered: some seconds of pointer movement. */
const MOST = 1_000;

/**
 * What was hit at a place, by its coordinates, because tools pass positions on and copy them. Places that were
 * queried once are kept: they are queried again when a neighbour moves.
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
