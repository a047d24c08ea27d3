import { randomBytes } from 'node:crypto';
import { deviceKey } from '#core/protocol';
import { deviceKeyName } from '../../shared/auth/device-key-name.ts';
import { route } from '../../http/context.ts';

/** One key per person, made when first asked for: it survives changes of password, sessions and signing key. */
export const routes = [
  route(deviceKey, async ({ caller, services, reply }) => {
    const name = deviceKeyName(caller.userId);
    const made = randomBytes(32).toString('base64');
    await services.db.query('insert into settings (name, value) values ($1, $2) on conflict do nothing', [
      name,
      made,
    ]);
    const [row] = await services.db.query<{ value: string }>('select value from settings where name = $1', [
      name,
    ]);
    void reply.header('cache-control', 'no-store');
    return { key: row!.value };
  }),
];
