import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { API, type Api } from '#core/api';
import { AppError } from '#core/kernel';
import { listWebhooks, type Webhook, type WebhookDelivery } from '#core/protocol';
import { ServicesProvider } from '#core/react';
import { servicesOf } from '#core/testing';
import { Webhooks } from '../model/webhooks.ts';
import { WebhooksTab } from './WebhooksTab.tsx';

afterEach(cleanup);

const AT = '2026-11-26T10:00:00.000Z';
const hook = (id: string, dropped: number): Webhook => ({
  id,
  address: `https://${id}.test/hook`,
  events: ['geometries'],
  enabled: true,
  version: 1,
  last: null,
  dropped,
  droppedAt: dropped > 0 ? AT : null,
});
const delivery: WebhookDelivery = {
  id: 'd',
  event: 'geometries',
  state: 'failed',
  attempts: 10,
  status: 503,
  error: null,
  createdAt: AT,
  endedAt: AT,
};

async function opened() {
  const call = (made: unknown, request: { params?: { id: string } }) => {
    if (made === listWebhooks) return Promise.resolve({ data: [hook('dead', 1234), hook('other', 0)] });
    if (request.params?.id === 'dead') return Promise.resolve({ data: [delivery] });
    return Promise.reject(new AppError('network', 'The server cannot be reached.'));
  };
  const api = { call } as unknown as Api;
  const container = await servicesOf(['administration'], [[API, api]]);
  render(
    <ServicesProvider container={container}>
      <WebhooksTab webhooks={new Webhooks(api)} />
    </ServicesProvider>,
  );
}

describe('The tab of webhooks', () => {
  it('shows the deliveries of one webhook, and how many were dropped', async () => {
    await opened();
    await userEvent.dblClick(await screen.findByRole('row', { name: /dead/ }));
    const dialog = await screen.findByRole('dialog', { name: /dead/ });
    expect(await within(dialog).findByText('503')).toBeDefined();
    expect(within(dialog).getByRole('status').textContent).toMatch(/^1,234 deliveries were dropped/);
  });

  it('never shows the deliveries of another one, also where they cannot be loaded', async () => {
    await opened();
    await userEvent.dblClick(await screen.findByRole('row', { name: /dead/ }));
    await screen.findByText('503');
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    await userEvent.dblClick(await screen.findByRole('row', { name: /other/ }));
    const dialog = await screen.findByRole('dialog', { name: /other/ });
    expect(await within(dialog).findByText(/cannot be reached/)).toBeDefined();
    expect(within(dialog).queryByText('503')).toBeNull();
    expect(within(dialog).queryByText('None yet')).toBeNull();
  });
});
