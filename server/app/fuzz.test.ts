import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assault, shown } from '../../tests/fuzz/assault.ts';
import { openPremises, type Premises } from '../testing/premises.ts';
import { engines } from '../testing/databases.ts';

/** On each engine, others; `npm run fuzz` does the same for minutes. */
const REQUESTS = 250;
const SEED = 20_260;

describe.each(engines)('invalid requests on the %s engine', (engine) => {
  let place: Premises;
  beforeAll(async () => {
    place = await openPremises(engine);
  });
  afterAll(() => place?.server.close());

  it('are answered, and never with an internal error', async () => {
    const found: string[] = [];
    await assault(
      place,
      SEED + 1000 * engines.indexOf(engine),
      ({ sent }) => sent >= REQUESTS,
      ({ text, request }) => found.push(`${text}\n${shown(request)}`),
    );
    expect(found).toEqual([]);
    expect((await place.owner.send('GET', '/me')).status).toBe(200);
  });
});
