import { afterEach, describe, expect, it, vi } from 'vitest';
import { newUuid } from './uuid.ts';

// RFC 9562, 5.4: version 4 in the 13th digit, variant 8, 9, a or b in the 17th.
const VERSION_4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('newUuid', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('is a version 4 uuid', () => {
    expect(newUuid()).toMatch(VERSION_4);
  });

  it('is also one on a page without TLS, where browsers have no randomUUID', () => {
    const real = crypto;
    vi.stubGlobal('crypto', {
      getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => real.getRandomValues(bytes),
    });
    const [one, other] = [newUuid(), newUuid()];
    expect(one).toMatch(VERSION_4);
    expect(other).not.toBe(one);
  });
});
