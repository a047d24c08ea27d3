/** Reasons of a rejected sign-in at a provider; the server passes them in the URL of the login page. */
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
export type LoginFailure = (typeof REASONS)[number];

/** Parses `?refused=<reason>&by=<provider>`; undefined for anything else. */
export function refusalOf(search: string): { reason: LoginFailure; by: string } | undefined {
  const query = new URLSearchParams(search);
  const reason = REASONS.find((one) => one === query.get('refused'));
  return reason && { reason, by: query.get('by') ?? '' };
}

/** URL where a provider's sign-in starts: a page load, not an API call. */
export function providerAddress(id: string): string {
  return `/api/sso/oidc/${encodeURIComponent(id)}`;
}
