import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { ScannerAddress } from '../../base/config/scanner.ts';
import { HttpError } from '../../base/http-error.ts';

/** Milliseconds without a sign of the scanner. */
const PATIENCE = 60_000;
/** Most of an answer that is read, bytes. */
const MOST = 4096;

/**
 * Lets clamd (ClamAV, command INSTREAM) look at a content. Throws HttpError 422 when it finds something, and 503 when it cannot be
 * asked or does not answer: without its word nothing is kept.
 */
export async function refuseInfected(
  address: ScannerAddress,
  content: Readable,
  name: string,
): Promise<void> {
  const silent = (reason: string) => new HttpError(503, 'files.scanner-silent', { name, reason });
  const answer = await scan(address, content).catch((thrown: Error) => {
    throw silent(thrown.message);
  });
  const [, found] = /: (.+) FOUND$/.exec(answer) ?? [];
  if (found !== undefined) throw new HttpError(422, 'files.infected', { name, found });
  if (/size limit exceeded/i.test(answer)) throw new HttpError(422, 'files.not-scanned', { name });
  if (!answer.endsWith(': OK')) throw silent(answer);
}

async function scan(address: ScannerAddress, content: Readable): Promise<string> {
  const socket = connect(address as Parameters<typeof connect>[0] & object);
  socket.setTimeout(PATIENCE, () => socket.destroy(new Error('clamd does not answer.')));
  const answered = answerOf(socket);
  // It is read below; a failure before that is not one that nobody handles.
  answered.catch(() => {});
  try {
    await once(socket, 'connect');
    socket.write('zINSTREAM\0');
    for await (const piece of content) {
      // It answers and closes early what is too large.
      if (!socket.writable) break;
      const length = Buffer.alloc(4);
      length.writeUInt32BE((piece as Buffer).length);
      socket.write(length);
      if (!socket.write(piece)) await Promise.race([once(socket, 'drain'), answered]);
    }
    if (socket.writable) socket.write(Buffer.alloc(4));
    return await answered;
  } finally {
    content.destroy();
    socket.destroy();
  }
}

async function answerOf(socket: Socket): Promise<string> {
  let text = '';
  for await (const piece of socket) {
    text += (piece as Buffer).toString();
    if (text.includes('\0') || text.length > MOST) break;
  }
  return text.replace(/\0[^]*$/, '').trim();
}
