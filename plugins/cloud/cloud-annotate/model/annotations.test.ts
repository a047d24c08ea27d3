import { BehaviorSubject } from 'rxjs';
import { describe, expect, it, vi } from 'vitest';
import { AppError } from '#core/kernel';
import type { CloudAnnotation } from '#core/protocol';
import { CloudAnnotations } from './annotations.ts';

const annotation = (title: string, category = '', version = 1): CloudAnnotation => ({
  id: title,
  pointcloudId: 'a',
  title,
  text: `About ${title}`,
  category,
  position: [12, 42, 100],
  camera: null,
  version,
  createdAt: '2026-11-25T10:00:00Z',
  createdBy: 'Ada',
  updatedAt: '2026-11-25T10:00:00Z',
  updatedBy: 'Ada',
});

/** A server that returns these answers in turn, or throws them; one cloud is in view. */
async function talking(...answers: unknown[]) {
  const call = vi.fn((..._args: unknown[]) => {
    const answer = answers.shift();
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve({ data: answer });
  });
  const clouds = [
    { id: 'a', state: 'drawn' },
    { id: 'b', state: 'off' },
  ];
  const stage = { clouds, clouds$: new BehaviorSubject(clouds) };
  const notices = { failed: vi.fn(), deleted: vi.fn<(title: string, undo: () => void) => void>() };
  const annotations = new CloudAnnotations({ call } as never, stage as never, notices);
  await vi.waitFor(() => expect(annotations.list ?? annotations.error).toBeDefined());
  return { annotations, call, notices, stage };
}
const titles = (of: readonly CloudAnnotation[] | undefined) => of?.map(({ title }) => title);

describe('The annotations of the clouds in view', () => {
  it('are those of what is drawn, by title, and found by words and category', async () => {
    const all = [annotation('Tile', 'Damage'), annotation('crack', 'Damage'), annotation('Mark')];
    const { annotations, call } = await talking(all);
    expect(call.mock.calls.map(([, request]) => request)).toEqual([{ params: { id: 'a' } }]);
    expect(titles(annotations.list)).toEqual(['crack', 'Mark', 'Tile']);
    expect(annotations.categories).toEqual(['Damage']);
    annotations.setCategory('Damage');
    expect(titles(annotations.found)).toEqual(['crack', 'Tile']);
    annotations.setSearch('about CRACK');
    expect(titles(annotations.found)).toEqual(['crack']);
  });

  it('take what is written, and are asked for again after a conflict, keeping the draft', async () => {
    const stale = new AppError('http', 'It was changed meanwhile.', { status: 412 });
    const mark = annotation('Mark');
    const { annotations, call, notices } = await talking([mark], stale, [annotation('Mark', 'New', 2)]);
    annotations.write({ cloudId: 'a', position: [1, 2, 3], of: mark });
    expect(await annotations.save({ ...mark, title: 'Sign' })).toBe(false);
    expect(call.mock.calls[1]![1]).toMatchObject({ ifMatch: '1', params: { id: 'Mark' } });
    expect(notices.failed).toHaveBeenCalledWith(stale);
    expect(annotations.list).toMatchObject([{ category: 'New' }]);
    expect(annotations.draft?.of?.version).toBe(2);
  });

  it('are added again after one was deleted by mistake', async () => {
    const tile = annotation('Tile', 'Damage');
    const { annotations, call, notices } = await talking([tile], undefined, { ...tile, id: 'again' });
    await annotations.remove(tile);
    expect(annotations.list).toEqual([]);
    notices.deleted.mock.calls[0]![1]();
    await vi.waitFor(() => expect(annotations.list).toMatchObject([{ id: 'again', title: 'Tile' }]));
    expect(call.mock.calls.at(-1)![1]).toMatchObject({ params: { id: 'a' }, body: { category: 'Damage' } });
  });
});
