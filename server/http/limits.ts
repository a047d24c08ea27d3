import { TIMEOUT, type CallSpec } from '#core/protocol';

const MB = 1024 * 1024;

/** Largest body of a call, bytes: an object may have a million vertices, an autosave many of them. */
export function bodyLimit(call: CallSpec): number {
  // Counted while it is streamed.
  if (call.upload) return Number.MAX_SAFE_INTEGER;
  if (/^geometries\.(autosave|create|update)$/.test(call.id)) return 64 * MB;
  return call.timeout === TIMEOUT.files ? 16 * MB : MB;
}
