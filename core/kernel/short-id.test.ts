import { expect, it } from 'vitest';
import { shortId } from './short-id.ts';

it('tells apart ids made within one second', () => {
  const first = '01a219ad-23a7-703c-becd-e3970e68045a';
  const second = '01a219ad-23a7-703c-becd-e59dfdc2583c';
  expect([shortId(first), shortId(second)]).toEqual(['0e68045a', 'fdc2583c']);
});
