import type { Api } from '#core/api';
import { AppError } from '#core/kernel';
import { CloudFrameReader, queryPointcloud, type CloudRegion, type CloudSelection } from '#core/protocol';
import type { CloudCoordinates } from '../api.ts';

/** Of one answer: a cylinder around a click has far fewer. */
const MOST = 200_000;

/** Asks for points by the call that is open to links. */
export class StoredPoints {
  readonly #api: Pick<Api, 'bytes'>;
  readonly #cutOff: () => string;

  /** `cutOff`: the sentence for an answer that did not arrive to its end. */
  constructor(api: Pick<Api, 'bytes'>, cutOff: () => string) {
    this.#api = api;
    this.#cutOff = cutOff;
  }

  /** The newest version of the classes of a cloud. */
  async newestClasses(id: string): Promise<number> {
    const frames = await this.#ask(id, { level: 0, limit: 1 });
    const head = frames.find((frame) => frame.kind === 'head');
    if (!head) throw new AppError('points-cut-off', this.#cutOff());
    return head.head.edits;
  }

  /** The point of a cone or cylinder that is nearest to its axis; undefined where it has none. */
  async nearest(
    id: string,
    region: Extract<CloudRegion, { kind: 'cone' }>,
    among: CloudSelection,
  ): Promise<CloudCoordinates | undefined> {
    const inside = [...(among.inside ?? []), region];
    const frames = await this.#ask(id, { ...among, inside, limit: MOST });
    const head = frames.find((frame) => frame.kind === 'head');
    const end = frames.find((frame) => frame.kind === 'end');
    if (!head || !end?.end.complete) throw new AppError('points-cut-off', this.#cutOff());
    const { scale, offset } = head.head;
    let best: CloudCoordinates | undefined;
    let least = Infinity;
    for (const frame of frames) {
      if (frame.kind !== 'points') continue;
      const { positions, count } = frame.points;
      for (let i = 0; i < count; i++) {
        const at = [0, 1, 2].map(
          (axis) => positions[3 * i + axis]! * scale[axis]! + offset[axis]!,
        ) as unknown as CloudCoordinates;
        const aside = offAxis(at, region);
        if (aside < least) [best, least] = [at, aside];
      }
    }
    return best;
  }

  async #ask(id: string, body: CloudSelection & { level?: number; limit: number }) {
    const request = {
      params: { id },
      query: {},
      body: { ...body, attributes: [], answer: 'binary' as const },
    };
    const { data } = await this.#api.bytes(queryPointcloud, request);
    return data ? new CloudFrameReader().read(new Uint8Array(data)) : [];
  }
}

function offAxis(at: CloudCoordinates, { origin, direction }: { origin: number[]; direction: number[] }) {
  const length = Math.hypot(...direction);
  const from = at.map((value, i) => value - origin[i]!);
  const along = from.reduce((sum, value, i) => sum + (value * direction[i]!) / length, 0);
  return Math.hypot(...from.map((value, i) => value - (along * direction[i]!) / length));
}
