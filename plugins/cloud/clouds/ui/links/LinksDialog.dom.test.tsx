import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { API } from '#core/api';
import type { CloudLink } from '#core/protocol';
import { fetchParts, ServicesProvider } from '#core/react';
import { servicesOf } from '#core/testing';
import { LinksDialog } from './LinksDialog.tsx';

afterEach(cleanup);

const DAY = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString();
const link = (name: string, expiresAt: string): CloudLink => ({
  id: name,
  name,
  createdAt: inDays(-1),
  createdBy: 'Ada',
  expiresAt,
  lastUsedAt: null,
});

async function open(links: readonly CloudLink[]) {
  const sent: { id: string; body?: { name: string; expiresAt: string }; params: object }[] = [];
  const call = async ({ id }: { id: string }, request: Omit<(typeof sent)[number], 'id'>) => {
    sent.push({ id, ...request });
    const { name = '', expiresAt = '' } = request.body ?? {};
    const made = { ...link(name, expiresAt), url: 'https://groma.test/mobilecloud/c#link=gromalink_x' };
    return { data: id === 'pointcloud.links' ? links : made };
  };
  await fetchParts();
  const container = await servicesOf(['clouds'], [[API, { call }]]);
  render(
    <ServicesProvider container={container}>
      <LinksDialog cloud={{ id: 'c', name: 'Quarry' }} onClose={() => {}} />
    </ServicesProvider>,
  );
  return { user: userEvent.setup(), sent };
}

describe('The links to a point cloud', () => {
  it('are listed with who made them, and whether they have ended', async () => {
    await open([link('Site office', inDays(3)), link('Old', inDays(-2))]);
    const rows = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);
    expect(rows[0]).toMatch(/Site office.*Ends .*Made by Ada.*Not used yet/);
    expect(rows[1]).toMatch(/Old.*Ended/);
    expect(rows[0]).not.toMatch(/Ended/);
  });

  it('are made for as long as was chosen, and show their address', async () => {
    const { user, sent } = await open([]);
    await screen.findByText('No links yet.');
    await user.type(screen.getByLabelText(/For whom/), 'Town hall');
    await user.click(screen.getByRole('button', { name: /Ends after/ }));
    await user.click(await screen.findByRole('option', { name: '7 days' }));
    await user.click(screen.getByRole('button', { name: 'Make link' }));
    await screen.findByText('https://groma.test/mobilecloud/c#link=gromalink_x');
    const { body } = sent.find(({ id }) => id === 'pointcloud.createLink')!;
    expect(body!.name).toBe('Town hall');
    expect(Math.round((Date.parse(body!.expiresAt) - Date.now()) / DAY)).toBe(7);
    await user.click(screen.getByRole('button', { name: 'Done' }));
    expect(screen.queryByText(/gromalink_x/)).toBeNull();
    screen.getByText('Town hall');
  });

  it('are revoked after a question, and leave the list', async () => {
    const { user, sent } = await open([link('Site office', inDays(3))]);
    await user.click(await screen.findByRole('button', { name: 'Revoke the link Site office' }));
    await user.click(await screen.findByRole('button', { name: 'Revoke link' }));
    await screen.findByText('No links yet.');
    await waitFor(() =>
      expect(sent.at(-1)).toMatchObject({
        id: 'pointcloud.deleteLink',
        params: { id: 'c', linkId: 'Site office' },
      }),
    );
  });
});
