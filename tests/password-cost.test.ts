import { expect, it } from 'vitest';
import { hashPassword, passwordFits } from '../server/shared/auth/passwords.ts';

it('passwords are stored at the cost that OWASP recommends', async () => {
  const stored = await hashPassword('a long enough one');
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwordFits(stored, 'a long enough one')).toBe(true);
  expect(await passwordFits(stored, 'another one')).toBe(false);
});
