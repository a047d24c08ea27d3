/**
 * Parses `GROMA_FINDER`: the address of SGBlur's service that detects faces and plates. Throws an error with a message for the
 * operator.
 */
export function readFinder(setting: string | undefined): string | undefined {
  if (!setting) return undefined;
  const given = setting.trim();
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.hash)
    throw new Error(
      `GROMA_FINDER=${setting} cannot be used: give the address at which SGBlur detects, such as http://127.0.0.1:8001/detect/.`,
    );
  return url.href;
}
