import { expect, it } from 'vitest';
import { providerAddress, refusalOf } from './ways.ts';

it.each([
  ['?refused=unknown-person&by=acme', { reason: 'unknown-person', by: 'acme' }],
  ['?refused=failed', { reason: 'failed', by: '' }],
  ['?refused=<b>anything</b>', undefined],
  ['', undefined],
])('the query %j means %j', (search, refusal) => {
  expect(refusalOf(search)).toEqual(refusal);
});

it('a provider is opened through the server', () => {
  expect(providerAddress('acme')).toBe('/api/sso/oidc/acme');
});
