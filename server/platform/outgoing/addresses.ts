import ipaddr from 'ipaddr.js';

/**
 * Returns whether it is a public internet address. Loopback, private, link-local (including cloud metadata services),
 * shared, reserved and multicast addresses are not, nor IPv6 addresses that embed an IPv4 one.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  // `process` unwraps IPv4-mapped IPv6 addresses.
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  // All global unicast IPv6 addresses (RFC 4291, IANA): anything else is some old way of embedding IPv4.
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST);
}

const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];
