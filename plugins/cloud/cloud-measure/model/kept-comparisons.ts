import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Api } from '#core/api';
import { Latest, isAbort, serviceToken } from '#core/kernel';
import {
  deleteKeptDeviation,
  keepDeviation,
  listKeptDeviations,
  type BodyOf,
  type KeptDeviation,
  type PointsIn,
} from '#core/protocol';
import type { CloudStage } from '#plugins/cloud/point-cloud/api';

/** The comparisons that were kept of the clouds in the view. */
export class KeptComparisons {
  list: readonly KeptDeviation[] = [];
  /** Why they could not be loaded. */
  failure: unknown = undefined;
  readonly #api: Pick<Api, 'call'>;
  readonly #newest = new Latest();

  constructor(
    api: Pick<Api, 'call'>,
    readonly stage: Pick<CloudStage, 'clouds'>,
  ) {
    this.#api = api;
    makeAutoObservable(this, { stage: false, list: observableRef, failure: observableRef });
  }

  /** A failure is kept. */
  async load(): Promise<void> {
    const ids = this.stage.clouds.filter(({ state }) => state === 'drawn').map(({ id }) => id);
    try {
      await this.#newest.run(async (signal) => {
        const found: KeptDeviation[] = [];
        for (const id of ids)
          found.push(...(await this.#api.call(listKeptDeviations, { params: { id } }, { signal })).data);
        runInAction(() => {
          this.list = found;
          this.failure = undefined;
        });
      });
    } catch (thrown) {
      if (!isAbort(thrown)) runInAction(() => (this.failure = thrown));
    }
  }

  /** The server compares again, and keeps what it finds. Throws AppError. */
  async keep(
    id: string,
    body: BodyOf<typeof keepDeviation>,
    query: PointsIn,
    signal: AbortSignal,
  ): Promise<void> {
    const { data } = await this.#api.call(keepDeviation, { params: { id }, query, body }, { signal });
    runInAction(() => (this.list = [data, ...this.list]));
  }

  /** Throws AppError. */
  async remove({ id, pointcloudId }: KeptDeviation): Promise<void> {
    await this.#api.call(deleteKeptDeviation, { params: { id: pointcloudId, deviation: id } });
    runInAction(() => (this.list = this.list.filter((one) => one.id !== id)));
  }
}
export const KEPT_COMPARISONS = serviceToken<KeptComparisons>('cloud-measure.KeptComparisons');
