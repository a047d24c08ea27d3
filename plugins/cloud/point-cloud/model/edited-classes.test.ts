import { describe, expect, it } from 'vitest';
import type { CallSpec } from '#core/protocol';
import { EditedClasses, nameOf } from './edited-classes.ts';
import { emptyPoints } from './points.ts';
import { childCube, type CloudSource, type SourceNode } from './source.ts';

const node = (cube: Pick<SourceNode, 'corner' | 'side' | 'level'>): SourceNode => ({
  ...cube,
  count: 3,
  start: 0,
  size: 0,
  children: [],
  page: undefined,
});
const root = node({ corner: [500_000, 4_000_000, 100], side: 80, level: 0 });
const below = (...path: number[]): SourceNode =>
  path.reduce((parent, child) => node(childCube(parent, child)), root);

const octree = { root, kind: 'octree' } as const;
const file = {
  ...octree,
  points: () => Promise.resolve(emptyPoints(3, false, false)),
} as unknown as CloudSource;

/** Answers as a server whose newest version is `version`, with edits in `nodes`. */
function server(state: { version: number; nodes: Record<string, number> }, bytes: number[]) {
  const asked: string[] = [];
  return {
    asked,
    call: (call: CallSpec) => {
      asked.push(call.id);
      return Promise.resolve({ data: call.id === 'pointcloud.edits' ? { ...state, edits: [] } : state });
    },
    bytes: (call: CallSpec) => {
      asked.push(call.id);
      return Promise.resolve({ data: new Uint8Array(bytes).buffer });
    },
  };
}

describe('the classes people gave points', () => {
  it('names nodes as the server does', () => {
    expect(nameOf(root, octree)).toBe('r');
    expect(nameOf(below(0, 2, 4), octree)).toBe('r024');
    expect(nameOf(below(7, 1, 6), octree)).toBe('r716');
    expect(nameOf(below(4, 0, 2), { root, kind: 'copc' })).toBe('3-4-1-0');
  });

  it('replace those of the file in edited nodes only, and are asked for again once they have changed', async () => {
    const state = { version: 1, nodes: { r4: 1 } as Record<string, number> };
    const api = server(state, [6, 2, 6]);
    const source = new EditedClasses(file, api as never, { id: 'one' });
    expect([...(await source.points(below(4))).classification]).toEqual([6, 2, 6]);
    expect([...(await source.points(below(3))).classification]).toEqual([0, 0, 0]);
    expect(api.asked).toEqual(['pointcloud.edits', 'pointcloud.editedNodes', 'pointcloud.nodeClasses']);
    state.nodes = { r3: 2 };
    source.renew();
    expect([...(await source.points(below(4))).classification]).toEqual([0, 0, 0]);
    expect([...(await source.points(below(3))).classification]).toEqual([6, 2, 6]);
  });

  it('are refused where they are not one a point', async () => {
    const api = server({ version: 1, nodes: { r: 1 } }, [6]);
    const source = new EditedClasses(file, api as never, { id: 'one' });
    await expect(source.points(root)).rejects.toMatchObject({ id: 'cloud-node-cut' });
  });

  it('need one call where nothing was ever edited', async () => {
    const api = server({ version: 0, nodes: {} }, []);
    const source = new EditedClasses(file, api as never, { id: 'one' });
    await source.points(root);
    await source.points(root);
    expect(api.asked).toEqual(['pointcloud.edits']);
  });
});
