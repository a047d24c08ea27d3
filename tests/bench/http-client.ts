/**
 * A client in a separate thread, as real clients are on other machines: reading responses does not slow the server
 * down. Times are measured here, from sending to the last byte.
 */
import { once } from 'node:events';
import http from 'node:http';
import { performance } from 'node:perf_hooks';
import { parentPort, workerData, type Worker } from 'node:worker_threads';
import { startThread } from '../../server/base/thread.ts';

interface BenchRequest {
  method: string;
  path: string;
  body: string | undefined;
  headers: Record<string, string>;
  /** Whether the response text is wanted, or only its time. */
  text: boolean;
}

interface Answered {
  status: number;
  text: string;
  milliseconds: number;
}

/** One connection to the API at `url`, which sends `headers` with every call. */
export class HttpClient {
  #worker: Worker;

  constructor(url: string, headers: Record<string, string>) {
    this.#worker = startThread(new URL(import.meta.url), { workerData: { url, headers } });
  }

  /** Resolves to the duration, milliseconds. Throws an error when it is refused. */
  async time(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<number> {
    return (await this.#ask(method, path, body, headers, false)).milliseconds;
  }

  async text(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<string> {
    return (await this.#ask(method, path, body, headers, true)).text;
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  async #ask(method: string, path: string, body: unknown, headers: Record<string, string>, text: boolean) {
    const requested: BenchRequest = {
      method,
      path,
      body: body === undefined ? undefined : JSON.stringify(body),
      headers,
      text,
    };
    const answered = once(this.#worker, 'message') as Promise<[Answered]>;
    this.#worker.postMessage(requested);
    const [answer] = await answered;
    if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`);
    return answer;
  }
}

function answer(agent: http.Agent, requested: BenchRequest): Promise<Answered> {
  const { url, headers } = workerData as { url: string; headers: Record<string, string> };
  const { method, path, body, text } = requested;
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const content =
      body === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
    const request = http.request(`${url}/api${path}`, {
      method,
      agent,
      headers: { ...headers, ...requested.headers, ...content, 'accept-encoding': 'identity' },
    });
    request.once('error', reject);
    request.once('response', (response) => {
      const status = response.statusCode!;
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.once('end', () => {
        const milliseconds = performance.now() - start;
        resolve({
          status,
          milliseconds,
          text: text || status >= 300 ? Buffer.concat(pieces).toString() : '',
        });
      });
    });
    request.end(body);
  });
}

if (parentPort) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const port = parentPort;
  port.on('message', (requested: BenchRequest) => {
    answer(agent, requested).then(
      (answered) => port.postMessage(answered),
      (failure: Error) => port.postMessage({ status: 599, text: failure.message, milliseconds: 0 }),
    );
  });
}
