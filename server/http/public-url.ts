import type { ServerConfig } from '../base/config/server-config.ts';

/** Where people reach the server: never taken from a request, whose headers anyone may write. */
export function publicUrl({ publicUrl: url, host, port }: ServerConfig): string {
  return url ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
