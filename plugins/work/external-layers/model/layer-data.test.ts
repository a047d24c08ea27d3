import { afterEach, describe, expect, it, vi } from 'vitest';
import { LayerData } from './layer-data.ts';

const ADDRESS = 'https://maps.example.org/wms?REQUEST=GetMap';
const i18n = {
  language: 'en' as const,
  t: (key: string, values?: Record<string, unknown>) =>
    [key.replace('external-layers:', ''), ...Object.values(values ?? {})].join(' '),
};
const answering = (...answers: Response[]) => {
  const requests: { path: string; jwt: string | null }[] = [];
  vi.stubGlobal('fetch', async (path: string, { headers }: RequestInit) => {
    requests.push({ path, jwt: new Headers(headers).get('jwt') });
    return answers.shift();
  });
  const session = { token: 'old', refresh: async () => 'new' };
  return { requests, data: new LayerData(session, i18n) };
};
const answer = (type: string, body: string, status = 200) =>
  new Response(body, { status, headers: { 'content-type': type } });

afterEach(() => vi.unstubAllGlobals());

describe('The answer to the request of an image', () => {
  it.each([
    ['text/plain', '<html>Sign in</html>', 'problem.page text/plain'],
    ['text/plain', '', 'problem.empty'],
    ['application/json', '{}', 'problem.no-image application/json'],
    [
      'text/xml',
      '<ServiceExceptionReport><ServiceException code="LayerNotDefined"><![CDATA[ No layer roads ]]></ServiceException></ServiceExceptionReport>',
      'problem.stated No layer roads',
    ],
  ])('of type %s with %s is named', async (type, body, sentence) => {
    const { data } = answering(answer(type, body));
    await expect(data.image('a', ADDRESS)).rejects.toThrow(sentence);
  });

  it('that our server refuses is its sentence, with the status', async () => {
    const problem = JSON.stringify({ detail: 'maps.example.org has failed.' });
    const { data, requests } = answering(answer('application/problem+json', problem, 503));
    await expect(data.image('a', ADDRESS)).rejects.toMatchObject({
      message: 'maps.example.org has failed.',
      status: 503,
    });
    expect(requests[0]?.path).toBe(`/api/external-layers/a/data?url=${encodeURIComponent(ADDRESS)}`);
  });

  it('is requested again with a new token when the session has expired', async () => {
    const { data, requests } = answering(answer('text/plain', '', 406), answer('text/xml', '<a/>'));
    expect(await (await data.fetch('a', ADDRESS)).text()).toBe('<a/>');
    expect(requests.map(({ jwt }) => jwt)).toEqual(['old', 'new']);
  });
});
