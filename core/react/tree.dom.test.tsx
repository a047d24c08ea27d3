import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { servicesOf } from '#core/testing';
import { ServicesProvider } from './services.tsx';
import { Tree } from './Tree.tsx';

afterEach(cleanup);

it('A list that can be put in order keeps the row that has the keys when what ordering needs has come', async () => {
  const container = await servicesOf([], []);
  const ids = ['Points', 'Lines', 'Areas'].map((id) => ({ id }));
  const idOf = ({ id }: { id: string }) => id;
  render(
    <ServicesProvider container={container}>
      <Tree label="Layers" items={ids} itemId={idOf} itemText={idOf} row={idOf} onMove={() => undefined} />
    </ServicesProvider>,
  );
  const row = () => screen.getByRole('row', { name: 'Lines' });
  expect(screen.queryByRole('button', { name: 'Move Lines' })).toBeNull();
  row().focus();
  await userEvent.keyboard('{Shift}');
  await screen.findByRole('button', { name: 'Move Lines' });
  await waitFor(() => expect(document.activeElement).toBe(row()));
});
