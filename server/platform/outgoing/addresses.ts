import ipaddr from 'ipaddr.js';

/**
 * Is it an address of the public internet? Loopback, private, link-local (the metadata services of clouds among them),
 * shared, reserved and multicast addresses are not, nor are IPv6 addresses that carry an IPv4 one within.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  // `process` takes an IPv4 address out of its IPv6 mapping.
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  // All global unicast addresses of IPv6 begin so (RFC 4291, IANA): what is outside is some old way of embedding.
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST);
}

const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];
