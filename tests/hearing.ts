import { PATIENCE } from './patience.ts';

export interface Hearing {
  /** Waits until the stream has said the text, since the last that was waited for. Throws where it does not come. */
  hears(text: string): Promise<void>;
  close(): void;
}

/** Follows the live events of a server, of a project where one is given. */
export async function hear(url: string, token: string, projectId?: string): Promise<Hearing> {
  const stop = new AbortController();
  const query = projectId === undefined ? '' : `?projectid=${projectId}`;
  const answer = await fetch(`${url}/api/events${query}`, { headers: { jwt: token }, signal: stop.signal });
  let received = '';
  let wake = () => {};
  void (async () => {
    for await (const piece of answer.body!) {
      received += Buffer.from(piece as Uint8Array).toString();
      wake();
    }
  })().catch(() => {});
  return {
    hears: async (text) => {
      const late = AbortSignal.timeout(PATIENCE);
      late.addEventListener('abort', () => wake());
      while (!received.includes(text)) {
        if (late.aborted)
          throw new Error(`Not heard at ${url} within ${PATIENCE / 1_000} s: ${text}. Heard: ${received}`);
        await new Promise<void>((resolve) => (wake = resolve));
      }
      received = received.slice(received.indexOf(text) + text.length);
    },
    close: () => stop.abort(),
  };
}
