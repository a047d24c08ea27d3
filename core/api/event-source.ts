/** One server-sent event. */
export interface ServerSentEvent {
  /** Empty for a comment. Default: `message`. */
  readonly event: string;
  readonly data: string;
  /** The last id received; it stays valid until the server sends another. */
  readonly id: string | undefined;
}

/**
 * Yields the events of a `text/event-stream` (WHATWG HTML, 9.2.6) as they arrive. A comment is yielded as an event
 * without a name, because it also shows that the connection is alive.
 */
export async function* eventsOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  // Loaded with the first stream: the login page has none.
  const { createParser } = await import('eventsource-parser');
  let id: string | undefined;
  const parsed: ServerSentEvent[] = [];
  const parser = createParser({
    onId: (value) => (id = value),
    onEvent: ({ event, data }) => parsed.push({ event: event || 'message', data, id }),
    onComment: (data) => parsed.push({ event: '', data, id }),
  });
  for await (const text of texts(stream)) {
    parser.feed(text);
    yield* parsed.splice(0);
  }
}

async function* texts(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield decoder.decode(value, { stream: true });
    }
  } finally {
    // Closes the connection when the caller stops reading early.
    await reader.cancel().catch(() => undefined);
  }
}
