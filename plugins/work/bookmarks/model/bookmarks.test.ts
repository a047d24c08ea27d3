import { describe, expect, it, vi } from 'vitest';
import { AppError } from '#core/kernel';
import { seenNow, type Camera } from '#core/mapview';
import type { Bookmark, Viewpoint } from '#core/protocol';
import { Bookmarks } from './bookmarks.ts';

const FLAT: Viewpoint = { viewer: '2d', longitude: 12.61, latitude: 42.93, zoom: 17 };
const bookmark = (name: string, version = 1): Bookmark => ({
  id: name,
  projectId: 'p',
  name,
  viewpoint: FLAT,
  version,
  createdAt: '2026-11-21T10:00:00Z',
  createdBy: 'Ada',
});

/** A server that returns these answers in turn, or throws them. */
function talking(...answers: unknown[]) {
  const call = vi.fn((..._args: unknown[]) => {
    const answer = answers.shift();
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve({ data: answer });
  });
  const notices = { failed: vi.fn(), deleted: vi.fn<(name: string, undo: () => void) => void>() };
  const projects = { current: { project: { id: 'p' } } } as never;
  return { bookmarks: new Bookmarks({ call } as never, projects, notices), call, notices };
}

describe('The bookmarks of a project', () => {
  it('are sorted by name, including the one just added or renamed', async () => {
    const { bookmarks } = talking([bookmark('Bridge'), bookmark('Well')], bookmark('Tower'), {
      ...bookmark('Bridge'),
      name: 'Zoo',
    });
    await bookmarks.read();
    expect(await bookmarks.add('Tower', FLAT)).toBe(true);
    await bookmarks.update(bookmark('Bridge'), { name: 'Zoo' });
    expect(bookmarks.list?.map(({ name }) => name)).toEqual(['Tower', 'Well', 'Zoo']);
  });

  it('show the current state after a conflict, and say why nothing was changed', async () => {
    const stale = new AppError('http', 'It was changed meanwhile.', { status: 412 });
    const { bookmarks, notices, call } = talking([bookmark('Bridge')], stale, [bookmark('North bridge', 2)]);
    await bookmarks.read();
    expect(await bookmarks.update(bookmark('Bridge'), { name: 'South bridge' })).toBe(false);
    expect(notices.failed).toHaveBeenCalledWith(stale);
    expect(call.mock.calls[1]![1]).toMatchObject({ ifMatch: '1' });
    expect(bookmarks.list?.map(({ name }) => name)).toEqual(['North bridge']);
  });

  it('restore a deleted one', async () => {
    const { bookmarks, notices } = talking([bookmark('Well')], undefined, bookmark('Well'));
    await bookmarks.read();
    await bookmarks.remove(bookmark('Well'));
    expect(bookmarks.list).toEqual([]);
    notices.deleted.mock.calls[0]![1]();
    await vi.waitFor(() => expect(bookmarks.list?.length).toBe(1));
  });

  it('say why they could not be loaded', async () => {
    const lost = new AppError('network', 'The server cannot be reached.');
    const { bookmarks } = talking(lost);
    await bookmarks.read();
    expect([bookmarks.list, bookmarks.error]).toEqual([undefined, lost]);
  });
});

describe('A stored view', () => {
  const camera: Camera = {
    extent: [0, 0, 1, 1],
    resolution: 1,
    zoom: 17,
    center: [12.61, 42.93],
    heading: 0,
  };

  it('has no tilt on the flat map', () => {
    expect(seenNow('2d', camera)).toEqual(FLAT);
  });

  it('has a valid longitude and heading, however far the map was rotated', () => {
    // 540.5 is half a turn and 180.5 on, which is 179.5 west; 10 degrees west of north are 350.
    expect(seenNow('3d', { ...camera, center: [540.5, 42.93], heading: -10, tilt: 91 })).toEqual({
      viewer: '3d',
      longitude: -179.5,
      latitude: 42.93,
      zoom: 17,
      heading: 350,
      tilt: 90,
    });
  });
});
