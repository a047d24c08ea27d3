import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { VIEWS } from '#core/mapview';
import { fetchParts, ServicesProvider } from '#core/react';
import { SETTINGS } from '#core/settings';
import { atWork, desk, servicesOf } from '#core/testing';
import { TRANSACTIONS, Transactions } from '../model/transactions.ts';
import { PARCEL, parcelHistory } from './testing/entries.ts';
import TransactionsDialog from './TransactionsDialog.tsx';

afterEach(cleanup);

async function opened() {
  const { project } = desk();
  const open = { ...project, autosave: { flush: () => Promise.resolve() } } as never;
  const api = { call: (() => Promise.resolve({ data: parcelHistory() })) as never };
  const model = new Transactions(api, { current: open });
  const authorizations = ['geometries.read', 'geometries.restore'];
  await fetchParts();
  const container = await servicesOf(
    ['history'],
    [
      ...atWork(open, authorizations),
      [VIEWS, { active: undefined }],
      [TRANSACTIONS, model],
      [SETTINGS, desk().settings],
    ],
  );
  await model.open(PARCEL);
  render(
    <ServicesProvider container={container}>
      <TransactionsDialog />
    </ServicesProvider>,
  );
  const dialog = await screen.findByRole('dialog');
  const times = () => within(dialog).getAllByRole('time').map((time) => time.getAttribute('datetime')!.slice(0, 10)); // prettier-ignore
  const choose = async (label: string, option: string) => {
    await user.click(within(dialog).getByRole('button', { name: new RegExp(label) }));
    await user.click(await screen.findByRole('option', { name: option }));
  };
  const user = userEvent.setup();
  return { dialog, times, choose, model };
}

describe("An object's history", () => {
  it('is filtered by person, kind of change and days', async () => {
    const { times, choose, model } = await opened();
    expect(times()).toEqual(['2026-01-04', '2026-01-03', '2026-01-02', '2026-01-01']);
    expect(within(screen.getByRole('dialog')).getAllByText(/by acme-cuts@1\.0\.0/)).toHaveLength(1);
    await choose('Person', 'Bice');
    expect(times()).toEqual(['2026-01-04', '2026-01-02']);
    await choose('Action', 'Changed');
    expect(times()).toEqual(['2026-01-02']);
    model.narrow({ by: '', kind: '', from: '2026-01-02', to: '2026-01-03' });
    await screen.findByText('Split');
    expect(times()).toEqual(['2026-01-03', '2026-01-02']);
  });

  it('offers to restore all but the newest state, however it is filtered, and says when nothing matches', async () => {
    const { dialog, choose, model } = await opened();
    const ways = () => within(dialog).queryAllByRole('button', { name: 'Restore this state' }).length;
    expect(ways()).toBe(3);
    await choose('Action', 'Split');
    expect(ways()).toBe(1);
    model.narrow({ by: 'Bice' });
    expect(await screen.findByText(/^No changes match/)).toBeDefined();
  });
});
