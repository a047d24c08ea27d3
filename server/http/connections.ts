import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Milliseconds in which the headers of a request must have arrived; looked at every `HEADERS_CHECKED`. */
export const HEADERS_TIMEOUT = 20_000;
export const HEADERS_CHECKED = 5_000;
/** Of the connections of an address, one in so many may be without a complete request. */
const SHARE_WITHOUT_REQUEST = 8;

/**
 * Limits the connections of one address, so that it cannot take those of all others. Beyond `perAddress` new ones are closed
 * at once; of those that have not sent the headers of a request yet, the oldest makes room.
 */
export function limitConnections(server: Server, perAddress: number): void {
  const open = new Map<string, Address>();
  const waiting = Math.max(1, Math.floor(perAddress / SHARE_WITHOUT_REQUEST));
  server.on('connection', (socket: Socket) => {
    const key = blockOf(socket.remoteAddress ?? '');
    const address = open.get(key) ?? { count: 0, silent: new Set() };
    if (address.count >= perAddress) return socket.destroy();
    open.set(key, address);
    address.count++;
    address.silent.add(socket);
    if (address.silent.size > waiting) {
      const [oldest] = address.silent;
      address.silent.delete(oldest!);
      oldest!.destroy();
    }
    socket.once('close', () => {
      address.silent.delete(socket);
      if (--address.count === 0) open.delete(key);
    });
  });
  server.on('request', ({ socket }) => open.get(blockOf(socket.remoteAddress ?? ''))?.silent.delete(socket));
}

interface Address {
  count: number;
  /** Without a request so far, the oldest first. */
  silent: Set<Socket>;
}

/** Whoever has one IPv6 address has the 2⁶⁴ of its network. */
function blockOf(text: string): string {
  if (!ipaddr.isValid(text)) return text;
  const address = ipaddr.process(text);
  return address.kind() === 'ipv4'
    ? address.toString()
    : address.toNormalizedString().split(':', 4).join(':');
}
