import { Vector3 } from 'three';
import { afterEach, expect, it, vi } from 'vitest';
import type { NodePoints } from '../model/points.ts';
import type { CloudSource, SourceNode } from '../model/source.ts';
import { CloudNode, type NodeOwner } from './cloud-node.ts';

afterEach(() => vi.useRealTimers());

const NODE: SourceNode = {
  level: 0,
  corner: [0, 0, 0],
  side: 1,
  count: 1,
  children: Array<undefined>(8).fill(undefined),
} as never;

/** Points of one class, read by `read`. */
function nodeOf(read: () => Promise<number>) {
  const points = async () =>
    ({
      count: 1,
      positions: new Float32Array(3),
      classification: Uint8Array.of(await read()),
      extras: [],
    }) as Partial<NodePoints> as NodePoints;
  const heard: string[] = [];
  const owner: NodeOwner = {
    source: { spacing: 1, points } as Partial<CloudSource> as CloudSource,
    corner: new Vector3(),
    loading: 0,
    closed: new AbortController().signal,
    needs: { attribute: undefined, normals: false, comparison: undefined },
    normalNames: undefined,
    deviationsOf: () => Promise.resolve(undefined),
    normalsOf: () => Promise.resolve(new Float32Array()),
    loaded: () => heard.push('loaded'),
    failed: (_, error) => heard.push(String(error)),
    complete: () => heard.push('complete'),
    redraw: () => heard.push('redraw'),
  };
  return { node: new CloudNode(owner, NODE), heard };
}

it('stays drawn when its changed classes cannot be read, and asks for them again', async () => {
  vi.useFakeTimers();
  const read = vi.fn<() => Promise<number>>();
  read.mockResolvedValueOnce(2).mockRejectedValueOnce('busy').mockResolvedValueOnce(6);
  const { node, heard } = nodeOf(read);
  await node.load();
  node.renew();
  await vi.advanceTimersByTimeAsync(0);
  expect(node.loaded).toBe(true);
  expect(node.points!.classification[0]).toBe(2);
  expect(heard).toEqual(['complete', 'loaded', 'busy']);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(node.points!.classification[0]).toBe(6);
  expect(heard.slice(3)).toEqual(['complete', 'loaded']);
});

it('wants to be drawn again a while after it could not be read', async () => {
  vi.useFakeTimers();
  const read = vi.fn<() => Promise<number>>().mockRejectedValueOnce('busy').mockResolvedValueOnce(2);
  const { node, heard } = nodeOf(read);
  await node.load();
  await node.load();
  expect(heard).toEqual(['busy']);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(heard).toEqual(['busy', 'redraw']);
  await node.load();
  expect(node.loaded).toBe(true);
});
