/** A small server for a test, so that clients are tested over real HTTP. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface ReceivedRequest {
  method: string;
  /** With query. */
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}
export interface Reply {
  status?: number;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent unchanged. */
  body?: string | Uint8Array;
  /** Writes the response itself, in parts. */
  stream?: (response: ServerResponse) => void;
}

export interface HttpServer {
  url: string;
  /** All requests so far, oldest first. */
  requests: ReceivedRequest[];
  close(): Promise<void>;
}

/** Listens on a free port; `answer` may respond later, or never. */
export async function serve(
  answer: (request: ReceivedRequest) => Reply | Promise<Reply>,
): Promise<HttpServer> {
  const requests: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const one: ReceivedRequest = {
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body: await text(request),
      };
      requests.push(one);
      const { status = 200, headers = {}, json, body, stream } = await answer(one);
      response.writeHead(status, {
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      });
      if (stream) stream(response);
      else response.end(json === undefined ? body : JSON.stringify(json));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
