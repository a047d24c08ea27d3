import { expect, it, vi } from 'vitest';
import { memoryStorage } from '#core/testing';
import { AuthorFrame } from './author-mode.ts';

const MANIFEST = {
  format: 1,
  id: 'acme-wells',
  version: '1.0.0',
  groma: '^1',
  title: { en: 'Wells', it: 'Pozzi' },
  description: { en: 'x', it: 'x' },
  permissions: ['store'],
  files: { 'entry.js': '0'.repeat(64) },
};

function opened(origins: string[] = []) {
  const api = { call: vi.fn(() => Promise.resolve({ data: { origins } })) };
  const i18n = { t: (key: string) => key };
  const storage = memoryStorage();
  const author = new AuthorFrame(document, api as never, i18n, storage);
  const frame = () => document.querySelector('iframe');
  /** The simulated page loads no frames. */
  const inFrame = {};
  const follow = async (address: string) => {
    await author.follow(address);
    Object.defineProperty(frame(), 'contentWindow', { value: inFrame });
  };
  /** As the frame passes it on. */
  const sent = async (message: object, source: unknown = inFrame) => {
    const data = { sent: JSON.stringify(message) };
    window.dispatchEvent(Object.assign(new Event('message'), { data, source }));
    // What reads it comes with the first message.
    await vi.dynamicImportSettled();
  };
  return { author, storage, follow, frame, sent };
}

it('follows an address of the own machine through a frame without access, until it is stopped', async () => {
  const { author, storage, follow, frame, sent } = opened();
  await follow('http://127.0.0.1:4173/secret');
  expect(frame()!.getAttribute('sandbox')).toBe('allow-scripts');
  expect(frame()!.getAttribute('src')).toBe('/extensions/author.html');
  expect(author.state.kind).toBe('waiting');
  await sent({ manifest: MANIFEST, code: '// One.' });
  expect(author.state).toMatchObject({
    kind: 'on',
    plugin: { code: '// One.', granted: ['store'], manifest: { id: 'acme-wells', pages: [] } },
  });
  // What cannot be bundled is said, and the plugin stays.
  await sent({ problem: 'Line 3.' });
  expect(author.state).toMatchObject({ kind: 'problem', problem: 'Line 3.', plugin: { code: '// One.' } });
  expect(author.address).toBe('http://127.0.0.1:4173/secret');
  author.stop();
  expect([frame(), author.state, author.address]).toEqual([null, { kind: 'off' }, undefined]);
  expect(storage.getItem('groma.author-mode')).toBeNull();
});

it('takes nothing from other pages, and nothing that is no plugin', async () => {
  const { author, follow, sent } = opened();
  await follow('http://localhost:4173/secret');
  await sent({ manifest: MANIFEST, code: 'x' }, window);
  expect(author.state.kind).toBe('waiting');
  for (const message of [{}, { manifest: MANIFEST }, { manifest: { ...MANIFEST, id: 'draw' }, code: 'x' }]) {
    await sent(message);
    expect(author.state).toMatchObject({ kind: 'problem', problem: 'workbench:author.unreadable' });
  }
  await sent({ manifest: { ...MANIFEST, groma: '^9' }, code: 'x' });
  expect(author.state).toMatchObject({ problem: 'workbench:author.other-api' });
  author.stop();
});

it.each([
  ['https://evil.test/x', []],
  ['http://127.0.0.1.evil.test/x', []],
  ['http://evil.test@127.0.0.2/x', []],
  ['javascript:alert(1)', []],
  ['no address', []],
  ['https://author.test:1/x', ['https://author.test']],
])('refuses %s', async (address, origins) => {
  const { author, frame } = opened(origins);
  await expect(author.follow(address)).rejects.toThrow('workbench:author.address');
  expect([frame(), author.state.kind]).toEqual([null, 'off']);
});

it('follows an origin that the operator has named', async () => {
  const { author, frame } = opened(['https://author.test']);
  await author.follow('https://author.test/x');
  expect(frame()).not.toBeNull();
  author.stop();
});
