/** One server-sent event. */
export interface Sent {
  readonly event: string;
  readonly data: string;
  /** The last id said, which stays until another is. */
  readonly id: string | undefined;
}

/**
 * Reads `text/event-stream` (WHATWG HTML, 9.2.6) as it comes; a comment is yielded as an event without a name, since it
 * too shows that the line is alive.
 */
export async function* eventsOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Sent> {
  let rest = '';
  let id: string | undefined;
  let event = '';
  let data: string[] = [];
  for await (const chunk of texts(stream)) {
    const lines = (rest + chunk).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0) yield { event: event || 'message', data: data.join('\n'), id };
        event = '';
        data = [];
        continue;
      }
      const colon = line.indexOf(':');
      const field = colon < 0 ? line : line.slice(0, colon);
      const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
      if (field === '') yield { event: '', data: value, id };
      else if (field === 'event') event = value;
      else if (field === 'data') data.push(value);
      else if (field === 'id' && !value.includes('\0')) id = value;
    }
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
    // The connection is given up, not left open behind the reader's back.
    await reader.cancel().catch(() => undefined);
  }
}
