import type { Problem } from '#core/protocol';

/** The server that the organization does not allow, if that is why something failed; otherwise undefined. */
export function refusedServer(failure: unknown): string | undefined {
  const { cause } = (failure ?? {}) as { cause?: unknown };
  if (typeof cause !== 'object' || cause === null) return undefined;
  return (cause as Partial<Problem>).server ?? refusedServer(cause);
}
