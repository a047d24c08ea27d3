import { describe, expect, it } from 'vitest';
import { eventsOf, type ServerSentEvent } from './event-source.ts';

async function read(...chunks: (string | Uint8Array)[]): Promise<ServerSentEvent[]> {
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks)
        controller.enqueue(typeof chunk === 'string' ? encoder.encode(chunk) : chunk);
      controller.close();
    },
  });
  const events: ServerSentEvent[] = [];
  for await (const event of eventsOf(stream)) events.push(event);
  return events;
}

describe('an event stream', () => {
  it('emits events with name, data and id', async () => {
    expect(await read('event: job\nid: 7\ndata: {"a":1}\n\n')).toEqual([
      { event: 'job', data: '{"a":1}', id: '7' },
    ]);
  });

  it('keeps the last id for events without one', async () => {
    expect((await read('id: 7\ndata: a\n\ndata: b\n\n')).map(({ id }) => id)).toEqual(['7', '7']);
  });

  it('joins chunks, including multibyte characters and line ends', async () => {
    const bytes = new TextEncoder().encode('data: perché\r\n\r\n');
    // é is two bytes; it is cut in the middle, and so is the line end.
    const cut = bytes.indexOf(0xc3) + 1;
    expect(
      await read(bytes.slice(0, cut), bytes.slice(cut, -3), bytes.slice(-3, -2), bytes.slice(-2)),
    ).toEqual([{ event: 'message', data: 'perché', id: undefined }]);
  });

  it('joins several lines of data', async () => {
    expect((await read('data: a\ndata: b\n\n'))[0]?.data).toBe('a\nb');
  });

  it('emits comments as keep-alives, and drops an incomplete event', async () => {
    expect(await read(': still here\n\n', 'data: half')).toEqual([
      { event: '', data: 'still here', id: undefined },
    ]);
  });
});
