import type { Api } from '#core/api';
import { cloudDeviations, type PointsIn } from '#core/protocol';
import type { CloudComparison } from '../api.ts';

/** Requests at a time: the server computes each, and answers picks and measures meanwhile. */
const AT_A_TIME = 2;
/** Of points without a surface of the other cloud within reach: greater than all that is drawn in colours. */
export const NO_DEVIATION = 1e30;

export interface DeviationServices {
  readonly api: Pick<Api, 'bytes'>;
  /** The query for coordinates of the view. */
  readonly pointsIn: (cloudId: string) => PointsIn | undefined;
  /** Metres per unit of the coordinates of the view. */
  readonly unit: number;
  /** Called with the spacing of the other cloud's points, metres, where not all of them could be compared with. */
  readonly thinned: (spacing: number) => void;
}

/** Names what the points of nodes have been compared with. */
export const nameOfComparison = ({ from, most, content, fromContent }: CloudComparison): string =>
  `deviation ${from} ${most} ${content}-${fromContent}`;

/** Deviations of the points of nodes from another cloud, which the server computes; few at a time. */
export class NodeDeviations {
  readonly #services: DeviationServices;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(services: DeviationServices) {
    this.#services = services;
  }

  /** Metres, one a point; undefined when nobody wants them any more. */
  async of(
    comparison: CloudComparison,
    node: string,
    isWanted: () => boolean,
    signal: AbortSignal,
  ): Promise<Float32Array | undefined> {
    if (this.#running >= AT_A_TIME) await new Promise<void>((start) => this.#waiting.push(start));
    this.#running++;
    try {
      return isWanted() && !signal.aborted ? await this.#ask(comparison, node, signal) : undefined;
    } finally {
      this.#running--;
      this.#waiting.shift()?.();
    }
  }

  async #ask(
    { cloudId, from, most, content, fromContent }: CloudComparison,
    node: string,
    signal: AbortSignal,
  ): Promise<Float32Array> {
    const { api, pointsIn, unit, thinned } = this.#services;
    const query = { ...pointsIn(cloudId), from, most: most / unit, content, fromcontent: fromContent };
    const { data } = await api.bytes(cloudDeviations, { params: { id: cloudId, node }, query }, { signal });
    const [spacing = 0, ...values] = new Float32Array(data ?? new ArrayBuffer(4));
    if (spacing > 0) thinned(spacing * unit);
    return Float32Array.from(values, (value) => (Number.isNaN(value) ? NO_DEVIATION : value * unit));
  }
}
