import { PASSWORD_COST } from '../shared/auth/passwords.ts';

// Suites hash and verify hundreds of passwords; the real cost is tested in tests/password-cost.test.ts.
Object.assign(PASSWORD_COST, { memoryCost: 64, timeCost: 1 });
