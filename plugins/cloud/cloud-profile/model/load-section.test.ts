import { describe, expect, it } from 'vitest';
import { encodeCloudFrame, type CloudFrame, type CloudQueryHead } from '#core/protocol';
import { loadSection } from './load-section.ts';
import { SectionLine } from './section-line.ts';
import type { PointBatch } from './section-points.ts';

const HEAD: CloudQueryHead = {
  cloudId: '0b2f9a64-6a3c-4c53-9c8e-1f6a5f3f2d10',
  content: 1,
  edits: 3,
  crs: 'EPSG:32633',
  scale: [0.001, 0.001, 0.01],
  offset: [500_000, 4_500_000, 0],
  attributes: ['rgb', 'classification'],
};
const POINTS: CloudFrame = {
  kind: 'points',
  points: {
    level: 0,
    count: 2,
    positions: new Int32Array([1000, 2000, 300, 4000, 5000, 650]),
    rgb: new Uint8Array([255, 0, 0, 0, 255, 0]),
    classification: new Uint8Array([2, 6]),
  },
};
const END: CloudFrame = { kind: 'end', end: { points: 2, nodes: 1, complete: true, stoppedBy: null } };

/** Serves frames in pieces of `size` bytes, and notes the request. */
function serving(frames: readonly CloudFrame[], size: number) {
  const requests: unknown[] = [];
  const all = frames.flatMap((frame) => [...encodeCloudFrame(frame)]);
  const stream = (_: unknown, request: unknown) => {
    requests.push(request);
    let at = 0;
    return Promise.resolve(
      new ReadableStream<Uint8Array>({
        pull: (controller) => {
          if (at >= all.length) return controller.close();
          controller.enqueue(new Uint8Array(all.slice(at, (at += size))));
        },
      }),
    );
  };
  return { requests, api: { stream: stream as never } };
}

async function loaded(frames: readonly CloudFrame[], size = 7) {
  const { api, requests } = serving(frames, size);
  const batches: PointBatch[] = [];
  const heads: CloudQueryHead[] = [];
  const line = new SectionLine([[500_000, 4_500_000], [500_010, 4_500_000]]); // prettier-ignore
  const end = await loadSection(
    api,
    { cloudId: HEAD.cloudId, line, width: 2, cut: {}, signal: new AbortController().signal },
    { head: (head) => heads.push(head), points: (batch) => batches.push(batch) },
  );
  return { end, batches, heads, requests };
}

describe('Loading a section', () => {
  it('asks for the corridor, and places the points as stored, however the bytes arrive', async () => {
    for (const size of [7, 1000]) {
      const { end, batches, heads, requests } = await loaded(
        [{ kind: 'head', head: HEAD }, POINTS, END],
        size,
      );
      expect(requests[0]).toMatchObject({
        params: { id: HEAD.cloudId },
        body: {
          inside: [{ kind: 'corridor', width: 2, line: [[500_000, 4_500_000], [500_010, 4_500_000]] }], // prettier-ignore
          answer: 'binary',
        },
      });
      expect(heads).toEqual([HEAD]);
      expect([...(batches[0]!.x as Float64Array)]).toEqual([500_001, 500_004]);
      expect([...(batches[0]!.z as Float64Array)]).toEqual([3, 6.5]);
      expect([...(batches[0]!.classes as Uint8Array)]).toEqual([2, 6]);
      expect(end.complete).toBe(true);
    }
  });

  it('does not take an answer without its end for a whole one', async () => {
    await expect(loaded([{ kind: 'head', head: HEAD }, POINTS])).rejects.toThrow('ended early');
  });
});
