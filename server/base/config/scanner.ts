/** Where clamd listens. */
export type ScannerAddress = { host: string; port: number } | { path: string };

/** Parses `GROMA_CLAMAV`: `host:port`, or the path of a socket. Throws an error with a message for the operator. */
export function readScanner(setting: string | undefined): ScannerAddress | undefined {
  if (!setting) return undefined;
  const given = setting.trim();
  if (given.startsWith('/')) return { path: given };
  const [, host, port = ''] = /^([^\s/]+):(\d{1,5})$/.exec(given) ?? [];
  if (!host || Number(port) < 1 || Number(port) > 65_535)
    throw new Error(
      `GROMA_CLAMAV=${setting} cannot be used: give where clamd listens, such as 127.0.0.1:3310 or /run/clamav/clamd.ctl.`,
    );
  return { host, port: Number(port) };
}
