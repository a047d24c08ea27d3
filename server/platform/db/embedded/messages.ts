import type { DatabaseFault } from '../errors.ts';

/** Requests to the engine's thread, one at a time, in order. */
export type EngineRequest =
  | { kind: 'query'; sql: string; params: readonly unknown[] }
  | { kind: 'script'; sql: string }
  | { kind: 'copy'; sql: string; content: Blob }
  | { kind: 'listen'; channel: string }
  /** One row: bytes of the engine's memory. */
  | { kind: 'memory' }
  | { kind: 'close' };

export type Numbered = EngineRequest & { id: number };

export type EngineReply =
  | { kind: 'ready' }
  | { kind: 'failed'; message: string }
  | { kind: 'rows'; id: number; rows: unknown[] }
  | { kind: 'fault'; id: number; message: string; fields: DatabaseFault }
  | { kind: 'notification'; channel: string; payload: string };

export interface WorkerStart {
  folder: string;
  durable: boolean;
}
