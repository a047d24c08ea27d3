import { describe, expect, it } from 'vitest';
import { RangeReader } from './range-reader.ts';

function readerOf(answers: readonly (() => Response)[]) {
  const sent: { range: string | null; jwt: string | null }[] = [];
  const session = {
    token: 'old',
    refresh: () => Promise.resolve((session.token = 'new')),
  };
  const reader = new RangeReader('/api', {
    session,
    failed: (reason) => `No points: ${reason}`,
    wait: () => Promise.resolve(),
    fetch: (_, init) => {
      const headers = new Headers(init?.headers);
      sent.push({ range: headers.get('range'), jwt: headers.get('jwt') });
      return Promise.resolve(answers[Math.min(sent.length, answers.length) - 1]!());
    },
  });
  return { reader, sent };
}
const part = () => new Response(new Uint8Array([1, 2, 3]), { status: 206 });
const status = (code: number) => () => new Response('{}', { status: code });

describe('Reading parts of a cloud', () => {
  it('asks for the range with the session’s token', async () => {
    const { reader, sent } = readerOf([part]);
    expect(new Uint8Array(await reader.read('/file', 10, 13))).toEqual(new Uint8Array([1, 2, 3]));
    expect(sent).toEqual([{ range: 'bytes=10-12', jwt: 'old' }]);
  });

  it('asks again with a new token when the old one has expired, and after failures of the server', async () => {
    const { reader, sent } = readerOf([status(406), status(503), part]);
    await reader.read('/file', 0, 3);
    expect(sent.map(({ jwt }) => jwt)).toEqual(['old', 'new', 'new']);
  });

  it('takes no whole file for a part of it', async () => {
    const { reader } = readerOf([() => new Response(new Uint8Array(3), { status: 200 })]);
    await expect(reader.read('/file', 0, 3)).rejects.toThrow('No points: HTTP 200');
  });

  it('gives up with a sentence after five tries, and at once when it is refused', async () => {
    const failing = readerOf([status(500)]);
    await expect(failing.reader.read('/file', 0, 3)).rejects.toThrow('No points: HTTP 500');
    expect(failing.sent).toHaveLength(5);
    const refused = readerOf([status(403)]);
    await expect(refused.reader.read('/file', 0, 3)).rejects.toThrow('No points: HTTP 403');
    expect(refused.sent).toHaveLength(1);
  });
});
