/** Why a provider's guest was not let in; the server says it in the address of the login page. */
const REASONS = [
  'unreachable',
  'cancelled',
  'too-late',
  'failed',
  'no-email',
  'unverified-email',
  'other-domain',
  'unknown-person',
] as const;
export type Reason = (typeof REASONS)[number];

/** `?refused=<reason>&by=<provider>` of the login page; anything else means nothing. */
export function refusalOf(search: string): { reason: Reason; by: string } | undefined {
  const query = new URLSearchParams(search);
  const reason = REASONS.find((one) => one === query.get('refused'));
  return reason && { reason, by: query.get('by') ?? '' };
}

/** Where a provider's sign-in begins: the server's own address, so a whole page, not a call. */
export function providerAddress(id: string): string {
  return `/api/sso/oidc/${encodeURIComponent(id)}`;
}
