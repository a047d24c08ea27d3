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
    }
  | { readonly kind: 'normals'; readonly positions: Float32Array }
  /** Loads what decodes nodes of a COPC. */
  | { readonly kind: 'prepare' };
export type DecodeAnswer =
  | { readonly points: NodePoints; readonly deepColours: boolean }
  | { readonly normals: Float32Array }
  | { readonly isPrepared: true }
  | { readonly failed: string };
type Answer = Exclude<DecodeAnswer, { failed: string }>;

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

  readonly decodeChunk: DecodeChunk = (chunk) => this.#pointsOf({ kind: 'copc', chunk });
  readonly decodeNode: DecodeNode = async (bytes, attributes, decoding) =>
    (await this.#pointsOf({ kind: 'octree', bytes, attributes, decoding })).points;
  readonly normalsOf = async (positions: Float32Array): Promise<Float32Array> => {
    // A copy: the worker takes it away.
    const answer = await this.#answer({ kind: 'normals', positions: positions.slice() });
    return 'normals' in answer ? answer.normals : new Float32Array(positions.length);
  };

  /** Loads the decoder of COPC early, while the file is being opened. If that fails, the first node says so. */
  prepare(): void {
    void this.#answer({ kind: 'prepare' }).catch(() => {});
  }

  dispose(): void {
    this.#closed = true;
    for (const worker of this.#all) worker.terminate();
    for (const { resolve } of this.#waiting.splice(0)) resolve({ failed: 'closed' });
  }

  async #pointsOf(task: DecodeTask): Promise<Extract<Answer, { points: NodePoints }>> {
    const answer = await this.#answer(task);
    if (!('points' in answer)) throw new AppError('cloud-node-unreadable', task.kind);
    return answer;
  }

  async #answer(task: DecodeTask): Promise<Answer> {
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
    worker.postMessage(task, buffersOf(task));
  }

  #start(): Worker {
    const worker = new Worker(new URL('./decode.worker.ts', import.meta.url), { type: 'module' });
    this.#all.push(worker);
    return worker;
  }
}

function buffersOf(task: DecodeTask): ArrayBuffer[] {
  if (task.kind === 'prepare') return [];
  if (task.kind === 'normals') return [task.positions.buffer as ArrayBuffer];
  return [task.kind === 'copc' ? task.chunk.bytes : task.bytes];
}
