import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

describe('The environment', () => {
  it('has defaults, also for variables that are empty', () => {
    const config = readConfig({ PORT: '', GROMA_PUBLIC_URL: 'https://groma.example.org/', GROMA_DEMO: '0' });
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'https://groma.example.org',
      databaseUrl: undefined,
      demo: false,
      trustProxy: false,
      connectionsPerAddress: 512,
      tokenSeconds: 900,
      logLevel: 'warn',
    });
  });

  it.each([
    [{ PORT: 'eighty' }, 'PORT=eighty cannot be used: give a whole number from 0 to 65535.'],
    [
      { GROMA_CONNECTIONS_PER_ADDRESS: 'many' },
      'GROMA_CONNECTIONS_PER_ADDRESS=many cannot be used: give a whole number from 0 to 65536.',
    ],
    [{ GROMA_OFFICE: 'no-office' }, 'GROMA_OFFICE=no-office cannot be used: there is no such program.'],
    [
      { GROMA_CLAMAV: 'scanner' },
      'GROMA_CLAMAV=scanner cannot be used: give where clamd listens, such as 127.0.0.1:3310 or /run/clamav/clamd.ctl.',
    ],
    [
      { GROMA_FINDER: '127.0.0.1:8001' },
      'GROMA_FINDER=127.0.0.1:8001 cannot be used: give the address at which SGBlur detects, such as http://127.0.0.1:8001/detect/.',
    ],
    [{ GROMA_WORKERS: '1.5' }, 'GROMA_WORKERS=1.5 cannot be used: give a whole number from 0 to 256.'],
    [
      { GROMA_PUBLIC_URL: 'https://groma.example.org/app' },
      'GROMA_PUBLIC_URL=https://groma.example.org/app cannot be used: give the address at which people reach the server, such as https://groma.example.org.',
    ],
  ])('with %o stops the server with a message that names the expected value', (env, sentence) => {
    expect(() => readConfig(env)).toThrow(sentence);
  });
});
