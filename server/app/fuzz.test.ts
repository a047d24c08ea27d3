import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assault, shown } from '../../tests/fuzz/assault.ts';
import { openPremises, type Premises } from '../testing/premises.ts';
import { engines } from '../testing/databases.ts';

/** `npm run fuzz` does the same for minutes. */
const REQUESTS = 500;
const SEED = 20_260;

describe.each(engines)('what nobody should send, on the %s engine', (engine) => {
  let place: Premises;
  beforeAll(async () => {
    place = await openPremises(engine);
  });
  afterAll(() => place?.server.close());

  it('is answered, and never with a fault of the server', async () => {
    const found: string[] = [];
    await assault(
      place,
      SEED,
      ({ sent }) => sent >= REQUESTS,
      ({ told, request }) => found.push(`${told}\n${shown(request)}`),
    );
    expect(found).toEqual([]);
    expect((await place.owner.send('GET', '/me')).status).toBe(200);
  });
});
