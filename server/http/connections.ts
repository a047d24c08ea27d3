import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Milliseconds in which the headers of a request must have arrived; looked at every `HEADERS_CHECKED`. */
export const HEADERS_TIMEOUT = 20_000;
export const HEADERS_CHECKED = 5_000;
/** Of the connections of an address, one in so many may stay without a complete request. */
const SHARE_WITHOUT_REQUEST = 8;
/** Milliseconds that a new connection has for its first request before it counts as one of those. */
const FIRST_REQUEST = 2_000;

/**
 * Limits the connections of one address, so that it cannot take those of all others. An office behind one address is
 * served: when it has `perAddress`, a new one takes the place of the oldest without a request, else of the one that has been
 * idle longest; only when all are in use is the new one closed. Of those that stay without a request, few are kept.
 */
export function limitConnections(server: Server, perAddress: number, firstRequest = FIRST_REQUEST): void {
  const open = new Map<string, Address>();
  const most = Math.max(1, Math.floor(perAddress / SHARE_WITHOUT_REQUEST));
  const addressOf = ({ remoteAddress }: Socket) => open.get(blockOf(remoteAddress ?? ''));
  server.on('connection', (socket: Socket) => {
    const key = blockOf(socket.remoteAddress ?? '');
    const address = open.get(key) ?? { sockets: new Set(), silent: new Map(), idle: new Set() };
    if (address.sockets.size >= perAddress) {
      const [makesRoom] = [...first(address.silent.keys()), ...first(address.idle)];
      if (!makesRoom) return socket.destroy();
      forget(address, makesRoom);
      makesRoom.destroy();
    }
    open.set(key, address);
    const now = performance.now();
    address.sockets.add(socket);
    address.silent.set(socket, now);
    if (address.silent.size > most) {
      const [[oldest, since]] = address.silent as unknown as [[Socket, number]];
      if (now - since >= firstRequest) {
        forget(address, oldest);
        oldest.destroy();
      }
    }
    socket.once('close', () => {
      forget(address, socket);
      if (address.sockets.size === 0 && open.get(key) === address) open.delete(key);
    });
  });
  // Several requests may be under way on one connection.
  const running = new WeakMap<Socket, number>();
  server.on('request', ({ socket }, response) => {
    const address = addressOf(socket);
    if (!address) return;
    address.silent.delete(socket);
    address.idle.delete(socket);
    running.set(socket, (running.get(socket) ?? 0) + 1);
    // One that is not finished ends with its connection.
    response.once('finish', () => {
      const others = running.get(socket)! - 1;
      running.set(socket, others);
      if (others === 0 && address.sockets.has(socket)) address.idle.add(socket);
    });
  });
}

interface Address {
  sockets: Set<Socket>;
  /** Without a request so far, the oldest first, and since when. */
  silent: Map<Socket, number>;
  /** Between two requests, the longest first. */
  idle: Set<Socket>;
}

function forget({ sockets, silent, idle }: Address, socket: Socket): void {
  sockets.delete(socket);
  silent.delete(socket);
  idle.delete(socket);
}

function first<T>(items: Iterable<T>): T[] {
  for (const item of items) return [item];
  return [];
}

/** Whoever has one IPv6 address has the 2⁶⁴ of its network. */
function blockOf(text: string): string {
  if (!ipaddr.isValid(text)) return text;
  const address = ipaddr.process(text);
  return address.kind() === 'ipv4'
    ? address.toString()
    : address.toNormalizedString().split(':', 4).join(':');
}
