import { describe, expect, it } from 'vitest';
import { HttpError } from '../../base/http-error.ts';
import { BackOff, ServerFailure } from './back-off.ts';

describe('A server that fails', () => {
  it('is left alone after three failures, twice as long after each further one', async () => {
    let now = 0;
    let requests = 0;
    const backOff = new BackOff(() => now);
    const fail = () =>
      backOff
        .run('maps.example.org', async () => {
          requests++;
          throw new HttpError(502, 'outgoing.unreachable', {});
        })
        .catch((thrown: HttpError) => thrown.values['seconds'] ?? 'tried');
    expect([await fail(), await fail(), await fail()]).toEqual(['tried', 'tried', 'tried']);
    expect(await fail()).toBe(2);
    now = 2_000;
    expect([await fail(), await fail()]).toEqual(['tried', 4]);
    expect(requests).toBe(4);
    now = 6_000;
    await backOff.run('maps.example.org', async () => 'there');
    expect([await fail(), await fail()]).toEqual(['tried', 'tried']);
  });

  it('is not left alone for a request that it refuses, and other servers never', async () => {
    const backOff = new BackOff(() => 0);
    const throwing = (host: string, thrown: HttpError) =>
      backOff.run(host, () => Promise.reject(thrown)).catch((failure: HttpError) => failure.key);
    for (let n = 0; n < 5; n++)
      expect(await throwing('a.test', new HttpError(404, 'external-layers.nothing'))).toBe(
        'external-layers.nothing',
      );
    await throwing('b.test', new ServerFailure('b.test', 503, '30'));
    expect(await throwing('b.test', new ServerFailure('b.test', 503, null))).toBe('external-layers.paused');
    expect(await throwing('a.test', new HttpError(400, 'x'))).toBe('x');
  });

  it('is left alone for the layer that fails, not for others of it', async () => {
    const backOff = new BackOff(() => 0);
    const of = (layer: string, work: () => Promise<string>) =>
      backOff.run('maps.test', work, layer).catch((failure: HttpError) => failure.key);
    const broken = () => Promise.reject(new ServerFailure('maps.test', 500, null));
    for (let n = 0; n < 3; n++) await of('tiles', broken);
    expect(await of('tiles', async () => 'there')).toBe('external-layers.paused');
    expect(await of('ortho', async () => 'there')).toBe('there');
  });
});
