import { useEffect, useState } from 'react';
import { API } from '#core/api';
import { isAbort, sentenceOf } from '#core/kernel';
import { readFileText, type AnswerOf } from '#core/protocol';
import { useService } from '#core/react';

export interface TextOfFile {
  readonly key: string;
  readonly read?: AnswerOf<typeof readFileText>;
  readonly error?: string;
}

/** What a file says; undefined while it is read. `pages`: office files are drawn, too, where the server can. */
export function useText(id: string, version: number | undefined, pages = false): Omit<TextOfFile, 'key'> {
  const api = useService(API);
  const [text, setText] = useState<TextOfFile>();
  const key = `${id} ${version ?? ''} ${pages}`;
  useEffect(() => {
    const reading = new AbortController();
    const query = { ...(version !== undefined && { version }), ...(pages && { pages: 'true' as const }) };
    api.call(readFileText, { params: { id }, query }, { signal: reading.signal }).then(
      ({ data }) => setText({ key, read: data }),
      (failure: unknown) => !isAbort(failure) && setText({ key, error: sentenceOf(failure) }),
    );
    return () => reading.abort();
  }, [api, id, version, pages, key]);
  return text?.key === key ? text : {};
}
