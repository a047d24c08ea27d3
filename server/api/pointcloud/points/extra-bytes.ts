import type { ExtraDimension } from '../../../formats/pointcloud/extra-dimensions.ts';
import type { CloudRest, NodePoints } from '../../../formats/pointcloud/source.ts';

/** Dimensions are the same where name, type and scale are; their least and greatest values are not compared. */
function keyOf({ name, type, size, scale, offset }: ExtraDimension): string {
  return JSON.stringify([name, type, size, scale, offset]);
}

/** The extra dimensions of several clouds, each once. */
export function extrasOf(clouds: readonly Pick<CloudRest, 'extras'>[]): ExtraDimension[] {
  const all = new Map<string, ExtraDimension>();
  for (const { extras } of clouds)
    for (const extra of extras) if (!all.has(keyOf(extra))) all.set(keyOf(extra), extra);
  return [...all.values()];
}

/** The extra bytes of a point of one cloud in a file of several; what the cloud does not have is 0. */
export class ExtraBytes {
  readonly #moves: { from: number; to: number; size: number }[] = [];
  readonly #own: number;
  readonly #bytes: Uint8Array;

  constructor(own: readonly ExtraDimension[], all: readonly ExtraDimension[]) {
    const places = new Map<string, number>();
    let at = 0;
    for (const extra of all) {
      places.set(keyOf(extra), at);
      at += extra.size;
    }
    this.#bytes = new Uint8Array(at);
    let from = 0;
    for (const extra of own) {
      this.#moves.push({ from, to: places.get(keyOf(extra))!, size: extra.size });
      from += extra.size;
    }
    this.#own = from;
  }

  of({ rest }: NodePoints, i: number): Uint8Array {
    const from = i * this.#own;
    for (const move of this.#moves)
      for (let n = 0; n < move.size; n++) this.#bytes[move.to + n] = rest!.extra[from + move.from + n]!;
    return this.#bytes;
  }
}
