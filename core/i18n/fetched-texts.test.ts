import { afterEach, expect, it, vi } from 'vitest';
import { fetchTexts } from './fetched-texts.ts';

afterEach(() => vi.unstubAllGlobals());

it('fetches texts by language and namespace, and knows where there are none', async () => {
  const requested: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    requested.push(address);
    if (address.includes('broken')) return new Response('', { status: 500 });
    return address.includes('draw') ? Response.json({ title: 'Disegna' }) : new Response('', { status: 404 });
  });
  expect(await fetchTexts('it', 'draw')).toEqual({ title: 'Disegna' });
  expect(await fetchTexts('it', 'nothing')).toBeUndefined();
  await expect(fetchTexts('it', 'broken')).rejects.toThrow('it/broken.json could not be loaded');
  expect(requested[0]).toMatch(/\/it\/draw\.json$/);
});
