import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Container } from 'inversify';
import { afterEach, describe, expect, it } from 'vitest';
import { API } from '#core/api';
import { I18N, I18nextService } from '#core/i18n';
import { AppError } from '#core/kernel';
import type { FoundPlaces } from '#core/protocol';
import { fetchParts, ServicesProvider } from '#core/react';
import { SETTINGS } from '#core/settings';
import { desk } from '#core/testing';
import { NearestPlace } from './NearestPlace.tsx';

afterEach(cleanup);

const SAN_GEMINI: FoundPlaces = {
  results: [
    {
      kind: 'place',
      name: 'San Gemini',
      context: 'Terni, Italy',
      position: [12.546, 42.613],
      extent: null,
      source: 'geonames',
      distance: 1234.5,
    },
  ],
  notice: null,
};

async function shown(answer: () => FoundPlaces) {
  const requests: unknown[] = [];
  const call = (_: unknown, { query }: { query: unknown }) => {
    requests.push(query);
    return new Promise((resolve) => resolve({ data: answer() }));
  };
  const i18n = new I18nextService(['en']);
  await Promise.all([i18n.load('geocoding', 'core'), fetchParts()]);
  const container = new Container();
  container.bind(I18N).toConstantValue(i18n);
  container.bind(SETTINGS).toConstantValue(desk().settings);
  container.bind(API).toConstantValue({ call } as never);
  render(
    <ServicesProvider container={container}>
      <NearestPlace kind="coordinates" vertices={[[12.5356, 42.6075, 300]]} />
    </ServicesProvider>,
  );
  return { requests, user: userEvent.setup() };
}

describe('The nearest place name', () => {
  it('is fetched only on request, and shown with its distance', async () => {
    const { requests, user } = await shown(() => SAN_GEMINI);
    expect(requests).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'What is here?' }));
    // 1,234.5 m: metres to two decimals from 100 m on.
    expect((await screen.findByRole('status')).textContent).toBe(
      'San Gemini, Terni, Italy · 1,234.500\u00a0m',
    );
    expect(requests).toEqual([{ lon: 12.5356, lat: 42.6075 }]);
  });

  it('may be missing, and may come from the built-in list when the external service fails', async () => {
    const { user } = await shown(() => ({ results: [], notice: 'The service is away.' }));
    await user.click(screen.getByRole('button'));
    const status = (await screen.findByRole('status')).textContent;
    expect(status).toContain('Nothing found near this point.');
    expect(status).toContain('The service is away.');
  });

  it('says why it cannot be fetched, and can be fetched again', async () => {
    let fails = true;
    const { user } = await shown(() => {
      if (fails) throw new AppError('offline', 'The server cannot be reached.');
      return SAN_GEMINI;
    });
    await user.click(screen.getByRole('button'));
    expect((await screen.findByRole('alert')).textContent).toBe('The server cannot be reached.');
    fails = false;
    await user.click(screen.getByRole('button'));
    expect((await screen.findByRole('status')).textContent).toContain('San Gemini');
  });
});
