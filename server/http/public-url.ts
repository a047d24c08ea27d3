import type { ServerConfig } from '../base/config/server-config.ts';

/** The server's public URL; never taken from a request, whose headers anyone can set. */
export function publicUrl({ publicUrl: url, host, port }: ServerConfig): string {
  return url ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
