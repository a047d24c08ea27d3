import { LINK_PREFIX } from '#core/protocol';

/** The secret of a link in the fragment of its address; undefined: the address is no link. */
export function keyOf(hash: string): string | undefined {
  const key = new URLSearchParams(hash.replace(/^#/, '')).get('link');
  return key?.startsWith(LINK_PREFIX) ? key : undefined;
}
