import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { sentenceOf } from '#core/kernel';
import type { Pixel } from '#core/mapview';
import type { Position } from '#core/protocol';
import type { CloudCoordinates, LoneCloud } from '#plugins/cloud/point-cloud/api';

/** An end of the tape. */
export interface TapeEnd {
  readonly at: CloudCoordinates;
  readonly position: Position;
  /** Undefined: the stored point at full resolution; else why it is only one of those drawn. */
  readonly why: string | undefined;
  /** Metres between the points that were drawn there. */
  readonly spacing: number;
}

/** Metres. */
export interface TapeLength {
  readonly distance: number;
  readonly horizontal: number;
  /** Of the second end above the first. */
  readonly rise: number;
}

/** Measures between two taps. A third begins again. */
export class Tape {
  ends: readonly TapeEnd[] = [];
  /** The last tap met no point. */
  missed = false;
  isAsking = false;
  readonly #cloud: Pick<LoneCloud, 'view' | 'exactPoint'>;
  #round = 0;

  constructor(cloud: Pick<LoneCloud, 'view' | 'exactPoint'>) {
    this.#cloud = cloud;
    makeAutoObservable(this, { ends: observableRef });
  }

  get length(): TapeLength | undefined {
    const [from, to] = this.ends;
    if (!from || !to) return undefined;
    const { unit } = this.#cloud.view;
    const horizontal = Math.hypot(to.at[0] - from.at[0], to.at[1] - from.at[1]) * unit;
    const rise = (to.position[2] ?? 0) - (from.position[2] ?? 0);
    return { distance: Math.hypot(horizontal, rise), horizontal, rise };
  }

  /** Why the ends are not all at full resolution; undefined where they are. */
  get why(): string | undefined {
    return this.ends.find(({ why }) => why !== undefined)?.why;
  }

  clear(): void {
    this.#round++;
    this.ends = [];
    this.missed = this.isAsking = false;
  }

  async tap(pixel: Pixel): Promise<void> {
    if (this.isAsking) return;
    const { view } = this.#cloud;
    const loaded = view.pointAt(pixel);
    this.missed = loaded === undefined;
    if (!loaded) return;
    if (this.ends.length === 2) this.clear();
    const round = this.#round;
    const spacing = loaded.spacing * view.unit;
    this.isAsking = true;
    let end: TapeEnd;
    try {
      const at = await this.#cloud.exactPoint(pixel, loaded);
      end = { at, position: view.fromCloud(at), why: undefined, spacing };
    } catch (failure) {
      end = { at: loaded.coordinates, position: loaded.position, why: sentenceOf(failure), spacing };
    }
    runInAction(() => {
      if (round !== this.#round) return;
      this.ends = [...this.ends, end];
      this.isAsking = false;
    });
  }
}
