import { AppError, type Disposable } from '#core/kernel';
import type { CopcChunk, DecodeChunk } from '../model/copc.ts';
import type { DecodeNode } from '../model/octree.ts';
import type { OctreeAttribute } from '../model/octree-points.ts';
import type { Decoding, NodePoints } from '../model/points.ts';

export type DecodeTask =
  | { readonly kind: 'copc'; readonly chunk: CopcChunk }
  | {
      readonly kind: 'octree';
      readonly bytes: ArrayBuffer;
      readonly attributes: readonly OctreeAttribute[];
      readonly decoding: Decoding;
    };
export type DecodeAnswer =
  { readonly points: NodePoints; readonly deepColours: boolean } | { readonly failed: string };

interface Waiting {
  readonly task: DecodeTask;
  readonly resolve: (answer: DecodeAnswer) => void;
}

/** Decodes nodes in workers, as many as half of the processor's cores. */
export class Decoder implements Disposable {
  readonly #idle: Worker[] = [];
  readonly #all: Worker[] = [];
  readonly #waiting: Waiting[] = [];
  readonly #most = Math.max(1, Math.min(4, Math.floor(navigator.hardwareConcurrency / 2)));
  #closed = false;

  readonly decodeChunk: DecodeChunk = async (chunk) => this.#answer({ kind: 'copc', chunk });
  readonly decodeNode: DecodeNode = async (bytes, attributes, decoding) =>
    (await this.#answer({ kind: 'octree', bytes, attributes, decoding })).points;

  dispose(): void {
    this.#closed = true;
    for (const worker of this.#all) worker.terminate();
    for (const { resolve } of this.#waiting.splice(0)) resolve({ failed: 'closed' });
  }

  async #answer(task: DecodeTask): Promise<{ points: NodePoints; deepColours: boolean }> {
    const answer = await new Promise<DecodeAnswer>((resolve) => {
      this.#waiting.push({ task, resolve });
      this.#next();
    });
    if ('failed' in answer) throw new AppError('cloud-node-unreadable', answer.failed);
    return answer;
  }

  #next(): void {
    if (this.#closed || this.#waiting.length === 0) return;
    const worker = this.#idle.pop() ?? (this.#all.length < this.#most ? this.#start() : undefined);
    if (!worker) return;
    const { task, resolve } = this.#waiting.shift()!;
    const done = (answer: DecodeAnswer) => {
      worker.onmessage = worker.onerror = null;
      resolve(answer);
      this.#next();
    };
    worker.onmessage = ({ data }: MessageEvent<DecodeAnswer>) => {
      this.#idle.push(worker);
      done(data);
    };
    // A worker that fell over is replaced by the next one.
    worker.onerror = (event) => {
      worker.terminate();
      this.#all.splice(this.#all.indexOf(worker), 1);
      done({ failed: event.message });
    };
    worker.postMessage(task, [task.kind === 'copc' ? task.chunk.bytes : task.bytes]);
  }

  #start(): Worker {
    const worker = new Worker(new URL('./decode.worker.ts', import.meta.url), { type: 'module' });
    this.#all.push(worker);
    return worker;
  }
}
