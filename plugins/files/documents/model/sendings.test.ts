import { BehaviorSubject } from 'rxjs';
import { describe, expect, it, vi } from 'vitest';
import { AppError } from '#core/kernel';
import { uploadFile, uploadProjectFiles } from '#core/protocol';
import { Sendings } from './sendings.ts';

const MB = 1024 ** 2;
const fileOf = (name: string, bytes = 10) => {
  const file = new File(['x'], name);
  Object.defineProperty(file, 'size', { value: bytes });
  return file;
};

interface Sent {
  readonly call: string;
  readonly names: readonly string[];
  readonly body: Record<string, unknown>;
}

/** A server that refuses files named `bad`. */
function serverOf(refusal = 422) {
  const sent: Sent[] = [];
  const call = vi.fn(async (spec: { id: string }, request: Record<string, unknown>) => {
    const files = ((request['files'] as File[] | undefined) ?? [request['file'] as File]).filter(Boolean);
    const names = files.map(({ name }) => name);
    sent.push({ call: spec.id, names, body: request['body'] as Record<string, unknown> });
    await Promise.resolve();
    if (names.some((name) => name.startsWith('bad')))
      throw new AppError('http', 'The file bad is empty.', { status: refusal });
    const record = { projectId: 'p', geometryId: null };
    return { data: spec.id === uploadProjectFiles.id ? names.map(() => record) : record };
  });
  return { sent, call };
}
const never = { send: vi.fn() };

describe('Files on their way to become documents', () => {
  it('of a project go together, with their names joined by semicolons', async () => {
    const { sent, call } = serverOf();
    const sendings = new Sendings({ call } as never, never);
    const made: unknown[] = [];
    sendings.made$.subscribe((file) => made.push(file));
    sendings.add({ projectId: 'p' }, [fileOf('a.txt'), fileOf('b;c.txt')]);
    await expect.poll(() => sendings.files).toEqual([]);
    expect(sent).toEqual([
      { call: uploadProjectFiles.id, names: ['a.txt', 'b;c.txt'], body: { names: 'a.txt;b_c.txt' } },
    ]);
    expect(made).toHaveLength(2);
  });

  it('go at most 20 in one call', async () => {
    const { sent, call } = serverOf();
    const sendings = new Sendings({ call } as never, never);
    sendings.add(
      { projectId: 'p' },
      Array.from({ length: 45 }, (_, n) => fileOf(`${n}.txt`)),
    );
    await expect.poll(() => sendings.files).toEqual([]);
    expect(sent.map(({ names }) => names.length)).toEqual([20, 20, 5]);
  });

  it('are tried alone when one of a call is refused, and only that one fails, with its sentence', async () => {
    const { sent, call } = serverOf();
    const sendings = new Sendings({ call } as never, never);
    sendings.add({ projectId: 'p' }, [fileOf('a.txt'), fileOf('bad.txt'), fileOf('c.txt')]);
    await expect.poll(() => sendings.files.map(({ state }) => state)).toEqual(['failed']);
    expect(sendings.files[0]).toMatchObject({ file: { name: 'bad.txt' }, error: 'The file bad is empty.' });
    expect(sent.map(({ names }) => names.join())).toEqual([
      'a.txt,bad.txt,c.txt',
      'a.txt',
      'bad.txt',
      'c.txt',
    ]);
    expect(sendings.isSending).toBe(false);
  });

  it('all fail when the server does, and can be tried again', async () => {
    const { sent, call } = serverOf(503);
    const sendings = new Sendings({ call } as never, never);
    sendings.add({ projectId: 'p' }, [fileOf('bad.txt'), fileOf('b.txt')]);
    await expect.poll(() => sendings.files.map(({ state }) => state)).toEqual(['failed', 'failed']);
    sendings.retry(sendings.files[1]!);
    await expect.poll(() => sendings.files).toHaveLength(1);
    expect(sent.at(-1)).toMatchObject({ call: uploadFile.id, names: ['b.txt'] });
  });

  it('of an object go three at a time', async () => {
    let underWay = 0;
    let most = 0;
    const call = async () => {
      most = Math.max(most, ++underWay);
      await new Promise((resolve) => setTimeout(resolve, 1));
      underWay--;
      return { data: {} };
    };
    const sendings = new Sendings({ call } as never, never);
    sendings.add(
      { projectId: 'p', geometryId: 'g' },
      Array.from({ length: 8 }, (_, n) => fileOf(`${n}.jpg`)),
    );
    await expect.poll(() => sendings.files).toEqual([]);
    expect(most).toBe(3);
  });

  it('are sent in pieces when they are large, and become a document when complete', async () => {
    const { sent, call } = serverOf();
    const start = { kind: 'sending', sent: 8 * MB, bytes: 32 * MB, speed: undefined, error: undefined };
    const state$ = new BehaviorSubject<Record<string, unknown>>(start);
    const sending = { id: 'u', state$, cancel: vi.fn() };
    const sendings = new Sendings({ call } as never, { send: () => sending } as never);
    sendings.add({ projectId: 'p', geometryId: 'g' }, [fileOf('plan.tif', 32 * MB)]);
    expect(sendings.files[0]).toMatchObject({ state: 'sending', part: 0.25 });
    state$.next({ ...start, kind: 'lost' });
    expect(sendings.files[0]!.state).toBe('lost');
    state$.next({ ...start, kind: 'complete', sent: 32 * MB });
    await expect.poll(() => sendings.files).toEqual([]);
    expect(sent).toEqual([
      {
        call: uploadFile.id,
        names: [],
        body: { uploadId: 'u', geometryid: 'g', surveyid: undefined, folder: undefined },
      },
    ]);
  });

  it('that are cancelled are forgotten, and what has arrived is removed', async () => {
    const state$ = new BehaviorSubject<Record<string, unknown>>({ kind: 'sending', sent: 0, bytes: 1 });
    const sending = { id: 'u', state$, cancel: vi.fn(async () => {}) };
    const sendings = new Sendings({ call: vi.fn() } as never, { send: () => sending } as never);
    sendings.add({ projectId: 'p' }, [fileOf('plan.tif', 32 * MB)]);
    await sendings.cancel(sendings.files[0]!);
    expect([sendings.files, sending.cancel.mock.calls.length]).toEqual([[], 1]);
  });
});
