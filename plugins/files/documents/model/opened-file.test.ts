import { describe, expect, it, vi } from 'vitest';
import { listFiles } from '#core/protocol';
import { OpenedFile } from './opened-file.ts';

function fileOf(answers: Record<string, 'slow' | 'gone' | 'fails'> = {}) {
  const slow: (() => void)[] = [];
  const call = async (
    spec: { id: string },
    { query, params }: { query?: { id: string }; params?: { id: string } },
  ) => {
    const id = (query ?? params)!.id;
    const kind = answers[id];
    if (kind === 'fails') throw new Error('The server is asleep.');
    if (kind === 'slow') await new Promise<void>((resolve) => slow.push(resolve));
    if (spec.id !== listFiles.id) return { data: [] };
    return { data: kind === 'gone' ? [] : [{ id, name: `${id}.pdf`, photo: null }] };
  };
  return { slow, opened: new OpenedFile({ call } as never, {} as never, { reload: vi.fn() }) };
}

describe('The clicked file', () => {
  it('starts, and opens with success', async () => {
    const { opened } = fileOf();
    opened.open('a', 'p');
    expect([opened.state, opened.isOpen]).toEqual(['start', true]);
    await expect.poll(() => opened.state).toBe('success');
    expect(opened.file?.name).toBe('a.pdf');
  });

  it('fails with a sentence, and can be tried again', async () => {
    const { opened } = fileOf({ a: 'fails' });
    opened.open('a', 'p');
    await expect.poll(() => opened.state).toBe('fail');
    expect(opened.error).toBe('The server is asleep.');
    await opened.reload();
    expect(opened.state).toBe('fail');
  });

  it('has no file when it is gone', async () => {
    const { opened } = fileOf({ a: 'gone' });
    opened.open('a', 'p');
    await expect.poll(() => opened.state).toBe('success');
    expect(opened.file).toBeUndefined();
  });

  it('is the last one clicked, however slow those before are', async () => {
    const { opened, slow } = fileOf({ a: 'slow' });
    opened.open('a', 'p');
    opened.open('b', 'p');
    await expect.poll(() => opened.file?.id).toBe('b');
    for (const end of slow) end();
    await Promise.resolve();
    expect(opened.file?.id).toBe('b');
  });

  it('goes through the list it was opened from', async () => {
    const { opened } = fileOf();
    opened.open('b', 'p', ['a', 'b', 'c']);
    expect([opened.neighbour(1), opened.neighbour(-1)]).toEqual(['c', 'a']);
    opened.go(1);
    await expect.poll(() => opened.file?.id).toBe('c');
    expect(opened.neighbour(1)).toBeUndefined();
    opened.close();
    expect(opened.isOpen).toBe(false);
  });
});
