import * as fc from 'fast-check';
import type { Premises } from '../../server/testing/premises.ts';
import { requests, type FuzzRequest } from './requests.ts';

/** Finds hanging requests; on a busy machine a correct response may take longer than a person would wait. */
const MAX_MS = 60_000;

export interface FuzzFinding {
  /** The fault, and the request that reproduces it. */
  text: string;
  request: FuzzRequest;
}

export interface FuzzTally {
  sent: number;
  statuses: Map<number, number>;
  calls: Set<string>;
  slowest: { ms: number; call: string };
}

/** Sends the requests of the seed one after the other until `enough`; yields each finding at once. */
export async function assault(
  { server, owner, ids }: Premises,
  seed: number,
  enough: (tally: FuzzTally) => boolean,
  found: (finding: FuzzFinding) => void,
): Promise<FuzzTally> {
  const tally: FuzzTally = { sent: 0, statuses: new Map(), calls: new Set(), slowest: { ms: 0, call: '' } };
  const filled = (text: string) =>
    text.replace(/\{(\w+)\}/g, (all, name: string) => (ids as Record<string, string>)[name] ?? all);
  const send = async (request: FuzzRequest) => {
    const { payload } = request;
    const url = filled(request.url);
    const answer = server.app.inject({
      method: request.method as 'GET',
      url,
      headers: {
        jwt: owner.token,
        ...Object.fromEntries(Object.entries(request.headers).map(([key, value]) => [key, filled(value)])),
      },
      ...(payload !== undefined && { payload: typeof payload === 'string' ? filled(payload) : payload }),
    });
    return Promise.race([answer, late()]);
  };
  for (let batch = 0; !enough(tally); batch++)
    for (const request of fc.sample(requests(), { seed: seed + batch, numRuns: 100 })) {
      if (enough(tally)) break;
      const start = performance.now();
      const answer = await send(request);
      const ms = performance.now() - start;
      tally.sent++;
      tally.calls.add(request.call);
      if (ms > tally.slowest.ms) tally.slowest = { ms, call: request.call };
      const text =
        answer === undefined
          ? `no answer within ${MAX_MS / 1000} s`
          : wrong(answer.statusCode, answer.body, request);
      if (answer) tally.statuses.set(answer.statusCode, (tally.statuses.get(answer.statusCode) ?? 0) + 1);
      if (text) found({ text, request });
    }
  return tally;
}

function late(): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, MAX_MS, undefined).unref());
}

/** A refusal explains what is wrong; an internal error is never a valid response. */
function wrong(status: number, body: string, { url, method }: FuzzRequest): string | undefined {
  // WFS reports an unsupported operation with this.
  if (status >= 500 && !(status === 501 && url.startsWith('/wfs'))) return `${status} ${body.slice(0, 300)}`;
  if (status < 400 || method === 'HEAD' || url.startsWith('/wfs') || status === 412) return undefined;
  try {
    const { detail } = JSON.parse(body) as { detail?: string };
    return detail ? undefined : `${status} without a sentence: ${body.slice(0, 300)}`;
  } catch {
    return `${status} that is no problem+json: ${body.slice(0, 300)}`;
  }
}

/** One line that shows a request, shortened if necessary. */
export function shown({ call, method, url, headers, payload }: FuzzRequest): string {
  const short = (text: string) => (text.length > 400 ? `${text.slice(0, 400)}… (${text.length})` : text);
  const body =
    payload === undefined ? '' : short(typeof payload === 'string' ? payload : payload.toString('latin1'));
  return `${call}: ${method} ${short(url)} ${short(JSON.stringify(headers))} ${body}`;
}
