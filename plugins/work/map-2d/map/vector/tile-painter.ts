import { AppError } from '#core/kernel';
import type { ExternalFeatures, LayerExtent, TilePlace, VectorTileLook } from '#core/mapview';
import type { TilePainter, VectorTile } from '../../api.ts';

/** Milliseconds for one tile, and for loading the code with the first; most are painted in some hundredths of a second. */
const PATIENCE = 15_000;

export type TileTask = { readonly tile: VectorTile } & (
  | {
      readonly do: 'paint';
      readonly look: VectorTileLook;
      readonly shown: TilePlace;
      readonly pixels: number;
    }
  | { readonly do: 'find'; readonly extent: LayerExtent; readonly most: number }
);
export type TileAnswer = { readonly image: ImageBitmap } | ExternalFeatures | { readonly failed: string };

interface Waiting {
  readonly task: TileTask;
  readonly signal: AbortSignal | undefined;
  readonly resolve: (answer: Exclude<TileAnswer, { failed: string }>) => void;
  readonly reject: (reason: unknown) => void;
}

/** Reads and paints vector tiles in a worker, one after the other; one that takes too long is given up. */
export class WorkerTilePainter implements TilePainter {
  #worker: Worker | undefined;
  #isBusy = false;
  readonly #waiting: Waiting[] = [];

  async paint(
    tile: VectorTile,
    how: { look: VectorTileLook; shown: TilePlace; pixels: number },
    signal?: AbortSignal,
  ): Promise<ImageBitmap> {
    const answer = await this.#ask({ do: 'paint', tile, ...how }, signal);
    return (answer as { image: ImageBitmap }).image;
  }

  async find(
    tile: VectorTile,
    how: { extent: LayerExtent; most: number },
    signal?: AbortSignal,
  ): Promise<ExternalFeatures> {
    return (await this.#ask({ do: 'find', tile, ...how }, signal)) as ExternalFeatures;
  }

  #ask(task: TileTask, signal: AbortSignal | undefined): Promise<Exclude<TileAnswer, { failed: string }>> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ task, signal, resolve, reject });
      this.#next();
    });
  }

  #next(): void {
    const one = this.#isBusy ? undefined : this.#waiting.shift();
    if (!one) return;
    if (one.signal?.aborted) {
      one.reject(one.signal.reason);
      return this.#next();
    }
    this.#isBusy = true;
    const worker = (this.#worker ??= new Worker(new URL('./tile.worker.ts', import.meta.url), {
      type: 'module',
    }));
    const end = (answer: TileAnswer) => {
      clearTimeout(timer);
      worker.onmessage = worker.onerror = null;
      this.#isBusy = false;
      if ('failed' in answer) one.reject(new AppError(`vector-tiles.${answer.failed}`, answer.failed));
      else one.resolve(answer);
      this.#next();
    };
    const giveUp = (failed: string) => {
      worker.terminate();
      this.#worker = undefined;
      end({ failed });
    };
    const timer = setTimeout(() => giveUp('slow'), PATIENCE);
    worker.onmessage = ({ data }: MessageEvent<TileAnswer>) => end(data);
    worker.onerror = () => giveUp('damaged');
    worker.postMessage(one.task);
  }
}
