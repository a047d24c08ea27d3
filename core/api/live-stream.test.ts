import type { ServerResponse } from 'node:http';
import { BehaviorSubject } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { serve, type ReceivedRequest, type HttpServer } from '#tests/http-server';
import { LiveStream } from './live-stream.ts';

const PROJECT = '0b2f9a64-6a3c-4c53-9c8e-1f6a5f3f2d10';
let server: HttpServer;
let live: LiveStream;
/** Streams that are open, oldest first. */
let lines: { request: ReceivedRequest; send: (text: string) => void; cut: () => void }[];
let token$: BehaviorSubject<string | undefined>;
let attended$: BehaviorSubject<boolean>;
let pauses: number[];
let resume: () => void;
let refused: number;
const refresh = vi.fn<(refused: string) => Promise<string>>();

beforeEach(async () => {
  lines = [];
  pauses = [];
  refused = 0;
  resume = () => undefined;
  token$ = new BehaviorSubject<string | undefined>('T');
  attended$ = new BehaviorSubject(true);
  refresh.mockReset();
  server = await serve((request) => {
    if (refused !== 0) return { status: refused };
    return {
      headers: { 'content-type': 'text/event-stream' },
      stream: (response: ServerResponse) => {
        response.flushHeaders();
        lines.push({ request, send: (text) => response.write(text), cut: () => response.destroy() });
      },
    };
  });
  live = new LiveStream({
    base: `${server.url}/api`,
    credentials: {
      get token() {
        return token$.value;
      },
      refresh,
    },
    token$,
    visible$: attended$,
    wait: (milliseconds) => {
      pauses.push(milliseconds);
      return new Promise((resolve) => (resume = resolve));
    },
  });
});
afterEach(async () => {
  live.dispose();
  await server.close();
});
const opened = (count: number) => vi.waitFor(() => expect(lines).toHaveLength(count));

describe('the live stream', () => {
  it('opens with the token in a header, and emits the events of the server', async () => {
    const jobs: unknown[] = [];
    live.on('job').subscribe((job) => jobs.push(job));
    await opened(1);
    expect(lines[0]!.request).toMatchObject({ path: '/api/events', headers: { jwt: 'T' } });
    lines[0]!.send(
      'event: job\nid: 1\ndata: {"id":"j","progress":0.5}\n\nevent: notification\ndata: {"text":"x"}\n\n',
    );
    await vi.waitFor(() => expect(jobs).toEqual([{ id: 'j', progress: 0.5 }]));
  });

  it('follows a project, and stops following it', async () => {
    await opened(1);
    const following = live.follow(PROJECT);
    await opened(2);
    expect(lines[1]!.request.path).toBe(`/api/events?projectid=${PROJECT}`);
    following.dispose();
    await opened(3);
    expect(lines[2]!.request.path).toBe('/api/events');
  });

  it('reconnects after an increasing delay, and requests the missed events', async () => {
    const states: string[] = [];
    live.state$.subscribe((state) => states.push(state));
    const received: string[] = [];
    live.on('notification').subscribe(({ text }) => received.push(text));
    await opened(1);
    lines[0]!.send('event: notification\nid: 41\ndata: {"text":"a"}\n\n');
    await vi.waitFor(() => expect(received).toEqual(['a']));
    expect(states.at(-1)).toBe('connected');
    refused = 503;
    lines[0]!.cut();
    await vi.waitFor(() => expect(pauses).toHaveLength(1));
    expect(states.at(-1)).toBe('disconnected');
    resume();
    await vi.waitFor(() => expect(pauses).toHaveLength(2));
    refused = 0;
    resume();
    await opened(2);
    expect(lines[1]!.request.headers['last-event-id']).toBe('41');
    // 1 s, then 2 s, each by chance a quarter shorter or longer.
    expect(pauses[0]).toBeGreaterThanOrEqual(750);
    expect(pauses[0]).toBeLessThanOrEqual(1250);
    expect(pauses[1]).toBeGreaterThanOrEqual(1500);
    expect(pauses[1]).toBeLessThanOrEqual(2500);
  });

  it('renews an expired session once and continues', async () => {
    await opened(1);
    refused = 406;
    refresh.mockImplementation((old) => {
      expect(old).toBe('T');
      refused = 0;
      token$.next('U');
      return Promise.resolve('U');
    });
    lines[0]!.cut();
    await vi.waitFor(() => expect(pauses).toHaveLength(1));
    resume();
    await opened(2);
    expect(lines[1]!.request.headers.jwt).toBe('U');
    expect(refresh).toHaveBeenCalledTimes(1);
  });

  it('continues when the token is renewed, and ends with the session', async () => {
    const states: string[] = [];
    live.state$.subscribe((state) => states.push(state));
    await opened(1);
    await vi.waitFor(() => expect(states.at(-1)).toBe('connected'));
    token$.next('U');
    token$.next(undefined);
    expect(states.at(-1)).toBe('off');
    token$.next('V');
    await opened(2);
    expect(lines[1]!.request.headers.jwt).toBe('V');
    expect(server.requests).toHaveLength(2);
  });

  it('closes while the page is hidden, and resumes without missing events', async () => {
    const seen: string[] = [];
    live.on('notification').subscribe(({ text }) => seen.push(text));
    await opened(1);
    lines[0]!.send('event: notification\nid: 9\ndata: {"text":"a"}\n\n');
    await vi.waitFor(() => expect(seen).toEqual(['a']));
    attended$.next(false);
    attended$.next(true);
    await opened(2);
    expect(lines[1]!.request.headers['last-event-id']).toBe('9');
  });
});
