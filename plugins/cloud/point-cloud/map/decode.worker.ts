import { createLazPerf, type LazPerf } from 'laz-perf/lib/worker/index.js';
import wasmUrl from 'laz-perf/lib/worker/laz-perf.wasm?url';
import type { CopcChunk } from '../model/copc.ts';
import { isDeepColour, RecordReader } from '../model/las-records.ts';
import { readOctreePoints } from '../model/octree-points.ts';
import { normalsOf } from '../model/normals.ts';
import { buffersOf, type NodePoints } from '../model/points.ts';
import type { DecodeAnswer, DecodeTask } from './decoder.ts';

let loading: Promise<LazPerf> | undefined;

/** Decodes nodes; a failure is answered with its message. */
self.onmessage = ({ data }: MessageEvent<DecodeTask>) => {
  void decode(data).then(
    (answer) => self.postMessage(answer, { transfer: transferable(answer) }),
    (error: unknown) => self.postMessage({ failed: error instanceof Error ? error.message : String(error) }),
  );
};

function transferable(answer: DecodeAnswer): ArrayBuffer[] {
  if ('points' in answer) return buffersOf(answer.points);
  return 'normals' in answer ? [answer.normals.buffer as ArrayBuffer] : [];
}

async function decode(task: DecodeTask): Promise<DecodeAnswer> {
  if (task.kind === 'octree')
    return { points: readOctreePoints(task.bytes, task.attributes, task.decoding), deepColours: false };
  if (task.kind === 'normals') return { normals: normalsOf(task.positions) };
  loading ??= createLazPerf({ locateFile: () => wasmUrl });
  const laz = await loading;
  return task.kind === 'copc' ? decodeChunk(laz, task.chunk) : { isPrepared: true };
}

function decodeChunk(
  laz: LazPerf,
  chunk: CopcChunk,
): { readonly points: NodePoints; readonly deepColours: boolean } {
  const { bytes, format, recordLength, count } = chunk;
  const compressed = laz._malloc(bytes.byteLength);
  const records = laz._malloc(count * recordLength);
  const decoder = new laz.ChunkDecoder();
  try {
    if (compressed === 0 || records === 0)
      throw new RangeError(`There is no memory to unpack ${count} points of ${recordLength} bytes.`);
    laz.HEAPU8.set(new Uint8Array(bytes), compressed);
    decoder.open(format, recordLength, compressed);
    for (let i = 0; i < count; i++) decoder.getPoint(records + i * recordLength);
    const view = new DataView(laz.HEAPU8.buffer, records, count * recordLength);
    // The depth of its colours is known only when all are unpacked.
    let deep = chunk.deepColours ?? false;
    if (chunk.deepColours === undefined)
      for (let i = 0; i < count && !deep; i++) deep = isDeepColour(format, view, i * recordLength);
    const reader = new RecordReader(format, chunk, deep);
    for (let i = 0; i < count; i++) reader.read(view, i * recordLength);
    return { points: reader.points, deepColours: deep };
  } finally {
    decoder.delete();
    laz._free(records);
    laz._free(compressed);
  }
}
