import { expect, it } from 'vitest';
import { keyOf } from './key.ts';

it('finds the secret that the server puts into the address of a link', () => {
  expect(keyOf('#link=gromalink_a-B_9')).toBe('gromalink_a-B_9');
});

it('takes an address without a secret, or with another token, as no link', () => {
  expect([keyOf(''), keyOf('#link='), keyOf('#link=eyJhbGci'), keyOf('#gromalink_a')]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
