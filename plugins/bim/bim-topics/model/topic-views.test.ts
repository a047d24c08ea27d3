import { describe, expect, it, vi } from 'vitest';
import type { TopicViewpoint } from '#core/protocol';
import { TopicViews } from './topic-views.ts';

/** A model whose x axis points north, 1000 m east and 2000 m north of the zero of the map, 100 m up. */
const placed = (_: string, [x, y, z]: readonly number[]) => [1000 - y!, 2000 + x!, 100 + z!] as const;

const VIEW: TopicViewpoint = {
  eye: [10, -10, 5],
  direction: [-0.6, 0.8, 0],
  up: [0, 0, 1],
  field: { degrees: 50 },
  planes: [{ at: [0, 0, 3], normal: [0, 0, 1] }],
  selection: ['wall'],
  isVisible: true,
  exceptions: ['roof'],
};

function opened() {
  const look = { hidden: new Map(), isolated: undefined };
  const change = vi.fn();
  const view = {
    placed,
    elements: {
      itemsOf: (elements: readonly unknown[]) => Promise.resolve(new Map([['m/0', elements]])),
    },
    zoomTo: vi.fn(),
    viewpoint: undefined as unknown,
  };
  const stage = { look, change, models: [{ id: 'm', state: 'drawn' }] };
  const selection = { elements: [], set: vi.fn() };
  const views = new TopicViews({ current: view } as never, stage as never, selection as never);
  return { views, view, change, selection };
}

describe('A viewpoint of a topic', () => {
  it('is shown where the model stands, with its cuts, its choice and what it hides', async () => {
    const { views, view, change, selection } = opened();
    expect(await views.show('m', VIEW)).toBe(true);
    // x is north and y is west: 10 m north and 10 m east of the zero of the file, looking south and west.
    expect(view.viewpoint).toMatchObject({ eye: [1010, 2010, 105], field: { degrees: 50 } });
    const { direction } = view.viewpoint as { direction: number[] };
    [-0.8, -0.6, 0].forEach((value, axis) => expect(direction[axis]).toBeCloseTo(value, 9));
    expect(change.mock.calls[0]![0]).toMatchObject({
      planes: [{ at: [1000, 2000, 103] }],
      isolated: undefined,
    });
    expect(selection.set).toHaveBeenCalledWith([{ modelId: 'm', globalId: 'wall' }]);
  });

  it('without a place of its own leads to what it chooses', async () => {
    const { views, view } = opened();
    await views.show('m', { ...VIEW, eye: [0, 0, 0] });
    expect(view.zoomTo).toHaveBeenCalledWith([{ modelId: 'm', globalId: 'wall' }]);
    expect(view.viewpoint).toBeUndefined();
  });

  it('is not shown while its model is not drawn', async () => {
    const { views, view } = opened();
    view.placed = (() => undefined) as never;
    expect(await views.show('m', VIEW)).toBe(false);
  });
});
