import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { firstValueFrom, Subject } from 'rxjs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { MAX_COUNTED, type FileCount } from '#core/protocol';
import { fetchParts, ServicesProvider } from '#core/react';
import { SETTINGS } from '#core/settings';
import { desk, object, servicesOf } from '#core/testing';
import { countAttached } from '../model/attached.ts';
import { Deletion, DELETION } from '../model/deletion.ts';
import DeleteDialog from './DeleteDialog.tsx';

afterEach(cleanup);

const point = (id: string) => object(id, { type: 'Point', coordinates: [12, 42] });

/** The dialog for this number of objects, with the server's answer pending. */
async function openDialog(count = 1, isLoaded = true) {
  const objects = Array.from({ length: count }, (_, i) => point(`p${i}`));
  const { project, settings } = desk(objects);
  // The server's answers, one after the other.
  const counting = new Subject<FileCount>();
  const change = vi.fn(() => Promise.resolve(true));
  const deletion = new Deletion(() => firstValueFrom(counting), { change });
  const container = await servicesOf(
    ['modify'],
    [
      [SETTINGS, settings],
      [DELETION, deletion],
    ],
  );
  await fetchParts();
  deletion.ask({ project, objects, isLoaded, skipped: undefined });
  render(
    <ServicesProvider container={container}>
      <DeleteDialog />
    </ServicesProvider>,
  );
  const sendCount = (word: FileCount) => act(async () => Promise.resolve(counting.next(word)));
  const status = () => screen.getByRole('status').textContent;
  await screen.findByRole('alertdialog');
  return { counting, sendCount, deletion, project, status, change };
}

describe('The dialog that confirms a deletion', () => {
  it('opens before the server has counted the files, and names them when it has', async () => {
    const { sendCount, status } = await openDialog();
    expect(status()).toBe('');
    await sendCount({ photos: 3, documents: 1, keptDays: 30 });
    expect(status()).toBe(
      '3 photos and 1 document are deleted too. They are kept for 30 days and restored if you undo the deletion.',
    );
  });

  it('names a single kind, a single file, and no files', async () => {
    const texts: (string | null)[] = [];
    for (const [photos, documents] of [
      [0, 1],
      [7, 0],
      [0, 0],
    ] as const) {
      const { sendCount, status } = await openDialog();
      await sendCount({ photos, documents, keptDays: 30 });
      texts.push(status());
      cleanup();
    }
    expect(texts).toEqual([
      '1 document is deleted too. It is kept for 30 days and restored if you undo the deletion.',
      '7 photos are deleted too. They are kept for 30 days and restored if you undo the deletion.',
      '',
    ]);
  });

  it('promises nothing when the server cannot be reached, and still deletes', async () => {
    const { counting, deletion, project, status } = await openDialog(2);
    await act(async () => Promise.resolve(counting.error(new Error('Nobody answers.'))));
    expect(status()).toBe('Attached files are deleted too. The server could not be reached to list them.');
    await userEvent.click(screen.getByRole('button', { name: 'Delete 2 objects' }));
    expect([project.document.size, deletion.request]).toEqual([0, undefined]);
  });

  it('deletes on the server what is not all loaded', async () => {
    const { project, change } = await openDialog(2, false);
    await userEvent.click(screen.getByRole('button', { name: 'Delete 2 objects' }));
    expect(change).toHaveBeenCalledWith(
      { ids: ['p0', 'p1'], deleted: true },
      { label: 'modify:step.delete', values: { count: 2 }, code: 'delete-massive' },
    );
    expect(project.document.size).toBe(2);
  });

  it('does not show the files of an earlier question', async () => {
    const { sendCount, deletion, project } = await openDialog();
    deletion.close();
    await sendCount({ photos: 3, documents: 1, keptDays: 30 });
    deletion.ask({ project, objects: [point('other')], isLoaded: true, skipped: undefined });
    expect(deletion.attached).toBeUndefined();
    await sendCount({ photos: 0, documents: 2, keptDays: 30 });
    expect(deletion.attached).toMatchObject({ photos: 0, documents: 2 });
  });
});

it('The files of very many objects are counted in several calls', async () => {
  const objects = Array.from({ length: 2 * MAX_COUNTED + 1 }, (_, i) => point(`p${i}`));
  const call = vi.fn((_: unknown, { body }: { body: { ids: string[] } }) =>
    Promise.resolve({ data: { photos: body.ids.length, documents: 1, keptDays: 30 } }),
  );
  const api = { call } as unknown as Parameters<typeof countAttached>[0];
  const request = { project: desk().project, objects, isLoaded: true, skipped: undefined };
  const counted = await countAttached(api, request, new AbortController().signal);
  expect(counted).toEqual({ photos: 2 * MAX_COUNTED + 1, documents: 3, keptDays: 30 });
});
