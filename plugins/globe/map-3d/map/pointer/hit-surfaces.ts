import type { Position } from '#core/protocol';

/** Most hit places remembered: some seconds of pointer movement. */
const MAX_PLACES = 1_000;

/**
 * What was hit at a place, by its coordinates, because tools pass positions on and copy them. Places that were
 * queried once are kept: they are queried again when a neighbour moves.
 */
export class HitSurfaces {
  readonly #hits = new Map<string, string>();
  readonly #queried = new Map<string, string>();

  note(place: Position, surface: string): void {
    const key = place.join();
    this.#hits.delete(key);
    this.#hits.set(key, surface);
    if (this.#hits.size > MAX_PLACES) this.#hits.delete(this.#hits.keys().next().value!);
  }

  surfaceOf(place: Position): string | undefined {
    const key = place.join();
    const surface = this.#queried.get(key) ?? this.#hits.get(key);
    if (surface !== undefined) this.#queried.set(key, surface);
    return surface;
  }
}
