import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TestFinder {
  /** What GROMA_FINDER is set to. */
  url: string;
  /** The pictures that it got. */
  pictures: Buffer[];
  /** What it sends. */
  answer: { status: number; body: unknown };
  close(): void;
}

/** A server with the protocol of SGBlur (`POST /detect/`, multipart, field “picture”) that sends `answer`. */
export async function startFinder(): Promise<TestFinder> {
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const body = Buffer.concat(pieces);
      const start = body.indexOf('\r\n\r\n') + 4;
      const head = body.subarray(0, start).toString();
      if (request.url === '/detect/' && /name="picture"; filename="picture\.jpg"/.test(head))
        finder.pictures.push(body.subarray(start, body.lastIndexOf('\r\n--')));
      response.writeHead(finder.answer.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(finder.answer.body));
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const finder: TestFinder = {
    url: `http://127.0.0.1:${port}/detect/`,
    pictures: [],
    answer: { status: 200, body: { info: [], crop_rects: [] } },
    close: () => server.close(),
  };
  return finder;
}
