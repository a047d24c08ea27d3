import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { fetchParts, ServicesProvider } from '#core/react';
import { servicesOf } from '#core/testing';
import { SENDINGS, type SentDocument } from '../model/sendings.ts';
import SendingRows from './SendingRows.tsx';

afterEach(cleanup);

const documentOf = (id: number, state: SentDocument['state']) =>
  ({ id, state, of: { projectId: 'p' }, file: new File(['x'], `${id}.jpg`), part: 0 }) as SentDocument;

async function shown(files: readonly SentDocument[], here = files) {
  const retry = vi.fn<(one: SentDocument) => void>();
  await fetchParts();
  const container = await servicesOf(['documents'], [[SENDINGS, { files, retry }]]);
  render(
    <ServicesProvider container={container}>
      <ul>
        <SendingRows files={here} />
      </ul>
    </ServicesProvider>,
  );
  await screen.findByText('1.jpg');
  return retry;
}

it('several files that failed are tried again together, and no others', async () => {
  const files = [
    documentOf(1, 'failed'),
    documentOf(2, 'sending'),
    documentOf(3, 'failed'),
    documentOf(4, 'failed'),
  ];
  const retry = await shown(files, files.slice(0, 3));
  await userEvent.click(screen.getByRole('button', { name: 'Try all 2 again' }));
  expect(retry.mock.calls.map(([{ id }]) => id)).toEqual([1, 3]);
});

it('one that failed has its own button alone', async () => {
  await shown([documentOf(1, 'failed'), documentOf(2, 'waiting')]);
  expect(screen.queryByRole('button', { name: /Try all/ })).toBeNull();
});
