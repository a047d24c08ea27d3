import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Subject } from 'rxjs';
import { afterEach, expect, it } from 'vitest';
import { updateFile, type FileRecord } from '#core/protocol';
import { ServicesProvider } from '#core/react';
import { servicesOf } from '#core/testing';
import { Toasts, TOASTS } from '#core/toasts';
import { DOCUMENT_LIST, DocumentList } from '../model/document-list.ts';
import { FOLDER_LIST, FolderList } from '../model/folder-list.ts';
import { ChangeFiles } from './ChangeFiles.tsx';

afterEach(cleanup);

it('several files get a folder; those that were refused are tried again as they are by then, the others are not', async () => {
  const record = (id: string) =>
    ({ id, name: `${id}.pdf`, version: 1, folder: '', tags: [], expiresOn: null }) as unknown as FileRecord;
  const files = new Map(['a', 'b'].map((id) => [id, record(id)]));
  const sent: string[] = [];
  const call = async (
    { id: name }: { id: string },
    { query, body, ifMatch }: { query: { id: string }; body: Partial<FileRecord>; ifMatch: string },
  ) => {
    if (name !== updateFile.id) return { data: [...files.values()], total: 2 };
    const { id } = query;
    sent.push(`${id} ${ifMatch}`);
    const file = files.get(id)!;
    // Somebody else has changed it.
    if (sent.filter((one) => one.startsWith('b')).length === 1 && id === 'b') {
      files.set(id, { ...file, version: 7 });
      throw new Error('Somebody else has changed it.');
    }
    files.set(id, { ...file, ...body, version: file.version + 1 });
    return { data: files.get(id) };
  };
  const list = new DocumentList({ call } as never, { made$: new Subject<FileRecord>() });
  await list.open('p', undefined);
  let isClosed = false;
  const container = await servicesOf(
    ['documents'],
    [
      [DOCUMENT_LIST, list],
      [FOLDER_LIST, new FolderList({} as never)],
      [TOASTS, new Toasts()],
    ],
  );
  render(
    <ServicesProvider container={container}>
      <ChangeFiles files={list.files} onClose={() => (isClosed = true)} />
    </ServicesProvider>,
  );
  const user = userEvent.setup();
  await user.click(await screen.findByRole('switch', { name: 'Change the folder' }));
  await user.type(screen.getByRole('textbox', { name: 'Folder' }), 'Permits');
  await user.click(screen.getByRole('button', { name: 'Change' }));
  expect((await screen.findByRole('alert')).textContent).toBe(
    '1 were changed; 1 file stayed as it was:b.pdf: Somebody else has changed it.',
  );
  await user.click(screen.getByRole('button', { name: 'Change' }));
  await expect.poll(() => isClosed).toBe(true);
  expect(sent).toEqual(['a 1', 'b 1', 'b 7']);
  expect([...files.values()].map(({ folder }) => folder)).toEqual(['Permits', 'Permits']);
});
